/// The cycles of a directed graph: the sets of nodes that reach each other. A node without a cycle is
/// the only one of its set.
struct Cycles {
  private let next: [[Int]]
  private var order: [Int?]
  /// The earliest open node that each node is known to reach.
  private var earliest: [Int]
  private var sets: [Int]
  /// The nodes whose set is not complete.
  private var open: [Int] = []
  private var isOpen: [Bool]
  private var count = 0
  private var setCount = 0

  /// - Parameter next: The nodes to which each node leads.
  /// - Returns: For each node, the number of its set.
  static func find(_ next: [[Int]]) -> [Int] {
    var cycles = Cycles(next)
    for node in next.indices where cycles.order[node] == nil { cycles.walk(from: node) }
    return cycles.sets
  }

  private init(_ next: [[Int]]) {
    self.next = next
    order = Array(repeating: nil, count: next.count)
    earliest = Array(repeating: 0, count: next.count)
    sets = earliest
    isOpen = Array(repeating: false, count: next.count)
  }

  /// Tarjan's algorithm, with its own stack, because chains of types can be long.
  private mutating func walk(from start: Int) {
    var path = [(node: start, step: 0)]
    enter(start)
    while let (node, step) = path.last {
      if step < next[node].count {
        path[path.count - 1].step += 1
        let target = next[node][step]
        if order[target] == nil {
          enter(target)
          path.append((target, 0))
        } else if isOpen[target] {
          earliest[node] = min(earliest[node], order[target] ?? 0)
        }
      } else {
        path.removeLast()
        if let parent = path.last?.node { earliest[parent] = min(earliest[parent], earliest[node]) }
        if earliest[node] == order[node] { close(node) }
      }
    }
  }

  private mutating func enter(_ node: Int) {
    order[node] = count
    earliest[node] = count
    count += 1
    open.append(node)
    isOpen[node] = true
  }

  private mutating func close(_ first: Int) {
    while let node = open.popLast() {
      isOpen[node] = false
      sets[node] = setCount
      if node == first { break }
    }
    setCount += 1
  }
}

extension Cycles {
  /// For each type that an attribute has, the number of its set of types that contain each other.
  static func find(in types: [ValueTypeModel]) -> [Int] {
    find(
      types.map { type in
        let fields = type.fields.compactMap { $0.type.valueType?.index }
        return fields + (type.tagging?.cases ?? []).compactMap { $0.type?.index }
      })
  }

  /// For each of the other types, the number of its set of types that contain each other.
  static func find(in types: [InlineType]) -> [Int] {
    find(types.map { $0.fields.flatMap { positions(in: $0.type) } })
  }

  private static func positions(in type: PayloadType) -> [Int] {
    switch type {
    case .named(let position): [position]
    case .inline(let inline): inline.fields.flatMap { positions(in: $0.type) }
    case .array(let element), .dictionary(let element), .optional(let element):
      positions(in: element)
    case .entity, .patch, .scalar, .enumeration, .value, .money, .file, .tagged: []
    }
  }
}
