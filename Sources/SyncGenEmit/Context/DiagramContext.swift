import SyncGenSchema
import SyncGenTemplateEngine

/// An entity-relationship diagram as exposed to templates.
struct DiagramContext: ContextSubject {
  @Shared var layout: DiagramLayout
  let schema: Schema

  static let type = ContextType<Self>(
    "diagram", "An entity-relationship diagram with all positions, in pixels.",
    [
      .number("width", "The width.") { $0.layout.width },
      .number("height", "The height.") { $0.layout.height },
      .number("leastWidth", "The smallest readable width.") {
        $0.layout.width * 3 / 4
      },
      .objects("boxes", "The entities in the order of the schema.") { context in
        context.layout.boxes.map { DiagramBoxContext(box: $0, schema: context.schema) }
      },
      .objects("lines", "The links between them.") {
        $0.layout.lines.map(DiagramLineContext.init)
      },
    ])
}

/// A box of a diagram as exposed to templates.
struct DiagramBoxContext: ContextSubject {
  let box: DiagramLayout.Box
  let schema: Schema

  static let type = ContextType<Self>(
    "diagram box", "An entity in a diagram.",
    [
      .text("entity", "The entity's name.") { $0.schema[$0.box.entity].name.name },
      .number("attributeCount", "How many attributes the entity has.") {
        $0.schema[$0.box.entity].attributes.count
      },
      .number("x", "The left edge.") { $0.box.x },
      .number("y", "The upper edge.") { $0.box.y },
      .number("width", "The width.") { $0.box.width },
      .number("height", "The height.") { $0.box.height },
      .number("textX", "Where labels begin.") { $0.box.x + DiagramPlacing.textInset },
      .number("titleY", "The middle of the name.") {
        $0.box.y + DiagramPlacing.titleHeight / 2
      },
      .number("footY", "The middle of the text below the rows.") {
        $0.box.y + $0.box.height - DiagramPlacing.footHeight / 2
      },
      .objects("rows", "A row for each link that starts here.") {
        $0.box.rows.map(DiagramRowContext.init)
      },
    ])
}

/// A row of a box as exposed to templates.
struct DiagramRowContext: ContextSubject {
  let row: DiagramLayout.Row

  static let type = ContextType<Self>(
    "diagram row", "A link in the box of the entity where it starts.",
    [
      .text("label", "The relationship's name, with `?` if it is optional and `[]` for a list.") {
        $0.row.link.label
      },
      .number("y", "The middle.") { $0.row.y },
      .object("link", "The link.") { $0.row.link },
    ])
}

/// A line of a diagram as exposed to templates.
struct DiagramLineContext: ContextSubject {
  let line: DiagramLayout.Line

  static let type = ContextType<Self>(
    "diagram line", "A link as a line of a diagram.",
    [
      .object("link", "The link.") { $0.line.link },
      .text("path", "The line as an SVG path.") { $0.line.path },
      .text("marks", "The marks at both ends as an SVG path, which show the number of rows.") {
        $0.line.marks
      },
    ])
}
