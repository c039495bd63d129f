import SyncGenDiagnostics
import SyncGenTemplateEngine

/// Writes what templates see as JSON.
struct ContextWriter {
  private(set) var text = ""
  private var depth = 0

  mutating func write(_ value: TemplateValue) {
    switch value {
    case .undefined, .null: text += "null"
    case .bool, .int, .double: text += value.text
    case .string(let string): text += JSONString.quoted(string)
    case .array(let values): write(values)
    case .dictionary(let dictionary): write(dictionary.entries)
    case .object(let object):
      write(object.memberNames.map { ($0, object.member(.computed($0)) ?? .undefined) })
    }
  }

  private mutating func write(_ values: [TemplateValue]) {
    writeLines(between: "[", "]", values) { writer, value in writer.write(value) }
  }

  private mutating func write(_ entries: [TemplateDictionary.Entry]) {
    writeLines(between: "{", "}", entries) { writer, entry in
      writer.text += JSONString.quoted(entry.key) + ": "
      writer.write(entry.value)
    }
  }

  private mutating func writeLines<Element>(
    between open: String, _ close: String, _ elements: [Element],
    _ write: (inout ContextWriter, Element) -> Void
  ) {
    guard !elements.isEmpty else { return text += open + close }
    text += open
    depth += 1
    for (index, element) in elements.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + String(repeating: "  ", count: depth)
      write(&self, element)
    }
    depth -= 1
    text += "\n" + String(repeating: "  ", count: depth) + close
  }
}
