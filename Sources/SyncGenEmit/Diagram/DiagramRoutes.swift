/// The layers of a diagram, with a position in each layer that a long line passes.
///
/// Lines with equal marks at the same side of a box share their positions, like the branches of a
/// tree. Otherwise, a box that many others refer to would be hidden by lines.
///
/// A line that crosses very many layers is drawn straight to its end, below the boxes that it
/// crosses: the work and the size of the page grow with the number of lines, not with their
/// lengths.
///
/// Numbers up to the number of boxes are boxes; those after are positions where a line passes.
struct DiagramRoutes {
  /// The stops of a line, from its left end to its right end.
  struct Route {
    let line: Int
    let stops: [Int]
    /// The layer of the first stop; each further stop is in the next layer.
    let firstLayer: Int
    /// Whether the line's own row is at the left end.
    let startsLeft: Bool
  }

  /// The point where the lines of a tree pass a layer.
  private struct Pass: Hashable {
    let box: Int
    let mark: DiagramPath.Mark
    let startsLeft: Bool
    let layer: Int
  }

  /// The maximum number of layers that a line passes on its own route.
  private static let longestWay = 32

  private struct Neighbors: Hashable {
    let left: Int
    let right: Int
  }

  private(set) var layers: [[Int]]
  private(set) var routes: [Route] = []
  /// The neighbors of each position in the previous and the next layer.
  private(set) var left: [[Int]]
  private(set) var right: [[Int]]
  private var passes: [Pass: Int] = [:]
  private var joined: Set<Neighbors> = []
  /// The index of each position in its layer.
  private var places: [Int] = []

  init(_ graph: DiagramGraph, layers: [[Int]]) {
    self.layers = layers
    left = [[Int]](repeating: [], count: graph.boxCount)
    right = left
    var place = [Int](repeating: 0, count: graph.boxCount)
    for (index, layer) in layers.enumerated() {
      for box in layer { place[box] = index }
    }
    for (index, line) in graph.lines.enumerated() where line.from != line.to {
      let startsLeft = place[line.from] < place[line.to]
      let ends = startsLeft ? (line.from, line.to) : (line.to, line.from)
      let first = place[ends.0]
      let between = (first + 1)..<max(first + 1, place[ends.1])
      let isLong = between.count > Self.longestWay
      let passed = (isLong ? first..<first : between).map { layer in
        pass(.init(box: line.to, mark: line.mark, startsLeft: startsLeft, layer: layer))
      }
      let stops = [ends.0] + passed + [ends.1]
      if !isLong { join(stops) }
      routes.append(
        Route(line: index, stops: stops, firstLayer: first, startsLeft: startsLeft))
    }
    places = [Int](repeating: 0, count: left.count)
    for layer in self.layers { number(layer) }
  }

  private mutating func pass(_ pass: Pass) -> Int {
    if let known = passes[pass] { return known }
    let position = left.count
    passes[pass] = position
    layers[pass.layer].append(position)
    left.append([])
    right.append([])
    return position
  }

  private mutating func join(_ stops: [Int]) {
    for (one, other) in zip(stops, stops.dropFirst())
    where joined.insert(.init(left: one, right: other)).inserted {
      right[one].append(other)
      left[other].append(one)
    }
  }

  // MARK: Order

  /// Orders each layer by the middle of each position's neighbors, so that few lines cross.
  mutating func order() {
    var best = layers
    var fewest = crossings
    for sweep in 0..<16 {
      let isForward = sweep % 2 == 0
      let indices = Array(layers.indices)
      for index in isForward ? indices : indices.reversed() {
        sort(index, by: isForward ? left : right)
      }
      let count = crossings
      if count < fewest { (best, fewest) = (layers, count) }
    }
    layers = best
    for layer in layers { number(layer) }
  }

  private mutating func sort(_ layer: Int, by neighbors: [[Int]]) {
    let keyed = layers[layer].enumerated().map { index, position in
      let around = neighbors[position].map { places[$0] }
      let middle =
        around.isEmpty ? Double(index) : Double(around.reduce(0, +)) / Double(around.count)
      return (position: position, middle: middle, index: index)
    }
    layers[layer] = keyed.sorted { ($0.middle, $0.index) < ($1.middle, $1.index) }
      .map(\.position)
    number(layers[layer])
  }

  private mutating func number(_ layer: [Int]) {
    for (index, position) in layer.enumerated() { places[position] = index }
  }

  private var crossings: Int {
    layers.reduce(0) { total, layer in
      let ends = layer.flatMap { position in right[position].map { places[$0] }.sorted() }
      return total + Self.inversions(ends)
    }
  }

  /// The number of inversions in a list of numbers.
  private static func inversions(_ numbers: [Int]) -> Int {
    var tree = [Int](repeating: 0, count: (numbers.max() ?? 0) + 2)
    var count = 0
    for (seen, number) in numbers.enumerated() {
      var notGreater = 0
      var index = number + 1
      while index > 0 {
        notGreater += tree[index]
        index -= index & -index
      }
      count += seen - notGreater
      index = number + 1
      while index < tree.count {
        tree[index] += 1
        index += index & -index
      }
    }
    return count
  }
}
