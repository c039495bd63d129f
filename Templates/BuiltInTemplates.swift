/// The template sets that are compiled into the tool.
package enum BuiltInTemplates {
  /// The bytes of each template by the name of its file.
  package static let files: [String: [UInt8]] = [
    "Database.sql.stencil": PackageResources.Database_sql_stencil,
    "Diagram.mmd.stencil": PackageResources.Diagram_mmd_stencil,
    "Entity+GRDB.swift.stencil": PackageResources.Entity_GRDB_swift_stencil,
    "Entity+Patch.swift.stencil": PackageResources.Entity_Patch_swift_stencil,
    "Entity.swift.stencil": PackageResources.Entity_swift_stencil,
    "Enum.swift.stencil": PackageResources.Enum_swift_stencil,
    "GRDBValue.swift.stencil": PackageResources.GRDBValue_swift_stencil,
    "Members.swift.stencil": PackageResources.Members_swift_stencil,
    "Metadata.swift.stencil": PackageResources.Metadata_swift_stencil,
    "Models.swift.stencil": PackageResources.Models_swift_stencil,
    "ModelsStore.swift.stencil": PackageResources.ModelsStore_swift_stencil,
    "Operation.sql.stencil": PackageResources.Operation_sql_stencil,
    "Operations.sql.stencil": PackageResources.Operations_sql_stencil,
    "Patch.swift.stencil": PackageResources.Patch_swift_stencil,
    "PayloadSchema.json.stencil": PackageResources.PayloadSchema_json_stencil,
    "Schema.swift.stencil": PackageResources.Schema_swift_stencil,
    "SchemaPage.css.stencil": PackageResources.SchemaPage_css_stencil,
    "SchemaPage.html.stencil": PackageResources.SchemaPage_html_stencil,
    "SchemaPage.js.stencil": PackageResources.SchemaPage_js_stencil,
    "SchemaPageParts.html.stencil": PackageResources.SchemaPageParts_html_stencil,
    "Statements.sql.stencil": PackageResources.Statements_sql_stencil,
    "Triggers.sql.stencil": PackageResources.Triggers_sql_stencil,
    "migration.sql.stencil": PackageResources.migration_sql_stencil,
    "schema.sql.stencil": PackageResources.schema_sql_stencil,
  ]
}
