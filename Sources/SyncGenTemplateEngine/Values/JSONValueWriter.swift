/// Writes a template value as indented JSON text with sorted keys.
package struct JSONValueWriter {
  private static let maximumDepth = 64

  private var text = ""

  package static func text(of value: TemplateValue) -> String {
    var writer = JSONValueWriter()
    writer.write(value, depth: 0)
    return writer.text + "\n"
  }

  private mutating func write(_ value: TemplateValue, depth: Int) {
    switch value {
    case .undefined, .null: text += "null"
    case .bool, .int: text += value.text
    case .double(let number): text += number.isFinite ? number.description : "null"
    case .string(let string): write(string)
    case .array(let values):
      writeList("[", "]", values, depth) { $0.write($1, depth: depth + 1) }
    case .dictionary(let dictionary): write(dictionary.entries, depth)
    case .object(let object): write(object.sortedMembers, depth)
    }
  }

  private mutating func write(_ entries: [TemplateDictionary.Entry], _ depth: Int) {
    writeList("{", "}", entries, depth) { writer, entry in
      writer.write(entry.key)
      writer.text += ": "
      writer.write(entry.value, depth: depth + 1)
    }
  }

  /// Objects may refer to each other in circles, hence the limit.
  private mutating func writeList<Element>(
    _ open: String, _ close: String, _ elements: [Element], _ depth: Int,
    _ write: (inout JSONValueWriter, Element) -> Void
  ) {
    if elements.isEmpty || depth >= Self.maximumDepth {
      text += open + close
      return
    }
    text += open
    let indentation = "\n" + String(repeating: "  ", count: depth + 1)
    for (index, element) in elements.enumerated() {
      text += index == 0 ? indentation : "," + indentation
      write(&self, element)
    }
    text += "\n" + String(repeating: "  ", count: depth) + close
  }

  private mutating func write(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
