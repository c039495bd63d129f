/// Assigns boxes to layers, so that every line connects two layers.
///
/// Boxes that others refer to come first. The number of boxes per layer is limited, so that the
/// diagram does not become a single column.
struct DiagramLayering {
  private let graph: DiagramGraph
  /// Every linked box after those that it refers to, except in cycles.
  private var order: [Int] = []

  static func layers(of graph: DiagramGraph) -> [[Int]] {
    var layering = DiagramLayering(graph)
    layering.sort()
    return layering.layers()
  }

  private init(_ graph: DiagramGraph) {
    self.graph = graph
  }

  /// Depth first, without recursion, because a chain of entities may be long.
  private mutating func sort() {
    var isSeen = [Bool](repeating: false, count: graph.boxCount)
    for box in graph.lonely { isSeen[box] = true }
    for start in 0..<graph.boxCount where !isSeen[start] {
      isSeen[start] = true
      var path = [(box: start, next: 0)]
      while let top = path.last {
        guard top.next < graph.targets[top.box].count else {
          order.append(top.box)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = graph.targets[top.box][top.next]
        guard !isSeen[target] else { continue }
        isSeen[target] = true
        path.append((target, 0))
      }
    }
  }

  private func layers() -> [[Int]] {
    let limit = max(4, Int((Double(order.count) * 1.6).squareRoot().rounded(.up)))
    var place = [Int?](repeating: nil, count: graph.boxCount)
    var layers: [[Int]] = []
    for box in order {
      // A target without a place is in a cycle with the box: it refers to the box through others
      // and therefore gets a later layer.
      var layer = graph.targets[box].compactMap { place[$0] }.max().map { $0 + 1 } ?? 0
      while layer < layers.count, layers[layer].count >= limit { layer += 1 }
      if layer == layers.count { layers.append([]) }
      layers[layer].append(box)
      place[box] = layer
    }
    return layers
  }
}
