/// What a diagram is laid out of: boxes by their positions, and lines between them.
struct DiagramGraph {
  struct Line: Hashable {
    /// The box that has the row from which the line starts.
    let from: Int
    let to: Int
    /// How the line arrives. Lines that arrive alike run together.
    let mark: DiagramPath.Mark
  }

  let boxCount: Int
  let lines: [Line]

  /// The other boxes that a box's own lines lead to.
  private(set) var targets: [[Int]]

  init(boxCount: Int, lines: [Line]) {
    self.boxCount = boxCount
    self.lines = lines
    targets = [[Int]](repeating: [], count: boxCount)
    for line in lines where line.from != line.to {
      targets[line.from].append(line.to)
    }
  }

  /// The boxes that no line connects with another one.
  var lonely: [Int] {
    var isLinked = [Bool](repeating: false, count: boxCount)
    for line in lines where line.from != line.to {
      isLinked[line.from] = true
      isLinked[line.to] = true
    }
    return (0..<boxCount).filter { !isLinked[$0] }
  }
}
