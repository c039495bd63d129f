import SyncGenDiagnostics
import SyncGenYAML

/// Reads `conventions:` of a schema.
enum ConventionsReader {
  static func read(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> Conventions {
    guard let node,
      let keys = KeyedNodes<ConventionsKey>(node, of: "'conventions'", into: &bag)
    else { return .usual }
    let dates = keys[.dates].flatMap { dateConventions($0, into: &bag) }
    let remoteKeys = keys[.remoteKeys]?.choice(
      of: Conventions.RemoteKeys.self, for: "'remote-keys'", into: &bag)
    let envelope = keys[.envelope]?.choice(
      of: Conventions.Envelope.self, for: "'envelope'", into: &bag)
    let remoteDates = dates?[.remote].flatMap {
      DateFormatReader.read($0, for: "'remote' of 'dates'", into: &bag)
    }
    let storage = dates?[.storage]?.choice(
      of: ValueStorage.self, among: ValueStorage.ofDates, for: "'storage' of 'dates'", into: &bag)
    let coercion = keys[.coercion]?.choice(
      of: Conventions.Coercion.self, for: "'coercion'", into: &bag)
    return Conventions(
      remoteKeys: remoteKeys?.value ?? .snakeCase, envelope: envelope?.value,
      remoteDates: remoteDates?.value ?? .auto,
      dateStorage: storage?.value ?? .text, coercion: coercion?.value ?? .lenient,
      isEmptyNull: keys[.emptyIsNull]?.flag(for: "'empty-is-null'", into: &bag)?.value ?? false,
      acronyms: acronyms(keys[.acronyms], into: &bag))
  }

  private static func dateConventions(
    _ node: YAMLNode, into bag: inout DiagnosticBag
  ) -> KeyedNodes<DateConventionsKey>? {
    let what = "'dates' of 'conventions'"
    guard let format = node.scalar?.text, !format.isEmpty else {
      return KeyedNodes<DateConventionsKey>(node, of: what, into: &bag)
    }
    let plain = Diagnostic.wrongShape(what, expected: "a mapping", found: node)
    bag.add(
      Diagnostic(
        plain.code, plain.message, at: plain.span,
        notes: [.init("write '{ remote: \(format) }' for the format in payloads", at: node.span)]))
    return nil
  }

  private static func acronyms(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> [String] {
    let texts = node?.texts(for: "'acronyms' of 'conventions'", into: &bag) ?? []
    for text in texts where !isAcronym(text.value) { bag.add(.invalidAcronym(text)) }
    return texts.map(\.value).filter(isAcronym)
  }

  private static func isAcronym(_ text: String) -> Bool {
    text.utf8.count > 1 && text.utf8.count <= 32
      && text.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
  }
}

extension Conventions {
  /// The defaults for a schema that states nothing.
  static let usual = Conventions(
    remoteKeys: .snakeCase, envelope: nil, remoteDates: .auto, dateStorage: .text,
    coercion: .lenient,
    isEmptyNull: false, acronyms: [])
}
