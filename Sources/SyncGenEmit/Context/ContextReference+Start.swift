extension ContextReference {
  /// The members that nearly every template needs, in the order in which one meets them.
  static let essentials: [(kind: String, member: String)] = [
    ("schema", "name"), ("schema", "entities"), ("schema", "entitiesByName"), ("schema", "enums"),
    ("schema", "orderedValueTypes"), ("entity", "name"), ("entity", "table"),
    ("entity", "properties"), ("entity", "relations"),
    ("entity", "identity"), ("property", "name"), ("property", "type"), ("property", "remote"),
    ("property", "columns"), ("property", "default"), ("property", "attribute"),
    ("type", "kind"), ("type", "element"), ("type", "isOptional"), ("type", "enum"),
    ("type", "valueType"), ("relation", "kind"),
    ("relation", "target"), ("enum", "cases"), ("case", "value"),
  ]

  /// The beginning of the page.
  static var start: String {
    """
    # The template context

    The values that templates can use, by kind of object. Most templates need little else than these
    \(essentials.count) members:

    | member | type | |
    |---|---|---|
    \(essentialRows.joined(separator: "\n"))

    A template with `for=entity` in its first line has the variable `entity`, and one with
    `for=schema` loops over `schema.entities`:

    ```
    {% for property in entity.properties %}
    {{ property.name }}: {{ property.type.kind }}{% if property.type.isOptional %}?{% endif %}
    {% endfor %}
    ```

    ## Languages and frameworks

    Names such as `entity.name` and values such as `type.kind` suit any language. What only one
    language or framework needs is in a group of its own:

    | group | |
    |---|---|
    | `swift` | Names and expressions of generated Swift code, e.g. `property.swift.type`. |
    | `sql` | Quoted names and expressions of SQL, e.g. `entity.sql.table`. |
    | `swiftData` | The class and its properties in SwiftData, e.g. `attribute.swiftData.name`. |
    | `grdb` | The record of GRDB: `entity.grdb`. |

    ## The context as JSON

    `swiftsync-gen context` prints the context as JSON, in which an object that is described
    elsewhere is [only its name](../extend.md#find-a-value):

    ```sh
    swiftsync-gen context Schemas/app.yaml --path schema.entities.Note
    swiftsync-gen context Schemas/app.yaml --without history > context.json
    swiftsync-gen context --json-schema > context.schema.json
    ```

    This page describes version \(RootContext.version) of the context (`contextVersion`).
    A new version can remove members or change their meaning. Until then they're deprecated, and
    templates with them get a warning.

    ## Variables

    | variable | type | where |
    |---|---|---|

    """
  }

  private static var essentialRows: [String] {
    essentials.compactMap { essential in
      entries.first { $0.name == essential.kind }?.members
        .first { $0.name == essential.member }
        .map { "| `\(essential.kind).\($0.name)` | \($0.type) | \($0.summary) |" }
    }
  }
}
