/// The way from a payload's row to a value, made text only where somebody wants to see it.
struct PayloadPlace {
  private enum Step {
    case index(Int)
    case key(String)
    /// A key that data choose, as those of a dictionary.
    case entry(String)
  }

  private var steps: [Step]

  init(row: Int) {
    steps = [.index(row)]
  }

  /// - Parameter isNamed: Whether the schema names the key, and not the data.
  mutating func enter(_ key: String, isNamed: Bool = true) {
    steps.append(isNamed ? .key(key) : .entry(key))
  }

  mutating func enter(_ index: Int) {
    steps.append(.index(index))
  }

  mutating func leave() {
    steps.removeLast()
  }

  /// E.g. `[3].items[2].due_on`.
  var text: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key), .entry(let key): text += ".\(key)"
      }
    }
  }

  /// E.g. `items.due_on`.
  var path: String {
    steps.compactMap { step in
      if case .key(let key) = step { return key }
      return nil
    }.joined(separator: ".")
  }
}

/// How often something was seen, and where first.
struct Occurrences {
  private(set) var count = 0
  private(set) var path = ""
  private(set) var example = ""

  mutating func add(at place: PayloadPlace) {
    if count == 0 {
      path = place.path
      example = place.text
    }
    count += 1
  }
}
