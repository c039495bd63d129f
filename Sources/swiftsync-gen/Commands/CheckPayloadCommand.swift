@_spi(Generated) import SwiftSyncSession
import SyncGenCommandLine
import SyncGenSchema

struct CheckPayloadCommand: Command {
  private static let root = OptionDefinition(
    "root", takes: .text(placeholder: "PATH"),
    "the path to the rows in the payload, such as data.items")
  private static let keyedBy = OptionDefinition(
    "keyed-by", takes: .text(placeholder: "ATTRIBUTE"),
    "the rows are in an object whose keys are the values of this attribute, the identity")
  private static let scope = OptionDefinition(
    "scope", takes: .pair(name: "relation", value: "ID"),
    "the parent of all rows, for rows that do not refer to it")
  private static let item = OptionDefinition(
    "item", "the payload must be one object, which is one row")
  private static let strict = OptionDefinition(
    "strict", "also exit with status 1 if there are warnings")

  static let definition = CommandDefinition(
    "check-payload", "check that a backend's JSON fits a schema",
    operands: PayloadArguments.operands,
    options: [
      SchemaArguments.onlyOption, SchemaArguments.allowOutside,
    ] + PayloadTarget.options + [root, keyedBy, scope, item, strict, ReportFormat.option],
    discussion: [
      """
      Checks the rows of all PAYLOADs as new rows of an empty database. References can refer to rows \
      that are not in the payload. '-' is standard input, which must be the only PAYLOAD.
      """,
      """
      Without '--entity' and '--document', the command infers the entity and the location of the rows \
      from the file name and the keys of the first PAYLOAD.
      """,
      """
      The report lists rows that would be rejected, unknown keys, keys of the schema that no row has, \
      and warnings about what the backend should fix. The exit status is 1 if a row would be rejected \
      or a key is unknown.
      """,
      SchemaArguments.optionDiscussion,
    ])

  private let payloads: PayloadArguments
  private let schema: SchemaArguments
  private let target: PayloadTarget?
  private let root: String?
  private let keyedBy: String?
  private let scope: ApplyOptions.Scope?
  private let isItem: Bool
  private let isStrict: Bool
  private let format: ReportFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    payloads = try PayloadArguments(arguments)
    schema = try SchemaArguments(single: arguments)
    target = try PayloadTarget.named(in: arguments)
    try target?.check([Self.root, Self.keyedBy, Self.scope, Self.item], in: arguments)
    root = arguments.text(Self.root)
    keyedBy = arguments.text(Self.keyedBy)
    scope = arguments.pair(Self.scope).map { .parent(relation: $0.name, id: $0.value) }
    isItem = arguments.has(Self.item)
    isStrict = arguments.has(Self.strict)
    format = ReportFormat(arguments)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    guard let schema = try schema.loadOne(console) else { return .failed }
    let source = try payloads.source()
    let guess = try target.map(PayloadGuess.init) ?? PayloadGuess(payloads, schema, console)
    try guess.target.check(in: schema)
    let checker = PayloadChecker(SchemaMetadata(schema), cases: schema.preservingCases)
    do {
      let report =
        switch guess.target {
        case .entity(let name):
          try await checker.check(
            source, as: name, root: root ?? guess.root, keyedBy: keyedBy ?? guess.keyedBy,
            isItem: isItem, scope: scope)
        case .document(let name): try await checker.check(source, asDocument: name)
        }
      try format.show(report, console)
      return report.isAccepted && (report.warnings.isEmpty || !isStrict) ? .done : .failed
    } catch SyncError.invalidPayload(let problem) {
      console.error(at: problem.place, problem.message)
      return .failed
    }
  }
}

extension Schema {
  /// The values of enums that keep unknown values: by entity and attribute, and by type without
  /// a table and the key of the field in the stored text.
  fileprivate var preservingCases: [String: [String: Set<String>]] {
    var cases: [String: [String: Set<String>]] = [:]
    for entity in entities {
      for attribute in entity.attributes {
        cases[entity.name.name, default: [:]][attribute.name.name] = keptCases(of: attribute.type)
      }
    }
    for type in valueTypes {
      for field in type.fields {
        cases[type.name.name, default: [:]][field.storageNames[0]] = keptCases(of: field.type)
      }
    }
    return cases
  }

  /// The values of the enum's cases; `nil` if the type contains none that preserves other values.
  private func keptCases(of type: AttributeType) -> Set<String>? {
    guard let id = type.enumeration, self[id].unknownValues == .keep else { return nil }
    return Set(self[id].cases.map(\.rawValue.key))
  }
}
