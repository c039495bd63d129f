/// The path of a line as SVG, with the marks at its ends.
struct DiagramPath {
  struct Point: Hashable {
    let x: Int
    let y: Int
  }

  /// The cardinality at the end of a line.
  enum Mark {
    case one, optional, many
  }

  private(set) var text: String
  private var last: Point

  init(from start: Point) {
    text = "M\(start.x),\(start.y)"
    last = start
  }

  /// A curve with horizontal ends.
  mutating func curve(to end: Point) {
    let middle = (last.x + end.x) / 2
    text += " C\(middle),\(last.y) \(middle),\(end.y) \(end.x),\(end.y)"
    last = end
  }

  mutating func level(to x: Int) {
    text += " H\(x)"
    last = Point(x: x, y: last.y)
  }

  /// A line from one row to another on the right side of the same box.
  static func loop(from start: Point, to end: Point, width: Int) -> String {
    let x = start.x + width
    return "M\(start.x),\(start.y) C\(x),\(start.y) \(x),\(end.y) \(end.x),\(end.y)"
  }

  /// - Parameter direction: 1 if the line goes to the right from its end, -1 if to the left.
  static func mark(_ mark: Mark, at point: Point, direction: Int) -> String {
    let (x, y) = (point.x, point.y)
    switch mark {
    case .one:
      return "M\(x + direction * 7),\(y - 5) v10"
    case .optional:
      // A bar followed by a circle.
      return "M\(x + direction * 6),\(y - 5) v10 M\(x + direction * 8),\(y) "
        + "a3,3 0 1 0 \(direction * 6),0 a3,3 0 1 0 \(direction * -6),0"
    case .many:
      return "M\(x),\(y - 5) L\(x + direction * 10),\(y) L\(x),\(y + 5)"
    }
  }
}
