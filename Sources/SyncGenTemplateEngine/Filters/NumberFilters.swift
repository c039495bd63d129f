extension FilterTable {
  mutating func registerNumberFilters() {
    register("hexToInt") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      guard case .string(let digits) = value else {
        throw FilterError("needs a string of hexadecimal digits, found \(value.kindName)")
      }
      return TemplateValue(Int(digits, radix: 16))
    }
    register("int255toFloat") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      guard case .int(let number) = value else {
        throw FilterError("needs an integer, found \(value.kindName)")
      }
      // Single precision, as in StencilSwiftKit: its shortest text, not that of the double.
      let fraction = Float(number) / 255
      return .double(Double(fraction.description) ?? Double(fraction))
    }
    register("percent") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      guard case .double(let number) = value else {
        throw FilterError("needs a decimal number, found \(value.kindName)")
      }
      guard let percent = Int(exactly: (Float(number) * 100).rounded(.towardZero)) else {
        throw FilterError("cannot show \(value.text) as a percentage")
      }
      return .string("\(percent)%")
    }
  }
}
