import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The reference page of the blocks that a user's template can override, made from the templates.
package enum BlockReference {
  /// A built-in template that is cut into blocks.
  package struct Entry: Hashable, Sendable {
    /// As `extends` names it, e.g. `Entity.swift`.
    package let template: String
    package let set: String
    /// In the order of the file.
    package let blocks: [String]
  }

  /// The templates that give files, set by set.
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

  /// What a block holds; `nil` if no one has said it yet.
  package static func summary(of block: String, in template: String) -> String? {
    special["\(template)/\(block)"] ?? common[block]
  }

  private static let common = [
    "header":
      "The comment that names the origin of the file. Without it in the text the tool puts one "
      + "in front.",
    "imports": "The imports.",
    "attributes":
      "Empty, on the line before the type: for attributes such as `@dynamicMemberLookup`.",
    "conformances": "What follows the type's name and its colon.",
    "members": "Everything between the braces of the type.",
    "end": "Empty, at the end of the file.",
  ]

  private static let special = [
    "Entity.swift/property":
      "One stored property, once for each: `property` is available. Inside of "
      + "`members`.",
    "Entity.swift/extension": "What the runtime asks for: identity, coding, columns, relations.",
    "Entity.swift/patch": "The extension with the patch of the type.",
    "Entity.swift/patchAttributes": "Empty, on the line before the patch. Inside of `patch`.",
    "Entity.swift/patchConformances":
      "What follows the patch's name and its colon. Inside of "
      + "`patch`.",
    "Entity.swift/patchMembers": "Everything between the braces of the patch. Inside of `patch`.",
    "FrozenSchema.swift/modelConformances": "What follows the name of an older version's "
      + "model and its colon: `entity` is available, here and in `modelMembers`.",
    "FrozenSchema.swift/modelMembers": "Everything between the braces of an older version's model.",
    "MigrationPlan.swift/conformances": "What follows the type's name, with the colon; "
      + "empty if the app has nothing to do in any step.",
    "Endpoint.swift/methods": "The client's methods that send the request.",
    "schema.sql/tables": "The schema's tables with their indexes.",
    "schema.sql/triggers": "The triggers that record local writes.",
    "schema.sql/end": "Empty, after the last statement and inside the transaction.",
    "migration.sql/start": "Empty, before the first stage and inside the transaction.",
    "migration.sql/stages": "The statements of the step.",
    "migration.sql/end": "Empty, after the last stage and inside the transaction.",
    "Patch.swift/imports": "Empty: the file needs none.",
    "Patch.swift/conformances": colon,
    "openapi.yaml/info": "The members of `info`.",
    "openapi.yaml/start": "Empty, after `info`: for `servers`, `security` and `tags`.",
    "openapi.yaml/endpoint":
      "The members of one operation, once for each: `endpoint` is available.",
    "openapi.yaml/end": "Empty, at the end of the file, inside `components` if there are "
      + "schemas.",
    "fixture.json/payload": "The payload, whose file has no header, since JSON has no comments.",
    "fixtures.yaml/fixture": "The line of one payload, once for each: `fixture` is available.",
    "Diagram.mmd/start": "Empty, the first lines of the diagram: e.g. for `direction LR`.",
    "Diagram.mmd/members": "The rows of one entity, once for each: `entity` is available.",
    "PayloadSchema.json/header":
      "The `$comment` that names the origin of the file, with its comma.",
    "PayloadSchema.json/members": "The title and what else stands before `$defs`, with the commas.",
    "PayloadSchema.json/start": "Empty, before the first definition: what is here ends with a "
      + "comma.",
    "SchemaPage.html/style": "Empty, at the end of the page's own style.",
    "SchemaPage.html/head": "Empty, at the end of the page's `head`.",
    "SchemaPage.html/contents": "Empty, at the end of the list of contents.",
    "SchemaPage.html/start": "Empty, between the page's first lines and the diagram.",
    "SchemaPage.html/entity": "The section of one entity, once for each: `entity` is available.",
    "SchemaPage.html/end": "Empty, at the end of the page.",
    "GRDBValue.swift/conformances": colon,
    "SwiftDataModels.swift/attributes": "Empty, on the line before `@Model`, once for each class: "
      + "`entity` is available, here and in the blocks inside the class.",
    "SwiftDataModels.swift/conformances": "Empty, after the name of a class: begin with a colon.",
    "SwiftDataModels.swift/members": "Everything between the braces of a class.",
    "SwiftDataStore.swift/attributes": "Empty, on the line before the actor.",
    "SwiftDataStore.swift/conformances": "What follows the actor's name and its colon.",
    "SwiftDataStore.swift/members": "Everything between the braces of the actor.",
  ]

  private static let colon = "Empty, after the type's name: begin with a colon."

  // MARK: The page

  /// The page in Markdown.
  package static func markdown() -> String {
    introduction + entries.filter { !$0.blocks.isEmpty }.map(section).joined(separator: "\n")
  }

  private static func section(_ entry: Entry) -> String {
    let rows = entry.blocks.map {
      "| `\($0)` | \(summary(of: $0, in: entry.template) ?? "") |\n"
    }
    return "## \(entry.template)\n\nOf the set `\(entry.set)`.\n\n| block | what it holds |\n"
      + "|---|---|\n" + rows.joined()
  }

  private static let introduction = """
    # Blocks of the built-in templates

    For authors of templates. The most common use: change a part of a generated file without copying its
    template.

    A file of your own that has the name of a built-in template takes its place, and one that extends it changes single
    blocks of it. `Templates/Entity.swift.stencil`, in a folder that the schema names under `generate: { templates: […] }`:

    ```
    {% extends "builtin:Entity.swift" %}
    {% block imports %}{{ block.super }}import GRDB
    {% endblock %}
    {% block conformances %}{{ block.super }}, FetchableRecord{% endblock %}
    ```

    - Without a first-line comment it is rendered for the same things and goes to the same files as the built-in one; a comment
      may say something else for each of `for` and `path`.
    - `{{ block.super }}` is what the block holds by itself. A block of whole lines ends with its line end, so that what follows
      `{{ block.super }}` at once is on a new line, and what follows on the next line has an empty line before it.
    - The variables that the built-in template sets are there: `access` (`public ` or nothing) and, for an entity, `reference`.
      [template-context.md](template-context.md) lists the others. What stands outside of blocks is ignored: macros of your own are
      imported inside the block that calls them.
    - Macros that several templates use can be replaced, too: a `Members.swift.stencil` of your own that begins with
      `{% import "builtin:Members.swift" %}` and defines `imports` again changes the imports of all of them.
    - Types and extensions that a block adds at the top level, e.g. in `end`, are `nonisolated` like the template's own. Without the word they are on the
      main actor in a module whose default isolation is the main actor.
    - The runtime relies on what it finds: an override that leaves out what `extension`, `patch`, `tables` or `triggers` hold is on its own.
    - `swiftsync-gen templates` lists which files and blocks are yours, `templates eject` copies a built-in template whole.

    This page is made from the templates; a test compares the two, and `RECORD_GOLDENS=1 swift test --filter BlockReferenceTests`
    writes it again. Another test overrides each of these blocks.


    """
}
