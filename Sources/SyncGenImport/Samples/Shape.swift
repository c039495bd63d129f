import SwiftSyncValues

/// The facts about one place of JSON responses: counts and properties, but no values.
///
/// A class, because places are nested and each changes with every value.
final class Shape {
  var nulls = 0
  var bools = 0
  /// How many of them are true.
  var trues = 0
  var objects = 0
  var arrays = 0
  var numbers = NumberFacts()
  var texts = TextFacts()
  /// The elements of the arrays; `nil` if all of them were empty.
  private(set) var element: Shape?
  private var ownObject: ObjectShape?
  /// The identities of the rows at this place, if they are rows.
  var identities: DistinctValues?

  /// The objects; `nil` if there was none.
  var object: ObjectShape? {
    guard let first = ownObject else { return nil }
    let resolved = first.resolved
    if resolved !== first { ownObject = resolved }
    return resolved
  }

  var count: Int { nulls + bools + objects + arrays + numbers.count + texts.count }

  /// The number of values that are neither null nor a container.
  var scalars: Int { bools + numbers.count + texts.count }

  var isScalar: Bool { objects == 0 && arrays == 0 }

  var distinct: DistinctValues { texts.count > 0 ? texts.distinct : numbers.distinct }

  /// The hash of the value that was read last.
  var lastHash: UInt64 = 0

  func objectShape() -> ObjectShape {
    if let object { return object }
    let object = ObjectShape()
    ownObject = object
    return object
  }

  func elementShape() -> Shape {
    if let element { return element }
    let shape = Shape()
    element = shape
    return shape
  }

  /// Merges the facts about another place, which then shares this place's objects.
  func merge(_ other: Shape) {
    guard other !== self else { return }
    lastHash = 0
    nulls += other.nulls
    bools += other.bools
    trues += other.trues
    objects += other.objects
    arrays += other.arrays
    numbers.merge(other.numbers)
    texts.merge(other.texts)
    if let theirs = other.identities {
      if identities == nil { identities = theirs } else { identities?.merge(theirs) }
    }
    if let theirs = other.element {
      if let element { element.merge(theirs) } else { element = theirs }
    }
    if let theirs = other.object {
      if let object { object.merge(theirs) } else { ownObject = theirs }
    }
  }

  /// Keeps only a small sample of values that are added later.
  func keepFewValues() {
    numbers.keepFewValues()
    texts.keepFewValues()
  }

  /// Whether every value is a non-empty text, or every value is an integer.
  var canIdentify: Bool {
    guard nulls == 0, bools == 0, isScalar, count > 0 else { return false }
    return texts.empty == 0 && numbers.integers == numbers.count
  }
}

/// The keys of objects at one place, or at several places whose objects are of one kind.
final class ObjectShape {
  /// The number of distinct keys from which an object may be a dictionary.
  static let keyLimit = 200
  /// The maximum number of keys of rows and values: tables cannot have more than 2,000 columns.
  static let memberLimit = 1500
  private static let tagNames: Set<String> = [
    "type", "kind", "_type", "@type", "__typename", "event", "event_type", "eventType", "object",
    "object_type", "objectType", "resource_type", "node_type", "nodeType", "block_type",
    "blockType",
    "item_type", "itemType", "tag", "__component",
  ]

  struct Member {
    let key: String
    let bytes: [UInt8]
    let place: Shape
    /// The number of objects that have the key.
    var count = 0
    /// The number of objects that have no other key.
    var alone = 0
  }

  /// A string under a key that may distinguish kinds of objects.
  struct TagValue {
    let position: Int
    let text: [UInt8]
  }

  /// The objects with one string under such a key.
  struct Kind {
    let text: [UInt8]
    var count = 0
    /// The number of objects that have each member, by its position.
    fileprivate var members: [Int] = []
  }

  fileprivate final class KindTable {
    var kinds: [Kind] = []
    var hasMany = false
  }

  private(set) var count = 0
  /// The members in the order of their first occurrence; empty for a dictionary.
  private(set) var members: [Member] = []
  private var positions: [String: Int] = [:]
  /// The kinds by the position of the key that distinguishes them.
  private var tables: [Int: KindTable] = [:]
  private var pairs = KeyPairs()
  private var repetitions = Repetitions()
  /// The values of a dictionary.
  private(set) var values: Shape?
  /// The keys of a dictionary.
  private(set) var keys = DistinctValues()
  /// The entity whose rows the objects are.
  var group: EntityGroup?
  /// Whether there are rows anywhere in the objects, so that they cannot be values.
  var leadsToRows = false
  /// The name of the value type.
  var typeName: String?
  /// The position of the value type among those that were found.
  var typePosition: Int?
  /// The same for objects with equal keys.
  private(set) var keyHash: UInt64 = 0
  private var successor: ObjectShape?

  /// This object, or the one that it was merged into.
  var resolved: ObjectShape {
    var shape = self
    while let next = shape.successor { shape = next }
    return shape
  }

  func member(_ key: String) -> Member? { positions[key].map { members[$0] } }

  // MARK: Reading

  /// The position of a key of an object.
  ///
  /// - Parameter hint: The number of preceding keys of the object; most objects have their keys in
  ///   the same order.
  func position(of key: JSONSlice, hint: Int) -> Int {
    if values != nil {
      keys.add(key)
      return 0
    }
    if hint < members.count, key == members[hint].bytes { return hint }
    let name = key.shownKey
    if let position = positions[name] { return position }
    guard !hasTooManyKeys else {
      becomeDictionary()
      return position(of: key, hint: 0)
    }
    if Self.tagNames.contains(name), tables.count < 3 { tables[members.count] = KindTable() }
    let place = Shape()
    // Objects with many keys must not need much memory.
    if members.count >= Self.keyLimit { place.keepFewValues() }
    return add(Member(key: name, bytes: Array(key.bytes), place: place))
  }

  /// Whether the objects have too many keys to be rows. With this number of keys, lists and objects
  /// are those of a dictionary; scalars may be those of rows.
  private var hasTooManyKeys: Bool {
    guard members.count >= Self.keyLimit else { return false }
    return members.count >= Self.memberLimit || members.count == Self.keyLimit && !hasScalars
  }

  private var hasScalars: Bool { members.contains { $0.place.scalars > 0 } }

  private func add(_ member: Member) -> Int {
    if let group { group.index?.note(member.key, of: group) }
    keyHash &+= UInt64(bitPattern: Int64(member.key.hashValue))
    positions[member.key] = members.count
    pairs.add(member.key, at: members.count)
    repetitions.add(member.key, at: members.count)
    members.append(member)
    return members.count - 1
  }

  func place(at position: Int) -> Shape { values ?? members[position].place }

  func isTag(at position: Int) -> Bool {
    !tables.isEmpty && tables[position] != nil
  }

  /// Records the keys of an object that was read.
  ///
  /// - Parameter content: The hash of its content, if it is known.
  func end(_ positions: ArraySlice<Int>, tags: ArraySlice<TagValue>, content: UInt64?) {
    count += 1
    guard values == nil else { return }
    for position in positions { members[position].count += 1 }
    if let only = positions.first, positions.count == 1 { members[only].alone += 1 }
    if let content { repetitions.end(positions, tags, members, content) }
    for tag in tags { note(tag, positions) }
    pairs.end(positions, members)
  }

  /// The key that looks like an identity, and the keys whose values are evidence against it, so
  /// that the objects are not rows.
  var contradictions: (key: String, changing: [String])? { repetitions.contradictions(members) }

  /// The two keys whose values together differ in all objects, if there are such keys.
  var compositeIdentity: [String]? {
    count > 2 ? pairs.identity(of: members, count: count) : nil
  }

  /// Counts objects that contain only an identity as rows without other members, rather than as
  /// references to rows.
  func takeReferencesForRows() {
    for index in members.indices { members[index].alone = 0 }
  }

  private func note(_ tag: TagValue, _ positions: ArraySlice<Int>) {
    guard let table = tables[tag.position], !table.hasMany else { return }
    let index = table.index(of: tag.text)
    guard let index else { return }
    table.kinds[index].count += 1
    for position in positions { table.kinds[index].add(1, at: position) }
  }

  // MARK: Merging

  /// Forgets the keys: their values are of one kind.
  func becomeDictionary() {
    let values = Shape()
    for member in members {
      values.merge(member.place)
      for _ in 0..<max(member.count, 1) {
        member.bytes.withUnsafeBufferPointer { keys.add(JSONSlice($0)) }
      }
    }
    forgetKeys()
    self.values = values
  }

  /// Merges the objects of another place, which then shares these.
  func merge(_ other: ObjectShape) {
    let other = other.resolved
    guard other !== self else { return }
    if other.values != nil, values == nil { becomeDictionary() }
    if values != nil, other.values == nil { other.becomeDictionary() }
    other.successor = self
    typePosition = [typePosition, other.typePosition].compactMap { $0 }.min()
    count += other.count
    repetitions.merge(other.repetitions)
    if let theirs = other.values {
      keys.merge(other.keys)
      values?.merge(theirs)
    }
    for member in other.members { merge(member) }
    for (position, table) in other.tables { merge(table, of: other, at: position) }
    other.forget()
    if members.count > Self.memberLimit || members.count > Self.keyLimit && !hasScalars {
      becomeDictionary()
    }
  }

  /// Releases the memory of merged objects.
  private func forget() {
    forgetKeys()
    values = nil
    keys = DistinctValues()
  }

  private func forgetKeys() {
    members = []
    positions = [:]
    tables = [:]
    keyHash = 0
    if let group { group.index?.forgetKeys(of: group) }
  }

  private func merge(_ theirs: KindTable, of other: ObjectShape, at position: Int) {
    guard values == nil, let own = positions[other.members[position].key] else { return }
    let table = tables[own] ?? KindTable()
    tables[own] = table
    table.hasMany = table.hasMany || theirs.hasMany
    for kind in theirs.kinds {
      guard let index = table.index(of: kind.text) else { return }
      table.kinds[index].count += kind.count
      for (position, count) in kind.members.enumerated() where count > 0 {
        if let own = positions[other.members[position].key] {
          table.kinds[index].add(count, at: own)
        }
      }
    }
  }

  private func merge(_ member: Member) {
    let position =
      positions[member.key] ?? add(Member(key: member.key, bytes: member.bytes, place: Shape()))
    members[position].count += member.count
    members[position].alone += member.alone
    members[position].place.merge(member.place)
  }

  // MARK: Asking

  /// The number of objects that lack a member, not counting those that contain only the identity.
  func missing(_ member: Member, identity: String? = nil) -> Int {
    var missing = count - member.count
    if let identity, identity != member.key { missing -= self.member(identity)?.alone ?? 0 }
    return max(0, missing)
  }

  /// The kinds that a key distinguishes; `nil` if there are none, or too many.
  func kinds(by key: String) -> [Kind]? {
    guard let position = positions[key], let table = tables[position], !table.hasMany else {
      return nil
    }
    return table.kinds
  }

  /// The number of objects of a kind that have a member.
  func count(of member: Member, in kind: Kind) -> Int {
    guard let position = positions[member.key], position < kind.members.count else { return 0 }
    return kind.members[position]
  }

  /// The keys that may distinguish kinds, in the order of the members.
  var tagKeys: [String] { tables.keys.sorted().map { members[$0].key } }

  var keySet: Set<String> { Set(members.map(\.key)) }
}

extension ObjectShape.Kind {
  fileprivate mutating func add(_ count: Int, at position: Int) {
    while members.count <= position { members.append(0) }
    members[position] += count
  }
}

extension ObjectShape.KindTable {
  /// The position of the kind with a string, which may be new; `nil` if there are too many.
  fileprivate func index(of text: [UInt8]) -> Int? {
    if let index = kinds.firstIndex(where: { $0.text == text }) { return index }
    guard kinds.count < DistinctValues.listLimit else {
      hasMany = true
      kinds = []
      return nil
    }
    kinds.append(ObjectShape.Kind(text: text))
    return kinds.count - 1
  }
}
