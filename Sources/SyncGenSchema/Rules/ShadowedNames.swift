import SyncGenDiagnostics

/// The lint rule about names that files which use the models need for something else.
package struct ShadowedNames {
  let schema: Schema

  /// The origin of a name, and its qualified form where it is shadowed.
  private static let origins: [(module: String, qualifier: String, names: Set<String>)] = [
    ("Swift", "_Concurrency", ["Actor", "AsyncStream", "MainActor", "Task", "TaskGroup"]),
    (
      "Swift", "Swift",
      [
        "Array", "Bool", "Character", "Clock", "Codable", "Collection", "Comparable", "Decodable",
        "Dictionary", "Double", "Duration", "Encodable", "Equatable", "Error", "Float", "Hashable",
        "Identifiable", "Int", "Never", "Optional", "Range", "Result", "Sendable", "Sequence",
        "Set",
        "String",
      ]
    ),
    (
      "Foundation", "Foundation",
      [
        "Bundle", "Calendar", "Data", "Date", "Decimal", "Locale", "Notification", "TimeZone",
        "Timer", "URL", "UUID",
      ]
    ),
    (
      "SwiftUI", "SwiftUI",
      ["App", "Binding", "Button", "Color", "Image", "List", "Scene", "State", "Text", "View"]
    ),
  ]

  /// Synonyms that are free in most schemas.
  private static let substitutes = [
    "App": "Application", "Calendar": "Agenda", "Character": "Figure", "Color": "Shade",
    "Data": "Blob", "Date": "Appointment", "Duration": "TimeSpan", "Error": "Failure",
    "Image": "Picture", "List": "Listing", "Notification": "Notice", "Result": "Outcome",
    "State": "Status", "Task": "Todo", "Timer": "Countdown", "URL": "Link", "View": "Screen",
  ]

  func violations(_ entity: Entity) -> [LintViolation] {
    let name = entity.name.name
    guard let message = message(kind: "entity", name) else { return [] }
    let proposal = proposal(for: name, kind: "entity")
    let keys = "renamed-from: \(name), table: \(entity.table.name), remote: \(entity.remoteName)"
    let fix =
      "call it e.g. '\(proposal)'; if the schema has shipped, write '\(proposal): { \(keys) }'"
    return [LintViolation(message: message, fix: fix, span: entity.span)]
  }

  func violations(_ model: EnumModel) -> [LintViolation] {
    let name = model.name.name
    guard let message = message(kind: "enum", name) else { return [] }
    let proposal = proposal(for: name, kind: "enum")
    let fix =
      "call it e.g. '\(proposal)'; if the schema has shipped, write '\(proposal): { renamed-from: \(name) }'"
    return [LintViolation(message: message, fix: fix, span: model.span, owner: "enum")]
  }

  func violations(_ type: ValueTypeModel) -> [LintViolation] {
    let name = type.name.name
    guard let message = message(kind: "type", name) else { return [] }
    let proposal = proposal(for: name, kind: "type")
    let fix =
      "call it e.g. '\(proposal)'; if the schema has shipped, write "
      + "'\(proposal): { renamed-from: \(name), fields: { … } }'"
    return [LintViolation(message: message, fix: fix, span: type.span, owner: "type")]
  }

  /// The types of an API are inside its client, so only extensions of the client are affected.
  func violations(_ type: InlineType) -> [LintViolation] {
    guard let origin = Self.origin(of: type.name) else { return [] }
    let message =
      "type '\(type.name)' shadows \(origin.module)'s '\(type.name)' in extensions of "
      + "'\(schema.name.name)API'"
    let fix = "call it e.g. '\(proposal(for: type.name, kind: "type"))'"
    return [LintViolation(message: message, fix: fix, span: type.span, owner: "type")]
  }

  /// A name for an entity or an enum that would shadow a type; `nil` for a name that shadows none.
  package static func substitute(for name: String, kind: String) -> String? {
    guard origin(of: name) != nil else { return nil }
    if kind == "entity", let substitute = substitutes[name] { return substitute }
    return kind == "type" ? name + "Info" : ReservedNames.proposal(for: name, kind: kind)
  }

  /// The module that declares a type of this name, which an entity would shadow.
  package static func module(of name: String) -> String? { origin(of: name)?.module }

  private func message(kind: String, _ name: String) -> String? {
    guard let origin = Self.origin(of: name) else { return nil }
    return "\(kind) '\(name)' shadows \(origin.module)'s '\(name)': files that use both must write "
      + "'\(origin.qualifier).\(name)'"
  }

  private static func origin(of name: String) -> (module: String, qualifier: String)? {
    origins.first { $0.names.contains(name) }.map { ($0.module, $0.qualifier) }
  }

  /// A name that the schema does not contain yet.
  private func proposal(for name: String, kind: String) -> String {
    let taken = Set(schema.entities.map(\.name.name) + schema.enums.map(\.name.name))
    if let substitute = Self.substitutes[name], kind == "entity", !taken.contains(substitute) {
      return substitute
    }
    return kind == "type" ? name + "Info" : ReservedNames.proposal(for: name, kind: kind)
  }
}
