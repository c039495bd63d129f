import SwiftSyncRuntime
import SyncGenCore

extension ApplyOptions {
  private static let scope = OptionDefinition(
    "scope", takes: .pair(name: "relation", value: "ID"),
    "the list is complete for this parent only, and new rows belong to it")
  private static let predicate = OptionDefinition(
    "where", takes: .text(placeholder: "SQL"), "the list is complete for the rows of this condition only")
  private static let item = OptionDefinition(
    "item", "the payload is one row, so that no other row is missing")
  private static let missingRows = OptionDefinition.choice(
    "missing-rows", of: MissingRows.self,
    "what happens to stored rows that the list does not have; 'delete' is the default")
  private static let operations = OptionDefinition(
    "operations", takes: .choices(["insert", "update", "delete"]), "what may be done to rows")
  private static let relationOperations = OptionDefinition(
    "relation-operations", takes: .choices(["insert", "update", "delete"]),
    "what may be done to nested rows and links")
  private static let root = OptionDefinition(
    "root", takes: .text(placeholder: "PATH"), "where the rows are in the payload, e.g. data.items")
  private static let deletionLimit = OptionDefinition(
    "deletion-limit", takes: .number, "change nothing if more rows than this would be deleted")
  private static let strict = OptionDefinition(
    "strict", "change nothing if a row is rejected or a key is unknown")
  private static let dryRun = OptionDefinition("dry-run", "report only, change nothing")

  static let definitions = [
    scope, predicate, item, missingRows, operations, relationOperations, root, deletionLimit,
    strict, dryRun,
  ]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.init()
    isItem = arguments.has(Self.item)
    missingRows = arguments.choice(Self.missingRows) ?? .delete
    scope = try Self.scope(arguments)
    operations = Operations(arguments.choices(Self.operations))
    relationOperations = Operations(arguments.choices(Self.relationOperations))
    root = arguments.text(Self.root)
    deletionLimit = arguments.number(Self.deletionLimit)
    isStrict = arguments.has(Self.strict)
    isDryRun = arguments.has(Self.dryRun)
  }

  private static func scope(_ arguments: ParsedArguments) throws(UsageError) -> Scope? {
    let parent = arguments.pair(scope).map { Scope.parent(relation: $0.name, id: $0.value) }
    guard let condition = arguments.text(predicate) else { return parent }
    if parent != nil {
      throw arguments.problem("options '--scope' and '--where' exclude each other")
    }
    return .predicate(condition)
  }
}

extension ApplyOptions.Operations {
  /// By their names; all if none were named.
  fileprivate init(_ names: [String]?) {
    let table: [String: Self] = ["insert": .insert, "update": .update, "delete": .delete]
    self = names.map { names in Self(names.compactMap { table[$0] }) } ?? .all
  }
}
