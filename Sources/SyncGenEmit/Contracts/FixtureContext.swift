import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// A fixture as exposed to templates.
struct FixtureContext: ContextSubject {
  let fixture: Fixture

  static let type = ContextType<Self>(
    "fixture", "A payload that an endpoint may return, or that a store must reject.",
    [
      .text(
        "name", "`valid`, `missing`, `null`, `empty`, `tombstone`, `unknown-enum-…`, `bad-date`."
      ) {
        $0.fixture.name
      },
      .text("endpoint", "The endpoint's name.") { $0.fixture.endpoint.name.name },
      .optionalText("entity", "The entity whose rows it contains.") { context in
        context.fixture.rows.map { context.fixture.names.names.schema[$0.entity].name.name }
      },
      .optionalText(
        "document",
        "The type of the document, if it is one that an endpoint applies "
          + "to a store."
      ) {
        context in
        let names = context.fixture.names
        return context.fixture.endpoint.storedDocument.map { names.api.types[$0].name }
      },
      .optionalText("root", "The dotted path of the rows.") { context in
        guard let rows = context.fixture.rows, !rows.root.isEmpty else { return nil }
        return rows.root.joined(separator: ".")
      },
      .optionalText(
        "keyedBy",
        "The identity whose values are the keys of the object with the "
          + "rows."
      ) {
        $0.fixture.rows?.keyedBy
      },
      .flag("isItem", "Whether it is one row instead of a list.") {
        $0.fixture.rows?.isItem ?? false
      },
      .flag("isAccepted", "Whether a store accepts it.") { $0.fixture.isAccepted },
      .text("json", "The payload, in several lines.") {
        $0.fixture.json.text(.lines { JSONString.quotedInSource($0) })
      },
    ])
}
