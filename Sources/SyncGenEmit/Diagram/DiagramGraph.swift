/// The input of a diagram's layout: boxes by their positions, and lines between them.
struct DiagramGraph {
  struct Line: Hashable {
    /// The box with the row from which the line starts.
    let from: Int
    let to: Int
    /// The mark at the end of the line. Lines with equal marks are merged.
    let mark: DiagramPath.Mark
  }

  let boxCount: Int
  let lines: [Line]

  /// The other boxes to which a box's own lines are drawn.
  private(set) var targets: [[Int]]

  init(boxCount: Int, lines: [Line]) {
    self.boxCount = boxCount
    self.lines = lines
    targets = [[Int]](repeating: [], count: boxCount)
    for line in lines where line.from != line.to {
      targets[line.from].append(line.to)
    }
  }

  /// The boxes without lines to other boxes.
  var lonely: [Int] {
    var isLinked = [Bool](repeating: false, count: boxCount)
    for line in lines where line.from != line.to {
      isLinked[line.from] = true
      isLinked[line.to] = true
    }
    return (0..<boxCount).filter { !isLinked[$0] }
  }
}
