public import SwiftSyncValues

/// The meaning of the keys of one JSON object: the row's own object, or one inside it that a deep
/// path contains.
///
/// It is complete before it is shared. `objectKeys` is for one thread.
@usableFromInline
package final class KeyTrie: @unchecked Sendable {
  /// The use of a key's value. A key may serve several members.
  package enum Consumer: Equatable {
    /// A column. If several paths belong to one column, the lowest rank wins.
    case field(column: Int, rank: UInt8)
    /// A column whose first path that has a value wins.
    case firstValue(column: Int, rank: UInt8)
    /// The ids, the objects, or both, of a relationship.
    case relation(index: Int, shapes: Shapes, rank: UInt8, path: String)
    /// The flag that states whether a relationship's list is incomplete.
    case partial(index: Int)
    /// A row of one of several entities, or its id.
    case tagged(index: Int, rank: UInt8, takesIDs: Bool, path: String)
    /// The type of a resource object.
    case resourceType
    /// A member of a resource object that contains no value of its row.
    case ignored

    package var isRelation: Bool {
      switch self {
      case .relation, .tagged: true
      case .field, .firstValue, .partial, .resourceType, .ignored: false
      }
    }
  }

  package struct Shapes: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let ids = Shapes(rawValue: 1)
    package static let objects = Shapes(rawValue: 2)
    package static let both: Shapes = [.ids, .objects]
  }

  /// A key that the schema knows.
  @usableFromInline
  package final class Entry {
    package let key: [UInt8]
    package let name: String
    /// Read for each key of a payload. It is private, and the properties below call into this
    /// module, because accesses to a variable of another module's class are checked for exclusivity
    /// at run time.
    private var meaning = Meaning()

    private struct Meaning {
      var consumers: [Consumer] = []
      var referenceColumn: Int?
      var child: KeyTrie?
      var list: ListSteps?
      var hasValues = false
      var statesMore = true
      var plainField: (column: Int, rank: UInt8)?
    }

    package init(_ name: String) {
      self.name = name
      key = Array(name.utf8)
    }

    package fileprivate(set) var consumers: [Consumer] {
      get { meaning.consumers }
      set { meaning.consumers = newValue }
    }

    /// The column for the ids of a relationship that the key contains, if it has one.
    package var referenceColumn: Int? {
      get { meaning.referenceColumn }
      set { meaning.referenceColumn = newValue }
    }

    package fileprivate(set) var child: KeyTrie? {
      get { meaning.child }
      set { meaning.child = newValue }
    }

    /// The meanings of a list's elements.
    package fileprivate(set) var list: ListSteps? {
      get { meaning.list }
      set { meaning.list = newValue }
    }

    /// Whether the value is of a type without a table, which is not read as one token.
    package var hasValues: Bool {
      get { meaning.hasValues }
      set { meaning.hasValues = newValue }
    }

    /// Whether the key contains a value of its row other than the identity.
    package var statesMore: Bool {
      get { meaning.statesMore }
      set { meaning.statesMore = newValue }
    }

    /// The column, for a key that fills one and has no other meaning: that of an attribute, or of a
    /// reference whose id the key contains.
    package private(set) var plainField: (column: Int, rank: UInt8)? {
      get { meaning.plainField }
      set { meaning.plainField = newValue }
    }

    fileprivate func finish() {
      child?.finish()
      for entry in list?.entries ?? [] { entry.finish() }
      list?.join()
      guard child == nil, list == nil, consumers.count == 1, !hasValues else { return }
      switch consumers[0] {
      case .field(let column, let rank):
        plainField = (column, rank)
      case .firstValue: return
      case .relation(_, let shapes, let rank, _):
        guard shapes == .ids, let referenceColumn else { return }
        plainField = (referenceColumn, rank)
      case .partial, .tagged, .resourceType, .ignored: return
      }
    }
  }

  /// The path of this object in the row's object, e.g. `state`; empty for that object itself.
  package let path: String
  /// The path without brackets, for counts.
  package let countedPath: String
  /// Whether unknown keys are expected here.
  package var isOpen = false
  /// The keys that other paths read in the same object, which is an element of a list.
  private var alsoKnown: Set<[UInt8]> = []
  /// Whether another trie counts the unknown keys of the same object.
  private var isCountedElsewhere = false
  private var known: [Entry] = []
  package var entries: [Entry] { known }
  /// The positions by the bytes of the key, as payloads are read.
  private var positions: [[UInt8]: Int] = [:]
  private var table = KeyTable()
  /// The places for `ObjectKeys`.
  private var places = KeyPlaces()

  package init(path: String) {
    self.path = path
    countedPath = ValuePath.withoutLists(path)
  }

  /// The meanings of the keys of an object whose members have these paths, by position.
  ///
  /// - Parameter key: A key that is known but has no meaning.
  package static func root(ofPaths paths: [[String]], known key: String? = nil) -> KeyTrie {
    let root = KeyTrie(path: "")
    if let key { root.add(ValuePath.text([.key(key)]), nil) }
    for (member, paths) in paths.enumerated() {
      for (rank, path) in paths.enumerated() {
        root.add(path, .field(column: member, rank: UInt8(clamping: rank)))
      }
    }
    root.finish()
    return root
  }

  /// Records the keys that contain only parts of the identity.
  private func noteIdentity(_ columns: [Int]) {
    for entry in entries {
      entry.child?.noteIdentity(columns)
      let isIdentity = entry.consumers.allSatisfy { consumer in
        guard case .field(let column, _) = consumer else { return false }
        return columns.contains(column)
      }
      let isMore = entry.child?.entries.contains(where: \.statesMore) ?? entry.consumers.isEmpty
      entry.statesMore = isMore || !isIdentity
    }
  }

  /// A reader of the keys of one object, for one thread.
  package var objectKeys: ObjectKeys { ObjectKeys(self, places) }

  /// The position of a key's entry, or `nil` if the schema does not know it. The entry at `hint` is tried first.
  @usableFromInline
  package func position(of key: JSONSlice, hint: Int) -> Int? {
    let position = table.position(of: key, hint: hint)
    return position < 0 ? nil : position
  }

  /// The parts of an entry that most keys need, without the cost of reference counting.
  func place(at position: Int) -> KeyPlace { places.places[position] }

  /// The entry of a key, or `nil` if the schema does not know it.
  package func entry(for key: JSONSlice) -> Entry? {
    position(of: key, hint: 0).map { entries[$0] }
  }

  /// Whether the schema knows the key.
  package func knows(_ key: JSONSlice) -> Bool {
    table.position(of: key, hint: 0) >= 0 || isKnownElsewhere(key)
  }

  /// Whether a key without an entry is not counted as unknown.
  package func ignores(_ key: JSONSlice) -> Bool {
    isOpen || isCountedElsewhere || isKnownElsewhere(key)
  }

  private func isKnownElsewhere(_ key: JSONSlice) -> Bool {
    !alsoKnown.isEmpty && alsoKnown.contains(Array(key.bytes))
  }

  /// Lets the tries of the elements of one list know the keys of each other.
  ///
  /// - Parameter countsAll: Whether each of them counts unknown keys, because they read different
  ///   elements; otherwise only the first one does, which reads every element.
  static func join(_ tries: [KeyTrie], countingAll countsAll: Bool = false) {
    guard tries.count > 1 else { return }
    let keys = Set(tries.flatMap { $0.entries.map(\.key) })
    for (position, trie) in tries.enumerated() {
      trie.alsoKnown = keys
      trie.isCountedElsewhere = position > 0 && !countsAll
    }
    for key in keys {
      let children = tries.map { trie in trie.entries.first { $0.key == key }?.child }
      // Without the first one, the others still read different elements.
      join(children.compactMap { $0 }, countingAll: countsAll || children[0] == nil)
    }
  }

  package func finish() {
    for entry in entries { entry.finish() }
    table = KeyTable(entries.map(\.key))
    places = KeyPlaces(entries)
  }
}

extension KeyTrie {
  /// Adds a path and returns its last entry. Without a consumer, its keys are only known.
  @discardableResult
  package func add(_ path: String, _ consumer: Consumer?) -> Entry? {
    let steps = ValuePath.steps(path) ?? [.key(path)]
    var entry: Entry?
    for (index, step) in steps.enumerated() {
      let outer = ValuePath.text(Array(steps.prefix(index)))
      entry = self.entry(step, after: entry, at: outer)
    }
    if let consumer { entry?.consumers.append(consumer) }
    return entry
  }

  /// The entry of a step, created if it is new.
  private func entry(_ step: PathStep, after entry: Entry?, at path: String) -> Entry {
    guard case .key(let key) = step else {
      let list = entry?.list ?? ListSteps(path: path)
      entry?.list = list
      if case .index(let index) = step { return list.addElement(index) }
      return list.addEach()
    }
    guard let entry else { return self.entry(named: key) }
    let child = entry.child ?? KeyTrie(path: path)
    entry.child = child
    return child.entry(named: key)
  }

  private func entry(named name: String) -> Entry {
    let entry = Entry(name)
    if let position = positions[entry.key] { return entries[position] }
    positions[entry.key] = known.count
    known.append(entry)
    return entry
  }
}
