import SwiftSyncValues

/// What was seen of the values at one place of JSON answers: counts and facts, none of the values.
///
/// Held by reference, because places lie inside each other and each is changed with every value.
final class Shape {
  /// So many different keys make an object a dictionary.
  static let keyLimit = 200

  var nulls = 0
  var bools = 0
  var objects = 0
  var arrays = 0
  var numbers = NumberFacts()
  var texts = TextFacts()
  /// The keys of the objects, in the order in which they were first seen.
  private(set) var members: [Member] = []
  private var positions: [String: Int] = [:]
  /// The values of objects that have too many keys to be listed.
  private(set) var values: Shape?
  /// The elements of the arrays.
  var element: Shape?

  struct Member {
    let key: String
    let bytes: [UInt8]
    let shape: Shape
    /// How many of the objects have the key.
    var count = 0
  }

  var count: Int { nulls + bools + objects + arrays + numbers.count + texts.count }

  func member(_ key: String) -> Member? { positions[key].map { members[$0] } }

  /// The place of the values under a key of an object.
  ///
  /// - Parameter hint: The position of the key in the object; most objects have their keys in the same order.
  func shape(under key: JSONSlice, hint: Int) -> Shape {
    if let values { return values }
    if hint < members.count, key == members[hint].bytes {
      members[hint].count += 1
      return members[hint].shape
    }
    let name = key.shownKey
    if let position = positions[name] {
      members[position].count += 1
      return members[position].shape
    }
    guard members.count < Self.keyLimit else {
      becomeDictionary()
      return shape(under: key, hint: hint)
    }
    let member = Member(key: name, bytes: Array(key.bytes), shape: Shape(), count: 1)
    positions[name] = members.count
    members.append(member)
    return member.shape
  }

  func elementShape() -> Shape {
    if let element { return element }
    let shape = Shape()
    element = shape
    return shape
  }

  /// Forgets the keys: what is under them is of one kind.
  func becomeDictionary() {
    let values = Shape()
    for member in members { values.merge(member.shape) }
    members = []
    positions = [:]
    self.values = values
  }

  /// Adds what was seen at another place.
  func merge(_ other: Shape) {
    nulls += other.nulls
    bools += other.bools
    objects += other.objects
    arrays += other.arrays
    numbers.merge(other.numbers)
    texts.merge(other.texts)
    if let element = other.element { elementShape().merge(element) }
    if let otherValues = other.values {
      if values == nil { becomeDictionary() }
      values?.merge(otherValues)
    }
    for member in other.members { merge(member) }
  }

  private func merge(_ member: Member) {
    if let values { return values.merge(member.shape) }
    let shape = member.bytes.withUnsafeBufferPointer { bytes -> Shape in
      self.shape(under: JSONSlice(bytes), hint: Int.max)
    }
    if let position = positions[member.key] { members[position].count += member.count - 1 }
    shape.merge(member.shape)
  }
}

/// Facts of the numbers at a place.
struct NumberFacts {
  private(set) var count = 0
  /// How many are spelled without fraction and exponent, and fit 64 bits.
  private(set) var integers = 0
  private(set) var least = Int64.max
  private(set) var greatest = Int64.min
  private(set) var distinct = DistinctValues()

  mutating func add(_ token: JSONToken) {
    count += 1
    guard token.isInteger, let value = NumberText(token.slice)?.int64 else { return }
    integers += 1
    least = min(least, value)
    greatest = max(greatest, value)
    distinct.add(token.slice)
  }

  mutating func merge(_ other: NumberFacts) {
    count += other.count
    integers += other.integers
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
    distinct.merge(other.distinct)
  }
}

/// Facts of the texts at a place: how many are of each form.
struct TextFacts {
  private(set) var count = 0
  private(set) var empty = 0
  private(set) var uuids = 0
  private(set) var dates = 0
  private(set) var days = 0
  private(set) var internetDates = 0
  private(set) var urls = 0
  private(set) var numbers = 0
  private(set) var words = 0
  private(set) var distinct = DistinctValues()

  mutating func add(_ text: JSONSlice) {
    count += 1
    distinct.add(text)
    guard text.count > 0 else {
      empty += 1
      return
    }
    let first = text[0]
    if first.isDigit || first == UInt8(ascii: "-") { addNumeric(text) }
    if text.count == UUIDText.length, UUIDText.spelling(text) != nil { uuids += 1 }
    if first == UInt8(ascii: "h"), Self.isURL(text) { urls += 1 }
    if text.count <= 40, text.bytes.allSatisfy(Self.isOfWord) { words += 1 }
  }

  private mutating func addNumeric(_ text: JSONSlice) {
    if text.count >= 10, text.count <= 35, DateText.microseconds(text) != nil {
      if text.count == 10 { days += 1 } else { dates += 1 }
    } else if text.count <= 40, NumberText(text) != nil {
      numbers += 1
    }
  }

  private static func isURL(_ text: JSONSlice) -> Bool {
    text.count > 8 && (hasPrefix(text, "https://") || hasPrefix(text, "http://"))
      && !text.bytes.contains(UInt8(ascii: " ")) && !text.bytes.contains(UInt8(ascii: "{"))
  }

  private static func hasPrefix(_ text: JSONSlice, _ prefix: StaticString) -> Bool {
    text.count >= prefix.utf8CodeUnitCount
      && JSONSlice(text.start, prefix.utf8CodeUnitCount) == prefix
  }

  /// A letter, a digit, or what joins words.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  mutating func merge(_ other: TextFacts) {
    count += other.count
    empty += other.empty
    uuids += other.uuids
    dates += other.dates
    days += other.days
    internetDates += other.internetDates
    urls += other.urls
    numbers += other.numbers
    words += other.words
    distinct.merge(other.distinct)
  }
}

/// The values at a place, as long as they are few; after that, whether all differ, in bounded memory.
struct DistinctValues {
  /// As many cases as an enum may have.
  static let listLimit = 12
  /// How many values are compared with each other.
  static let hashLimit = 50_000

  private(set) var count = 0
  /// With how often each was seen; empty once there were more than `listLimit`.
  private(set) var listed: [(value: [UInt8], count: Int)] = []
  private(set) var hasMany = false
  /// Whether no value was seen twice among those that were compared.
  private(set) var areUnique = true
  private var hashes: Set<UInt64> = []

  mutating func add(_ value: JSONSlice) {
    count += 1
    if areUnique, hashes.count < Self.hashLimit, !hashes.insert(Self.hash(value)).inserted {
      areUnique = false
      hashes = []
    }
    guard !hasMany else { return }
    if let index = listed.firstIndex(where: { value == $0.value }) {
      listed[index].count += 1
    } else if listed.count < Self.listLimit, value.count <= 64 {
      listed.append((Array(value.bytes), 1))
    } else {
      hasMany = true
      listed = []
    }
  }

  mutating func merge(_ other: DistinctValues) {
    areUnique = areUnique && other.areUnique && hashes.isDisjoint(with: other.hashes)
    hashes = areUnique && hashes.count < Self.hashLimit ? hashes.union(other.hashes) : []
    count += other.count
    hasMany = hasMany || other.hasMany
    for entry in other.listed where !hasMany {
      if let index = listed.firstIndex(where: { $0.value == entry.value }) {
        listed[index].count += entry.count
      } else {
        listed.append(entry)
      }
    }
    if listed.count > Self.listLimit { hasMany = true }
    if hasMany { listed = [] }
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ value: JSONSlice) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in value.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
