import SyncGenSchema
import SyncGenTemplateEngine

/// The rows of several entities in one list, as exposed to templates.
struct TaggedRowsContext: ContextSubject {
  let rows: TaggedRows
  let names: PayloadNames

  static let type = ContextType<Self>(
    "tagged rows", "A list of rows of several entities, which a tag distinguishes.",
    [
      .text("name", "Its path, e.g. `ArticleResponse.Included`.") { $0.rows.name },
      .text("tag", "The dotted path of the tag in a row.") { $0.rows.tag.dotted },
      .optionalObject("path", "The same key by key.") { PayloadPathContext($0.rows.tag.keys) },
      .flag("rejectsUnknown", "Whether elements with other tags are rejected.") {
        $0.rows.unknownRows == .reject
      },
      .objects("cases", "In the order of the schema.") { context in
        context.rows.cases.map { TaggedCaseContext(row: $0, names: context.names) }
      },
      .annotations { $0.rows.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The last part of the path, the name of the enum of a row in Swift.") {
      $0.rows.path.last?.source ?? ""
    }
  ]
}

/// An entity of such a list as exposed to templates.
struct TaggedCaseContext: ContextSubject {
  let row: TaggedRows.Case
  let names: PayloadNames

  static let type = ContextType<Self>(
    "tagged case", "An entity among the rows of several entities.",
    [
      .text("entity", "The entity's name.") {
        $0.names.names.schema[$0.row.entity].name.name
      },
      .scalar("value", "The value of the tag.") {
        switch $0.row.value {
        case .string(let value): .string(value)
        case .int(let value): .int(Int(value))
        }
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("entity", "The entity's type as written in Swift code.") {
      $0.names.names.type($0.row.entity)
    },
    .text("name", "The case as written in Swift code, e.g. `user`.") {
      $0.row.name.source
    },
    .text("tag", "The value of the tag, as a string.") { $0.tag },
  ]

  private var tag: String {
    switch row.value {
    case .string(let text): text
    case .int(let number): String(number)
    }
  }
}
