@_spi(Generated) import SwiftSyncSession
import SyncGenCommandLine

/// Reads the options of `apply` that determine how a payload is applied.
enum ApplyOptionReader {
  private static let scope = OptionDefinition(
    "scope", takes: .pair(name: "relation", value: "ID"),
    "the rows belong to this parent; only its rows can be missing")
  private static let predicate = OptionDefinition(
    "where", takes: .text(placeholder: "SQL"),
    "only rows that meet this condition can be missing; needs --missing-rows delete")
  private static let item = OptionDefinition(
    "item", "the payload must be one object, which is one row")
  private static let missingRows = OptionDefinition(
    "missing-rows", takes: .choiceOrPair(["delete", "keep"], name: "keep-if", value: "PATH"),
    "what happens to stored rows that are missing from a list of rows; 'keep' is the default, and "
      + "with keep-if, the value at a path of the payload decides")
  private static let conflict = OptionDefinition.choice(
    "conflict", of: ApplyOptions.Conflict.self,
    "how conflicts with unpushed local changes are resolved; 'merge' is the default")
  private static let operations = OptionDefinition(
    "operations", takes: .choices(["insert", "update", "delete"]), "the operations allowed on rows")
  private static let relationOperations = OptionDefinition(
    "relation-operations", takes: .choices(["insert", "update", "delete"]),
    "the operations allowed on nested rows and links")
  private static let root = OptionDefinition(
    "root", takes: .text(placeholder: "PATH"),
    "the path to the rows in the payload, such as data.items")
  private static let keyedBy = OptionDefinition(
    "keyed-by", takes: .text(placeholder: "ATTRIBUTE"),
    "the rows are in an object whose keys are the values of this attribute, the identity")
  private static let deletionLimit = OptionDefinition(
    "deletion-limit", takes: .number, "change nothing if more rows than this would be deleted")
  private static let rowSizeLimit = OptionDefinition(
    "row-size-limit", takes: .number,
    "the largest row to read, in bytes with its nested rows; 256 MiB is the default")
  private static let strict = OptionDefinition(
    "strict", "change nothing if a row is rejected or a key is unknown")
  private static let dryRun = OptionDefinition("dry-run", "report the changes without making them")

  static let definitions = [
    scope, predicate, item, missingRows, conflict, operations, relationOperations, root,
    keyedBy, deletionLimit, rowSizeLimit, strict, dryRun,
  ]

  /// The options that apply only to one list of rows.
  static let ofLists = [scope, predicate, item, missingRows, root, keyedBy]

  static func options(in arguments: ParsedArguments) throws(UsageError) -> ApplyOptions {
    var options = ApplyOptions()
    options.isItem = arguments.has(item)
    options.missingRows = rule(arguments)
    if options.isItem, options.missingRows != .keep {
      let word = options.missingRows == .delete ? "delete" : "keep-if"
      throw arguments.problem("options '--item' and '--missing-rows \(word)' cannot be combined")
    }
    options.conflict = arguments.choice(conflict) ?? .merge
    options.scope = try parent(arguments)
    if case .predicate = options.scope, options.missingRows == .keep {
      throw arguments.problem("option '--where' needs '--missing-rows delete'")
    }
    options.operations = .init(arguments.choices(operations))
    options.relationOperations = .init(arguments.choices(relationOperations))
    options.root = arguments.text(root)
    options.keyedBy = arguments.text(keyedBy)
    options.deletionLimit = arguments.number(deletionLimit)
    if let limit = arguments.number(rowSizeLimit) { options.rowSizeLimit = limit }
    options.isStrict = arguments.has(strict)
    options.isDryRun = arguments.has(dryRun)
    return options
  }

  private static func rule(_ arguments: ParsedArguments) -> MissingRows {
    if let pair = arguments.pair(missingRows) { return .keepIf(pair.value) }
    return arguments.text(missingRows) == "delete" ? .delete : .keep
  }

  private static func parent(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> ApplyOptions.Scope? {
    let parent = arguments.pair(scope).map {
      ApplyOptions.Scope.parent(relation: $0.name, id: $0.value)
    }
    guard let condition = arguments.text(predicate) else { return parent }
    if parent != nil {
      throw arguments.problem("options '--scope' and '--where' cannot be combined")
    }
    return .predicate(condition)
  }
}

extension ApplyOptions.Operations {
  /// Creates a set from the names of its elements; all of them if none were named.
  fileprivate init(_ names: [String]?) {
    let table: [String: Self] = ["insert": .insert, "update": .update, "delete": .delete]
    self = names.map { names in Self(names.compactMap { table[$0] }) } ?? .all
  }
}
