/// Determines the vertical position of each element of a diagram, close to its linked elements and
/// clear of those above and below.
struct DiagramHeights {
  private let routes: DiagramRoutes
  /// The height of each element.
  private let sizes: [Double]
  private let gaps: (box: Double, line: Double)
  private let boxCount: Int
  /// The middle of each element.
  private(set) var middles: [Double]

  init(_ routes: DiagramRoutes, sizes: [Double], boxCount: Int, gaps: (box: Double, line: Double)) {
    self.routes = routes
    self.sizes = sizes
    self.boxCount = boxCount
    self.gaps = gaps
    middles = [Double](repeating: 0, count: sizes.count)
    for layer in routes.layers { stack(layer) }
    for sweep in 0..<24 {
      let indices = Array(routes.layers.indices)
      for index in sweep % 2 == 0 ? indices : indices.reversed() { pull(routes.layers[index]) }
    }
    let top = middles.indices.map { middles[$0] - sizes[$0] / 2 }.min() ?? 0
    for index in middles.indices { middles[index] -= top }
  }

  private mutating func stack(_ layer: [Int]) {
    var last: Int?
    for position in layer {
      if let last { middles[position] = middles[last] + distance(last, position) }
      last = position
    }
  }

  /// Moves a layer toward its neighbors. Making room both downwards and upwards keeps the
  /// distances, and so does the mean of the two.
  private mutating func pull(_ layer: [Int]) {
    let wanted = layer.map { position in
      let around = (routes.left[position] + routes.right[position]).map { middles[$0] }
      return around.isEmpty ? middles[position] : around.reduce(0, +) / Double(around.count)
    }
    var (down, up) = (wanted, wanted)
    for index in layer.indices.dropFirst() {
      let least = down[index - 1] + distance(layer[index - 1], layer[index])
      down[index] = max(down[index], least)
    }
    for index in layer.indices.dropLast().reversed() {
      let most = up[index + 1] - distance(layer[index], layer[index + 1])
      up[index] = min(up[index], most)
    }
    for (index, position) in layer.enumerated() {
      middles[position] = (down[index] + up[index]) / 2
    }
  }

  private func distance(_ above: Int, _ below: Int) -> Double {
    let areBoxes = above < boxCount && below < boxCount
    let areLines = above >= boxCount && below >= boxCount
    return (sizes[above] + sizes[below]) / 2
      + (areBoxes ? gaps.box : areLines ? gaps.line : gaps.box * 0.75)
  }
}
