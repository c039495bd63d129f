/// The path from a payload's row to a value, converted to text only when needed.
struct PayloadPlace {
  private enum Step {
    case index(Int)
    case key(String)
    /// A key that the data determines: a key of a dictionary, or an identity.
    case entry(String)
    /// The place of a row in a document, and its path without indexes.
    case row(String, path: String)
  }

  private var steps: [Step]

  init(row: Int) {
    steps = [.index(row)]
  }

  init(_ location: RowLocation) {
    switch location {
    case .top(let position): steps = [.index(position)]
    case .keyed(let key): steps = [.row(key, path: "")]
    case .listed(_, let keys, _), .included(let keys, _):
      steps = [.row(location.path, path: keys)]
    case .nested: steps = [.row(location.path, path: "")]
    }
  }

  /// - Parameter isNamed: Whether the schema, rather than the data, names the key.
  mutating func enter(_ key: String, isNamed: Bool = true) {
    steps.append(isNamed ? .key(key) : .entry(key))
  }

  mutating func enter(_ index: Int) {
    steps.append(.index(index))
  }

  mutating func leave() {
    steps.removeLast()
  }

  /// The place as text, e.g. `[3].items[2].due_on`.
  var text: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key), .entry(let key): text += ".\(key)"
      case .row(let place, _): text += place
      }
    }
  }

  /// The path without indexes, e.g. `items.due_on`.
  var path: String {
    steps.compactMap { step in
      switch step {
      case .key(let key): key
      case .row(_, let path): path.isEmpty ? nil : path
      case .index, .entry: nil
      }
    }.joined(separator: ".")
  }
}

/// The number of occurrences, and the place of the first one.
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
