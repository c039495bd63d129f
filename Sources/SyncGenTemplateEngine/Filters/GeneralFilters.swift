extension FilterTable {
  mutating func registerGeneralFilters() {
    let fallback: TemplateFilter.Function = { value, arguments in
      value.isNothing ? arguments.first { !$0.isNothing } ?? .undefined : value
    }
    register("default", TemplateFilter(.function(fallback), acceptsUndefined: true))
    register("filter", TemplateFilter(.named))
  }

  mutating func registerListFilters() {
    register("join") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 1)
      guard case .array(let values) = value else { return value }
      guard !values.contains(where: \.isFixedObject) else {
        throw FilterError("needs texts, found objects; 'map' takes a member of each")
      }
      let separator = try arguments.separator() ?? ""
      return .string(try FilterOutput.joined(values.map(\.text), separator))
    }
    register("split") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 1)
      guard case .string(let text) = value else { return value }
      return .array(text.split(at: try arguments.separator() ?? " ").map(TemplateValue.string))
    }
  }
}

extension [TemplateValue] {
  /// The separator of a list's elements; nil if no argument states it.
  fileprivate func separator() throws(FilterError) -> String? {
    isEmpty || self[0].isNothing ? nil : try requireString(at: 0, "the separator")
  }
}

/// Limits the output of filters.
enum FilterOutput {
  static let limit = 64 << 20

  static func check(_ size: Int) throws(FilterError) {
    if size > limit { throw FilterError("makes more than \(limit) bytes") }
  }

  static func joined(
    _ texts: [String], _ separator: String
  ) throws(FilterError) -> String {
    let separators = separator.utf8.count.multipliedReportingOverflow(by: max(0, texts.count - 1))
    try check(separators.overflow ? .max : separators.partialValue)
    try check(separators.partialValue + texts.reduce(0) { $0 + $1.utf8.count })
    return texts.joined(separator: separator)
  }
}

extension String {
  /// The parts between the separators, including empty ones; the whole text for an empty separator.
  func split(at separator: String) -> [String] {
    var parts: [String] = []
    var start = startIndex
    while let range = firstRange(of: separator, from: start) {
      parts.append(String(self[start..<range.lowerBound]))
      start = range.upperBound
    }
    parts.append(String(self[start...]))
    return parts
  }
}
