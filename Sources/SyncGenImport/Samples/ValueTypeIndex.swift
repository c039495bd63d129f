/// The positions of value types by what objects of the same type share: their keys, or their name.
struct ValueTypeIndex {
  private var byKeys: [UInt64: Set<Int>] = [:]
  private var byName: [String: Set<Int>] = [:]
  /// By the ends of names: `address` for `shipping_address`.
  private var byEnd: [String: Set<Int>] = [:]

  mutating func add(_ position: Int, name: String, keys: UInt64) {
    byName[name, default: []].insert(position)
    for end in Self.ends(of: name) { byEnd[end, default: []].insert(position) }
    add(position, keys: keys)
  }

  /// Adds the keys of a type that was found before.
  mutating func add(_ position: Int, keys: UInt64) {
    byKeys[keys, default: []].insert(position)
  }

  /// The types of which objects may be, in order.
  func positions(named name: String, keys: UInt64) -> [Int] {
    var found = byKeys[keys] ?? []
    for known in [name] + Self.ends(of: name) { found.formUnion(byName[known] ?? []) }
    found.formUnion(byEnd[name] ?? [])
    return found.sorted()
  }

  private static func ends(of name: String) -> [String] {
    name.indices.filter { name[$0] == "_" }.map { String(name[name.index(after: $0)...]) }
  }
}

extension ObjectShape {
  /// Merges other objects.
  ///
  /// - Returns: The objects that may have more keys now: these, and objects in them.
  func merging(_ other: ObjectShape) -> [ObjectShape] {
    var inner: [ObjectShape] = []
    var visited: Set<ObjectIdentifier> = []
    other.collect(into: &inner, &visited)
    merge(other)
    return inner.map(\.resolved)
  }

  private func collect(into found: inout [ObjectShape], _ visited: inout Set<ObjectIdentifier>) {
    guard visited.insert(ObjectIdentifier(self)).inserted else { return }
    found.append(self)
    for place in members.map(\.place) + [values].compactMap({ $0 }) {
      var place: Shape? = place
      while let next = place {
        next.object?.collect(into: &found, &visited)
        place = next.element
      }
    }
  }
}
