import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The reference page of the blocks that a user's template can override, generated from the
/// templates.
package enum BlockReference {
  /// A built-in template that is divided into blocks.
  package struct Entry: Hashable, Sendable {
    /// The name for `extends`, e.g. `Entity.swift`.
    package let template: String
    package let set: String
    /// The blocks in the order of the file.
    package let blocks: [String]
  }

  /// The templates that generate files, by set.
  package static let entries: [Entry] = OutputCatalog.sets.flatMap { set in
    set.outputs.map { file in
      Entry(
        template: BuiltInTemplateLoader.shortName(file), set: set.name, blocks: blocks(of: file))
    }
  }

  private static func blocks(of file: String) -> [String] {
    var bag = DiagnosticBag()
    let template = TemplateSources.builtIn(file).flatMap {
      Template.parse($0, filters: SchemaFilters.table, into: &bag)
    }
    return template?.blockNames ?? []
  }

  /// The description of a block; `nil` if there is none yet.
  package static func summary(of block: String, in template: String) -> String? {
    special["\(template)/\(block)"] ?? common[block]
  }

  private static let common = [
    "header":
      "The comment that names the origin of the file. If it is missing, the tool adds one at "
      + "the start.",
    "imports": "The imports.",
    "attributes":
      "Empty; on the line before the type, for attributes such as `@dynamicMemberLookup`.",
    "conformances": "The conformances, after the type's name and the colon.",
    "members": "The members of the type.",
    "end": "Empty; at the end of the file.",
  ]

  private static let special = [
    "Entity.swift/property":
      "One stored property, once for each: `property` is available. Inside "
      + "`members`.",
    "ValueType.swift/extension":
      "What the runtime requires: metadata, reading and writing, and the fields of queries.",
    "Entity.swift/extension":
      "What the runtime requires: identity, coding, columns, relationships.",
    "Entity.swift/patch": "The patch of the type, with its extension.",
    "Entity.swift/patchAttributes": "Empty; on the line before the patch. Inside `patch`.",
    "Entity.swift/patchConformances":
      "The conformances, after the patch's name and the colon. Inside "
      + "`patch`.",
    "Entity.swift/patchMembers": "The members of the patch. Inside `patch`.",
    "FrozenSchema.swift/modelConformances": "The conformances of an older version's model: "
      + "`entity` is available, here and in `modelMembers`.",
    "FrozenSchema.swift/modelMembers": "The members of an older version's model.",
    "MigrationPlan.swift/conformances": "What follows the type's name, with the colon; "
      + "empty if no step calls a function of the app.",
    "Endpoint.swift/methods": "The client's methods that send the request.",
    "schema.sql/tables": "The schema's tables with their indexes.",
    "schema.sql/triggers": "The triggers that record local writes.",
    "schema.sql/end": "Empty; after the last statement and inside the transaction.",
    "migration.sql/start": "Empty; before the first stage and inside the transaction.",
    "migration.sql/stages": "The statements of the step.",
    "migration.sql/end": "Empty; after the last stage and inside the transaction.",
    "Patch.swift/imports": "Empty: the file needs none.",
    "Patch.swift/conformances": colon,
    "openapi.yaml/info": "The members of `info`.",
    "openapi.yaml/start": "Empty; after `info`: for `servers`, `security` and `tags`.",
    "openapi.yaml/endpoint":
      "The members of one operation, once for each: `endpoint` is available.",
    "openapi.yaml/end": "Empty; at the end of the file, inside `components` if there are "
      + "schemas.",
    "Fixtures.swift/members": "The sample rows of all entities.",
    "fixture.json/payload": "The payload. The file has no header, because JSON has no comments.",
    "fixtures.yaml/fixture": "The line of one payload, once for each: `fixture` is available.",
    "Diagram.mmd/start": "Empty; at the start of the diagram, e.g. for `direction LR`.",
    "Diagram.mmd/members": "The rows of one entity, once for each: `entity` is available.",
    "PayloadSchema.json/header":
      "The `$comment` that names the origin of the file, with its comma.",
    "PayloadSchema.json/members": "The title and everything else before `$defs`, with the commas.",
    "PayloadSchema.json/start": "Empty; before the first definition. Content must end with a "
      + "comma.",
    "SchemaPage.html/style": "Empty; at the end of the page's own style.",
    "SchemaPage.html/head": "Empty; at the end of the page's `head`.",
    "SchemaPage.html/contents": "Empty; at the end of the list of contents.",
    "SchemaPage.html/start": "Empty; between the page's first lines and the diagram.",
    "SchemaPage.html/entity": "The section of one entity, once for each: `entity` is available.",
    "SchemaPage.html/end": "Empty; at the end of the page.",
    "GRDBValue.swift/conformances": colon,
    "SwiftDataModels.swift/attributes": "Empty; on the line before `@Model`, once for each class: "
      + "`entity` is available, here and in the blocks inside the class.",
    "SwiftDataModels.swift/conformances": "Empty; after the name of a class. Content must begin "
      + "with a colon.",
    "SwiftDataModels.swift/members": "The members of a class.",
    "SwiftDataStore.swift/attributes": "Empty; on the line before the actor.",
    "SwiftDataStore.swift/conformances": "What follows the actor's name and its colon.",
    "SwiftDataStore.swift/members": "The members of the actor.",
  ]

  private static let colon = "Empty; after the type's name. Content must begin with a colon."

  // MARK: The page

  /// The page in Markdown.
  package static func markdown() -> String {
    introduction + entries.filter { !$0.blocks.isEmpty }.map(section).joined(separator: "\n")
  }

  private static func section(_ entry: Entry) -> String {
    let rows = entry.blocks.map {
      "| `\($0)` | \(summary(of: $0, in: entry.template) ?? "") |\n"
    }
    return "## \(entry.template)\n\nPart of the `\(entry.set)` set.\n\n| block | content |\n"
      + "|---|---|\n" + rows.joined()
  }

  private static let introduction = """
    # Blocks of the built-in templates

    To change only some blocks of a generated file, [extend the built-in
    template](../extend.md#change-the-swift-code), here `Entity.swift`:

    ```
    {% extends "builtin:Entity.swift" %}
    {% block imports %}{{ block.super }}import GRDB
    {% endblock %}
    {% block conformances %}{{ block.super }}, FetchableRecord{% endblock %}
    ```

    - Your template has the `for` and `path` of the built-in one, unless a comment in the first line
      overrides them.
    - A block of whole lines ends with a line end, so text directly after `{{ block.super }}` starts
      a new line, and text on the next line has an empty line before it.
    - Blocks can use [the context](template-context.md) and the variables of the built-in template:
      `access` (`public ` or nothing) and, for an entity, `reference`. Import macros inside the
      block that calls them.
    - Macros that several templates share can be replaced, too: a `Members.swift.stencil` that
      begins with `{% import "builtin:Members.swift" %}` and redefines `imports` changes the imports
      of all.
    - Declare types and extensions that a block adds at the top level
      [`nonisolated`](generated-code.md#all-files).
    - The runtime relies on the content of `extension`, `patch`, `tables` and `triggers`, so
      overrides must keep all of it.
    - `swiftsync-gen templates` lists your files and blocks, and `swiftsync-gen templates eject`
      copies a whole template.


    """
}
