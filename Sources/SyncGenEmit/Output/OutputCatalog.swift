/// Every output that the tool generates, by set.
///
/// The subject of a template and the path of its output are stated in the template's first line.
package enum OutputCatalog {
  package struct TemplateSet: Hashable, Sendable {
    package let name: String
    /// A sentence on the purpose of the set.
    package let summary: String
    /// The templates that generate a file each time they are rendered.
    package let outputs: [String]
    /// The templates that those include or import.
    package let parts: [String]
    /// The sets that this set's output needs in order to compile.
    package var needs: [String] = []
    /// Whether it generates nothing without entities.
    package var needsEntities = false
  }

  package static let sets: [TemplateSet] = [
    TemplateSet(
      name: "swift",
      summary: "models, their patches, enums, the versioned schema and the endpoints' client",
      outputs: [
        "Entity.swift.stencil", "Enum.swift.stencil", "ValueType.swift.stencil",
        "Schema.swift.stencil",
        "FrozenSchema.swift.stencil", "MigrationPlan.swift.stencil", "API.swift.stencil",
        "Endpoint.swift.stencil", "Documents.swift.stencil", "Scalars.swift.stencil",
      ],
      parts: [
        "Members.swift.stencil", "Models.swift.stencil",
        "InlineType.swift.stencil",
      ]
    ),
    TemplateSet(
      name: "sql",
      summary: "a new database of the current version, and the migration from each older version",
      outputs: ["schema.sql.stencil", "migration.sql.stencil"],
      parts: [
        "Statements.sql.stencil", "Triggers.sql.stencil", "Database.sql.stencil",
        "Tables.sql.stencil", "Trigger.sql.stencil",
        "Operations.sql.stencil", "Operation.sql.stencil",
      ],
      needsEntities: true
    ),
    TemplateSet(
      name: "patch",
      summary: "only the 'Patch' type, for modules that do not link the runtime",
      outputs: ["Patch.swift.stencil"],
      parts: []
    ),
    TemplateSet(
      name: "openapi",
      summary: "the endpoints as an OpenAPI 3.1 document, for the backend",
      outputs: ["openapi.yaml.stencil"],
      parts: []
    ),
    TemplateSet(
      name: "fixtures",
      summary: "payloads of each endpoint for contract tests, and sample rows for previews",
      outputs: ["fixture.json.stencil", "fixtures.yaml.stencil", "Fixtures.swift.stencil"],
      parts: []
    ),
    TemplateSet(
      name: "mermaid",
      summary: "an entity-relationship diagram, which many Markdown viewers can render",
      outputs: ["Diagram.mmd.stencil"],
      parts: [],
      needsEntities: true
    ),
    TemplateSet(
      name: "json-schema",
      summary: "the contract for a backend: a JSON Schema of its payloads",
      outputs: ["PayloadSchema.json.stencil"],
      parts: []
    ),
    TemplateSet(
      name: "html",
      summary: "one page with the whole schema and its diagram, which works offline",
      outputs: ["SchemaPage.html.stencil"],
      parts: ["SchemaPage.css.stencil", "SchemaPage.js.stencil", "SchemaPageParts.html.stencil"]
    ),
    TemplateSet(
      name: "grdb",
      summary: "GRDB records with columns and associations, from the structs of 'swift'",
      outputs: ["Entity+GRDB.swift.stencil", "GRDBValue.swift.stencil"],
      parts: [],
      needs: ["swift"], needsEntities: true
    ),
    TemplateSet(
      name: "swiftdata",
      summary: "SwiftData classes with their versions, a migration plan, a container and an actor",
      outputs: ["SwiftDataModels.swift.stencil", "SwiftDataStore.swift.stencil"],
      parts: [],
      needsEntities: true
    ),
  ]

  /// The template of the page that the `docs` command writes.
  static let page = "SchemaPage.html.stencil"
  /// The template of a step as a script for the shell.
  static let migration = "migration.sql.stencil"
  /// The statements of `schema.sql` that create tables and indexes, without comments.
  static let database = "Database.sql.stencil"
  /// The statements that create the tables and indexes of the schema.
  static let tables = "Tables.sql.stencil"
  /// One trigger of a table.
  static let trigger = "Trigger.sql.stencil"
  /// The statements of one operation of a migration.
  static let operation = "Operation.sql.stencil"
}
