import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The way to a value in the context, e.g. `schema.entities.0.name` or `schema.entities.Note`.
package struct ContextPath: Sendable {
  /// A part of a path that does not exist.
  package struct Missing: Error {
    /// What is wrong, with a similar name if there is one.
    package let message: String
  }

  private let parts: [String]

  /// - Parameter text: Names, separated by dots; nothing for the whole context.
  package init(_ text: String) {
    parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The value at the path.
  func value(in root: TemplateValue) throws(Missing) -> TemplateValue {
    var value = root
    for (index, part) in parts.enumerated() {
      guard let next = Self.member(part, of: value) else {
        throw missing(part, of: value, after: parts[..<index].joined(separator: "."))
      }
      value = next
    }
    return value
  }

  /// The member with a name. In a list, that is a position or the name of an object.
  private static func member(_ name: String, of value: TemplateValue) -> TemplateValue? {
    if case .array(let values) = value {
      if let index = Int(name) { return values.indices.contains(index) ? values[index] : nil }
      return values.first { $0.member("name").text == name }
    }
    let member = value.member(name)
    return member.isUndefined ? nil : member
  }

  private func missing(
    _ part: String, of value: TemplateValue, after path: String
  ) -> Missing {
    let names: [String] =
      switch value {
      case .object(let object): object.memberNames
      case .dictionary(let entries): entries.keys
      case .array(let values): values.map { $0.member("name").text }
      default: []
      }
    let place = path.isEmpty ? "the context" : "'\(path)'"
    let hint = Suggestion.nearest(to: part, in: names.sorted()).map { "; did you mean '\($0)'?" }
    return Missing(message: "there is no '\(part)' in \(place)\(hint ?? "")")
  }
}
