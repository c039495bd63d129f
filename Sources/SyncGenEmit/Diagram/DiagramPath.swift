/// The path of a line as SVG writes it, and the marks at its ends.
struct DiagramPath {
  struct Point: Hashable {
    let x: Int
    let y: Int
  }

  /// What an end of a line says of how many rows there are.
  enum Mark {
    case one, optional, many
  }

  private(set) var text: String
  private var last: Point

  init(from start: Point) {
    text = "M\(start.x),\(start.y)"
    last = start
  }

  /// A curve that leaves and arrives level.
  mutating func curve(to end: Point) {
    let middle = (last.x + end.x) / 2
    text += " C\(middle),\(last.y) \(middle),\(end.y) \(end.x),\(end.y)"
    last = end
  }

  mutating func level(to x: Int) {
    text += " H\(x)"
    last = Point(x: x, y: last.y)
  }

  /// A line from one row of a box's right side to another one.
  static func loop(from start: Point, to end: Point, width: Int) -> String {
    let x = start.x + width
    return "M\(start.x),\(start.y) C\(x),\(start.y) \(x),\(end.y) \(end.x),\(end.y)"
  }

  /// - Parameter direction: 1 where the line goes to the right from its end, -1 to the left.
  static func mark(_ mark: Mark, at point: Point, direction: Int) -> String {
    let (x, y) = (point.x, point.y)
    switch mark {
    case .one:
      return "M\(x + direction * 7),\(y - 5) v10"
    case .optional:
      // A bar, and a circle after it.
      return "M\(x + direction * 6),\(y - 5) v10 M\(x + direction * 8),\(y) "
        + "a3,3 0 1 0 \(direction * 6),0 a3,3 0 1 0 \(direction * -6),0"
    case .many:
      return "M\(x),\(y - 5) L\(x + direction * 10),\(y) L\(x),\(y + 5)"
    }
  }
}
