import SyncGenSchema

/// Positions boxes and lines: layers from left to right, then unlinked boxes in rows below.
struct DiagramPlacing {
  static let margin = 16
  static let textInset = 12
  static let titleHeight = 30
  static let rowHeight = 20
  static let footHeight = 24
  private static let gap = 24
  private static let loopWidth = 26
  private static let markHeight = 10

  private let schema: Schema
  private let links: [LinkContext]
  private let graph: DiagramGraph
  private var routes: DiagramRoutes
  /// The links that have a row in each box.
  private let rows: [[Int]]
  /// The row of each link in its box.
  private let rowNumbers: [Int]
  /// The end marks of each box's lines to itself, the last one first.
  private let loopMarks: [[DiagramPath.Mark]]
  /// The boxes by entity.
  private var places: [DiagramLayout.Box?]
  private var middles: [Double] = []
  /// The left and right edge of each layer.
  private var columns: [(left: Int, right: Int)] = []

  init(_ schema: Schema, _ links: [LinkContext], _ graph: DiagramGraph) {
    self.schema = schema
    self.links = links
    self.graph = graph
    routes = DiagramRoutes(graph, layers: DiagramLayering.layers(of: graph))
    routes.order()
    var rows = [[Int]](repeating: [], count: graph.boxCount)
    var rowNumbers: [Int] = []
    for (index, line) in graph.lines.enumerated() {
      rowNumbers.append(rows[line.from].count)
      rows[line.from].append(index)
    }
    self.rows = rows
    self.rowNumbers = rowNumbers
    loopMarks = rows.map { rows in
      rows.filter { graph.lines[$0].from == graph.lines[$0].to }.reversed()
        .map { links[$0].farMark }.uniqued()
    }
    places = [DiagramLayout.Box?](repeating: nil, count: graph.boxCount)
  }

  var boxes: [DiagramLayout.Box] { places.compactMap { $0 } }

  /// How far a box's line to itself extends to the right.
  var overhang: Int {
    graph.lines.contains { $0.from == $0.to } ? Self.loopWidth : 0
  }

  private func height(_ box: Int) -> Int {
    Self.titleHeight + rows[box].count * Self.rowHeight + Self.footHeight
  }

  /// Wide enough for common sans-serif fonts.
  private func width(_ box: Int) -> Int {
    let title = schema.entities[box].name.name.count * 9
    let names = rows[box].map { links[$0].label.count * 7 + 8 }
    return max(112, max(title, names.max() ?? 0) + 24)
  }

  // MARK: Boxes

  mutating func placeLayers() {
    let count = routes.left.count
    let sizes = (0..<count).map { $0 < graph.boxCount ? Double(height($0)) : 2 }
    middles =
      DiagramHeights(routes, sizes: sizes, boxCount: graph.boxCount, gaps: (20, 12)).middles
    var x = Self.margin
    for layer in routes.layers {
      let boxes = layer.filter { $0 < graph.boxCount }
      let width = boxes.map(width).max() ?? 0
      for box in boxes {
        let y = Self.margin + Int((middles[box] - sizes[box] / 2).rounded())
        place(box, x: x, y: y, width: width)
      }
      columns.append((x, x + width))
      // Many lines need room to turn.
      let turns = layer.reduce(0) { $0 + routes.right[$1].count }
      x += width + 64 + min(72, turns * 2)
    }
  }

  private mutating func place(_ box: Int, x: Int, y: Int, width: Int) {
    let rows = rows[box].enumerated().map { index, link in
      DiagramLayout.Row(
        link: links[link], y: y + Self.titleHeight + index * Self.rowHeight + Self.rowHeight / 2)
    }
    places[box] = DiagramLayout.Box(
      entity: schema.entityIDs[box], x: x, y: y, width: width, height: height(box), rows: rows)
  }

  mutating func placeLonely() {
    let end = max(columns.last?.right ?? 0, 900)
    var x = Self.margin
    var y = boxes.map { $0.y + $0.height + 2 * Self.gap }.max() ?? Self.margin
    var lowest = y
    for box in graph.lonely {
      let width = width(box)
      if x > Self.margin, x + width > end {
        x = Self.margin
        y = lowest + Self.gap
      }
      place(box, x: x, y: y, width: width)
      lowest = max(lowest, y + height(box))
      x += width + Self.gap + (rows[box].isEmpty ? 0 : Self.loopWidth)
    }
  }

  // MARK: Lines

  func lines() -> [DiagramLayout.Line] {
    let ports = self.ports()
    let routed = routes.routes.map { route in line(route, ports[route.line] ?? 0) }
    let loops = graph.lines.indices.filter(isLoop)
    return (routed + loops.compactMap(loop)).compactMap { $0 }
  }

  /// The vertical positions at which lines arrive at a box: for each side, lines with equal marks
  /// share one position, in order of arrival.
  private func ports() -> [Int: Int] {
    var arriving: [Side: [DiagramRoutes.Route]] = [:]
    for route in routes.routes {
      // A line arrives at the left side if its own row is at its left end.
      let side = Side(box: graph.lines[route.line].to, isLeft: route.startsLeft)
      arriving[side, default: []].append(route)
    }
    var ports: [Int: Int] = [:]
    for (side, routes) in arriving {
      guard let place = places[side.box] else { continue }
      let trees = Dictionary(grouping: routes) { graph.lines[$0.line].mark }.values
      let sorted = trees.sorted { source(of: $0) < source(of: $1) }
      for (index, tree) in sorted.enumerated() {
        let y = place.y + place.height * (index + 1) / (sorted.count + 1)
        let port = side.isLeft ? y : clear(of: side.box, from: y)
        for route in tree { ports[route.line] = port }
      }
    }
    return ports
  }

  /// The next lower position on the right side of a box at which none of its lines to itself
  /// begins.
  private func clear(of box: Int, from y: Int) -> Int {
    let loops = rows[box].filter(isLoop).compactMap(rowHeight)
    guard let place = places[box] else { return y }
    let isFree = { (y: Int) in loops.allSatisfy { abs($0 - y) >= Self.markHeight } }
    return (y..<max(y + 1, place.y + place.height - Self.markHeight / 2)).first(where: isFree) ?? y
  }

  private func isLoop(_ line: Int) -> Bool {
    graph.lines[line].from == graph.lines[line].to
  }

  private struct Side: Hashable {
    let box: Int
    let isLeft: Bool
  }

  /// The height from which lines come to their target, and a number that distinguishes them.
  private func source(of tree: [DiagramRoutes.Route]) -> (Double, Int) {
    let heights = tree.map { route in
      middles[route.startsLeft ? route.stops[route.stops.count - 2] : route.stops[1]]
    }
    return (heights.reduce(0, +) / Double(heights.count), tree[0].line)
  }

  private func line(_ route: DiagramRoutes.Route, _ port: Int) -> DiagramLayout.Line? {
    guard let first = places[route.stops[0]],
      let last = places[route.stops[route.stops.count - 1]],
      let row = rowHeight(of: route.line)
    else { return nil }
    let start = DiagramPath.Point(
      x: first.x + first.width, y: route.startsLeft ? row : port)
    let end = DiagramPath.Point(x: last.x, y: route.startsLeft ? port : row)
    var path = DiagramPath(from: start)
    for (index, stop) in route.stops.enumerated().dropFirst().dropLast() {
      let column = columns[route.firstLayer + index]
      path.curve(to: .init(x: column.left, y: Self.margin + Int(middles[stop].rounded())))
      path.level(to: column.right)
    }
    path.curve(to: end)
    let link = links[route.line]
    let marks = [
      DiagramPath.mark(route.startsLeft ? link.ownMark : link.farMark, at: start, direction: 1),
      DiagramPath.mark(route.startsLeft ? link.farMark : link.ownMark, at: end, direction: -1),
    ]
    return .init(link: link, path: path.text, marks: marks.joined(separator: " "))
  }

  private func rowHeight(of line: Int) -> Int? {
    places[graph.lines[line].from]?.rows[rowNumbers[line]].y
  }

  private func loop(_ line: Int) -> DiagramLayout.Line? {
    guard let box = places[graph.lines[line].from], let row = rowHeight(of: line) else {
      return nil
    }
    let start = DiagramPath.Point(x: box.x + box.width, y: row)
    let link = links[line]
    // Loops with equal marks share their end; the longest one is the outermost, and ends above the
    // others.
    let marks = loopMarks[graph.lines[line].from]
    let place = marks.firstIndex(of: link.farMark) ?? 0
    let end = DiagramPath.Point(
      x: start.x,
      y: box.y + (Self.titleHeight + (2 * place - marks.count + 1) * Self.markHeight) / 2)
    let ends = [
      DiagramPath.mark(link.ownMark, at: start, direction: 1),
      DiagramPath.mark(link.farMark, at: end, direction: 1),
    ]
    return .init(
      link: link, path: DiagramPath.loop(from: start, to: end, width: 34 - 8 * place),
      marks: ends.joined(separator: " "))
  }
}

extension LinkContext {
  /// The name in the row of a box.
  var label: String {
    switch kind {
    case .manyToMany: name + " []"
    case .toOne, .oneToOne: name + (isOptional ? " ?" : "")
    }
  }

  /// The cardinality at the end with the row: how many rows refer to one.
  var ownMark: DiagramPath.Mark { kind == .oneToOne ? .optional : .many }

  var farMark: DiagramPath.Mark {
    switch kind {
    case .manyToMany: .many
    case .toOne, .oneToOne: isOptional ? .optional : .one
    }
  }
}
