import SyncGenSchema

/// An entity-relationship diagram with the positions of all elements, in pixels.
///
/// Entities that others refer to are on the left, those that refer to them further to the right.
/// Lines pass between the boxes of the layers that they cross.
struct DiagramLayout: Sendable {
  struct Row: Sendable {
    let link: LinkContext
    /// The row's baseline.
    let y: Int
  }

  struct Box: Sendable {
    let entity: EntityID
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let rows: [Row]
  }

  struct Line: Sendable {
    let link: LinkContext
    let path: String
    let marks: String
  }

  private(set) var boxes: [Box] = []
  private(set) var lines: [Line] = []
  private(set) var width = 0
  private(set) var height = 0

  init(_ schema: Schema) {
    let links = LinkContext.all(of: schema)
    let graph = DiagramGraph(
      boxCount: schema.entities.count,
      lines: links.map {
        .init(from: $0.source.index, to: $0.target.index, mark: $0.farMark)
      })
    var placing = DiagramPlacing(schema, links, graph)
    placing.placeLayers()
    placing.placeLonely()
    boxes = placing.boxes
    lines = placing.lines()
    width = (boxes.map { $0.x + $0.width }.max() ?? 0) + DiagramPlacing.margin + placing.overhang
    height = (boxes.map { $0.y + $0.height }.max() ?? 0) + DiagramPlacing.margin
  }
}
