/// The lint rule about names that files which see the models need for something else.
enum ShadowedNames {
  /// Where a name comes from, and how it is called where it is shadowed.
  private static let origins: [(module: String, qualifier: String, names: Set<String>)] = [
    ("Swift", "_Concurrency", ["Task"]),
    (
      "Swift", "Swift",
      [
        "Array", "Bool", "Dictionary", "Double", "Error", "Int", "Optional", "Result", "Set",
        "String",
      ]
    ),
    ("Foundation", "Foundation", ["Data", "Date", "Decimal", "URL", "UUID"]),
    ("SwiftUI", "SwiftUI", ["View"]),
  ]

  static func violations(_ entity: Entity) -> [LintViolation] {
    let name = entity.name.name
    guard let message = message(kind: "entity", name) else { return [] }
    let proposal = ReservedNames.proposal(for: name, kind: "entity")
    let fix =
      "call it e.g. '\(proposal)'; if versions of it are frozen, with 'renamed-from: \(name)'"
    return [LintViolation(message: message, fix: fix, span: entity.span)]
  }

  static func violations(_ model: EnumModel) -> [LintViolation] {
    let name = model.name.name
    guard let message = message(kind: "enum", name) else { return [] }
    let fix = "call it e.g. '\(ReservedNames.proposal(for: name, kind: "enum"))'"
    return [LintViolation(message: message, fix: fix, span: model.span, isOfEntity: false)]
  }

  private static func message(kind: String, _ name: String) -> String? {
    guard let origin = origins.first(where: { $0.names.contains(name) }) else { return nil }
    return "\(kind) '\(name)' shadows \(origin.module)'s '\(name)': files that use both must write "
      + "'\(origin.qualifier).\(name)'"
  }
}
