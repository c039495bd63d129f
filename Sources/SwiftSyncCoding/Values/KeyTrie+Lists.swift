/// The elements of a list that paths contain, e.g. `items[0].url`, `edges[].node`.
package final class ListSteps {
  /// The path of the list in the row's object.
  package let path: String
  /// The meanings of single elements, by ascending index.
  package fileprivate(set) var elements: [(index: Int, entry: KeyTrie.Entry)] = []
  /// The meaning of each element.
  package fileprivate(set) var each: KeyTrie.Entry?

  package init(path: String) {
    self.path = path
  }

  /// The meaning of the element at an index.
  package func entry(at index: Int) -> KeyTrie.Entry? {
    elements.first { $0.index == index }?.entry
  }

  /// The keys of an element that paths read; `nil` if they read whole elements.
  package var keys: KeyTrie? { entries.lazy.compactMap(\.child).first }

  /// The entries of all steps.
  package var entries: [KeyTrie.Entry] { elements.map(\.entry) + (each.map { [$0] } ?? []) }

  /// Lets the meanings of the elements know the keys of each other.
  func join() {
    let single = elements.compactMap(\.entry.child)
    guard let each = each?.child else {
      // Each element has at most one meaning, so its unknown keys are counted once.
      return KeyTrie.join(single, countingAll: true)
    }
    KeyTrie.join([each] + single)
  }

  func addElement(_ index: Int) -> KeyTrie.Entry {
    if let known = entry(at: index) { return known }
    let entry = KeyTrie.Entry("\(path)[\(index)]")
    elements.append((index, entry))
    elements.sort { $0.index < $1.index }
    return entry
  }

  func addEach() -> KeyTrie.Entry {
    if let each { return each }
    let entry = KeyTrie.Entry("\(path)[]")
    each = entry
    return entry
  }
}

extension KeyTrie {
  /// Calls `body` with each consumer of a value below the object.
  package func forEachConsumer(_ body: (Consumer) -> Void) {
    for entry in entries { entry.forEachConsumer(body) }
  }
}

extension KeyTrie.Entry {
  /// Calls `body` with each consumer of the value and of each value below it.
  package func forEachConsumer(_ body: (KeyTrie.Consumer) -> Void) {
    consumers.forEach(body)
    forEachConsumerBelow(body)
  }

  package func forEachConsumerBelow(_ body: (KeyTrie.Consumer) -> Void) {
    child?.forEachConsumer(body)
    for entry in list?.entries ?? [] { entry.forEachConsumer(body) }
  }

  /// The entries, this one included, whose values are assigned to members.
  package var leaves: [KeyTrie.Entry] {
    (consumers.isEmpty ? [] : [self]) + (child?.entries ?? []).flatMap(\.leaves)
  }
}
