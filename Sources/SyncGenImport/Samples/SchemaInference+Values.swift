import SwiftSyncValues
import SyncGenSchema

/// Types of values.
extension SchemaInference {
  /// Notes on a member that rows may lack, or whose type is a guess.
  static func notes(
    _ place: Shape, missing: Int, of objects: Int, _ type: ImportedTypeName?,
    _ guess: String? = nil
  ) -> [ImportNote] {
    if place.count == place.nulls {
      return type == .json || type == nil
        ? ["always null"] : [.guessed(.type, "from its name; always null")]
    }
    var notes: [String] = []
    if type?.isDate == true, place.texts.precise > 0 {
      notes.append("rounded to microseconds in \(place.texts.precise) of \(objects)")
    }
    if type == .json, let reason = reasonForJSON(place) { notes.append(reason) }
    switch (place.nulls, missing) {
    case (0, 0): break
    case (0, _): notes.append("missing in \(missing) of \(objects)")
    case (_, 0): notes.append("null in \(place.nulls) of \(objects)")
    default:
      notes.append("null in \(place.nulls), missing in \(missing) of \(objects)")
    }
    if let guess {
      return [.guessed(.type, ([guess] + notes).joined(separator: "; "))]
    }
    return notes.isEmpty ? [] : [ImportNote(notes.joined(separator: "; "))]
  }

  private static func reasonForJSON(_ place: Shape) -> String? {
    let kinds = [
      (place.bools, "bools"), (place.numbers.count, "numbers"), (place.texts.count, "strings"),
      (place.objects, "objects"), (place.arrays, "lists"),
    ].filter { $0.0 > 0 }.map(\.1)
    if kinds.count > 1 {
      return kinds.dropLast().joined(separator: ", ") + " and " + kinds[kinds.count - 1]
    }
    if place.arrays > 0, place.element == nil { return "always empty" }
    return place.numbers.large > 0 ? "some numbers need more than 64 bits" : nil
  }

  mutating func type(
    of place: Shape, key: String, owner: String, at source: String
  ) -> ImportedTypeName {
    let kinds = [place.bools, place.numbers.count, place.texts.count, place.objects, place.arrays]
    guard kinds.count(where: { $0 > 0 }) == 1 else {
      if place.count == place.nulls {
        let snake = ImportNames.snake(key, NameStyle())
        return snake.hasSuffix("_at") || snake.hasSuffix("_date") || snake == "duedate"
          ? .scalar(.date) : .json
      }
      if Self.isMixedDate(place, key) { return .scalar(.date) }
      return Self.isDecimal(place, key) && place.isScalar && place.bools == 0
        ? .scalar(.decimal) : .json
    }
    if place.bools > 0 { return .scalar(.bool) }
    if place.numbers.count > 0 { return Self.numberType(of: place.numbers, key: key) }
    if place.texts.count > 0 { return textType(of: place, key: key, owner: owner, at: source) }
    if let object = place.object, place.objects > 0 {
      return objectType(of: object, key: key, owner: owner, at: source)
    }
    guard let element = place.element, element.nulls == 0 else { return .json }
    let type = type(
      of: element, key: Inflection.singular(ImportNames.snake(key, NameStyle())), owner: owner,
      at: source)
    return type.isElement ? .list(type) : .json
  }

  // MARK: Numbers and strings

  private static func numberType(of numbers: NumberFacts, key: String) -> ImportedTypeName {
    if numbers.large > 0 { return .json }
    guard !coordinates.contains(key.lowercased()) else { return .scalar(.double) }
    if unixFormat(of: numbers, key: key) != nil { return .scalar(.date) }
    return numbers.integers == numbers.count ? .int : .scalar(.double)
  }

  /// Keys of numbers that have fractions, even if no sample does.
  private static let coordinates: Set<String> = ["lat", "lon", "lng", "latitude", "longitude"]

  /// `unix` or `unix-ms`, if the key and all numbers suggest it.
  private static func unixFormat(of numbers: NumberFacts, key: String) -> String? {
    var snake = ImportNames.snake(key, NameStyle())
    if snake.hasSuffix("_utc") { snake = String(snake.dropLast(4)) }
    let words = [
      "_at", "_on", "created", "updated", "modified", "timestamp", "date", "time", "_ts", "expires",
      "sunrise", "sunset",
    ]
    guard words.contains(where: snake.hasSuffix) || snake == "ts" || snake == "dt",
      numbers.count > 0, numbers.integers + numbers.wholes == numbers.count
    else {
      return nil
    }
    // From 1990 to 2100.
    let seconds = Int64(631_152_000)...4_102_444_800
    let bounds = [numbers.least, numbers.greatest]
    if bounds.allSatisfy(seconds.contains) { return "unix" }
    return bounds.allSatisfy { seconds.contains($0 / 1000) } ? "unix-ms" : nil
  }

  /// Whether some dates are strings and the others numbers.
  private static func isMixedDate(_ place: Shape, _ key: String) -> Bool {
    let texts = place.texts
    return place.isScalar && place.bools == 0 && place.numbers.large == 0 && texts.count > 0
      && texts.dates + texts.days + texts.formats.values.reduce(0, +) == texts.count
      && place.numbers.integers == place.numbers.count
      && unixFormat(of: place.numbers, key: key) != nil
  }

  /// The formats of the dates at a place, or in its list or dictionary.
  static func dateFormats(of place: Shape) -> DateFormats {
    if let inner = place.element ?? place.object?.values { return dateFormats(of: inner) }
    let (numbers, texts) = (place.numbers, place.texts)
    var formats = texts.formats.keys.sorted { $0.spelling < $1.spelling }
    if texts.dates + texts.days > 0 { formats.insert(.iso8601, at: 0) }
    if numbers.count > 0 {
      formats.append(numbers.greatest > 100_000_000_000 ? .unixMilliseconds : .unix)
    }
    return formats.isEmpty ? .auto : DateFormats(formats)
  }

  private mutating func textType(
    of place: Shape, key: String, owner: String, at source: String
  ) -> ImportedTypeName {
    let texts = place.texts
    let moments = texts.dates + texts.formats.values.reduce(0, +)
    switch texts.count {
    case texts.uuids: return .scalar(.uuid)
    case texts.days: return .scalar(.day)
    case moments, moments + texts.days: return .scalar(.date)
    case texts.urls: return .scalar(.url)
    case texts.numbers where Self.isDecimal(place, key): return .scalar(.decimal)
    default:
      return enumName(of: texts, key: key, owner: owner, at: source).map { .named($0) } ?? .string
    }
  }

  /// Whether all strings are numbers, and the key suggests that they are amounts or measures.
  ///
  /// Strings under other keys remain strings: a release is named "1.10", which is another than
  /// "1.1".
  private static func isDecimal(_ place: Shape, _ key: String) -> Bool {
    guard place.texts.count > 0, place.texts.numbers == place.texts.count,
      place.numbers.beyondDecimals == 0
    else { return false }
    let words = Set(ImportNames.snake(key, NameStyle()).split(separator: "_").map(String.init))
    if words.contains("version") { return false }
    if !words.isDisjoint(with: amounts) { return true }
    // Long ones are identifiers, such as `1700000000.000100`.
    return !words.isDisjoint(with: measures) && place.texts.fractions == place.texts.count
      && place.texts.neededDecimals <= 4
  }

  private static let amounts: Set<String> = [
    "price", "amount", "total", "subtotal", "cost", "rate", "balance", "tax", "fee", "discount",
    "sum", "quantity", "weight", "estimate", "budget", "salary", "revenue", "payment",
  ]

  /// Words for numbers in keys whose values may also be other strings.
  private static let measures: Set<String> = [
    "value", "score", "size", "height", "width", "length", "volume", "distance", "percent",
    "percentage", "ratio", "average", "temperature", "duration", "area", "depth", "speed",
  ]

  /// The separator of lists in strings, for keys such as `tags`; `nil` if not every string is such
  /// a list.
  static func separator(of place: Shape, key: String) -> String? {
    let texts = place.texts
    let last = ImportNames.snake(key, NameStyle()).split(separator: "_").last.map(String.init)
    guard let last, listed.contains(last), place.count == texts.count + place.nulls,
      texts.commas * 4 >= texts.count - texts.empty, texts.commas > 1
    else { return nil }
    if texts.spaced + texts.empty == texts.count { return ", " }
    return texts.tight + texts.empty == texts.count ? "," : nil
  }

  /// Keys whose lists are often written as one string.
  private static let listed: Set<String> = [
    "tags", "labels", "keywords", "categories", "topics", "hashtags", "genres", "scopes", "skills",
    "interests", "ingredients", "languages", "permissions", "features",
  ]

  // MARK: Objects

  private mutating func objectType(
    of object: ObjectShape, key: String, owner: String, at source: String
  ) -> ImportedTypeName {
    if let values = object.values {
      let element = type(
        of: values, key: Inflection.singular(ImportNames.snake(key, NameStyle())), owner: owner,
        at: source)
      return values.nulls > 0 || !element.isElement ? .json : .dictionary(element)
    }
    guard !object.members.isEmpty, let name = object.typeName,
      object.members.allSatisfy({ ValuePath.steps(ValuePath.text([.key($0.key)])) != nil })
    else { return .json }
    if types[name] == nil {
      types[name] = .some(nil)
      typeOrder.append(name)
      let content =
        tagged(object, name, at: source) ?? .fields(fields(of: object, name, at: source))
      var type = ImportedType(name, content, at: source)
      type.notes = Self.notes(on: object)
      types[name] = type
    }
    return .named(name)
  }

  /// Why objects with an identity are not rows but values.
  private static func notes(on object: ObjectShape) -> [ImportNote] {
    guard let (key, changing) = object.contradictions else { return [] }
    if changing.isEmpty {
      return ["not an entity: objects of several types have the same '\(key)'"]
    }
    let listed = changing.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return ["not an entity: objects with the same '\(key)' differ in \(listed)"]
  }

  private mutating func fields(
    of object: ObjectShape, _ name: String, at source: String
  ) -> [ImportedAttribute] {
    let money = MoneyFinder(object)
    return object.members.filter { !money.isCurrency($0) }.map { member in
      money.amount(member)
        ?? field(member, missing: object.missing(member), of: object.count, name, at: source)
    }
  }

  mutating func field(
    _ member: ObjectShape.Member, missing: Int, of objects: Int, _ owner: String, at source: String
  ) -> ImportedAttribute {
    if let money = MoneyFinder.field(member, missing: missing, of: objects) { return money }
    let type = type(of: member.place, key: member.key, owner: owner, at: source)
    var field = ImportedAttribute(
      member.key, type, isOptional: missing > 0 || member.place.nulls > 0)
    field.remote = .key(ValuePath.text([.key(member.key)]))
    field.notes = Self.notes(member.place, missing: missing, of: objects, type)
    if type.isDate { field.remoteDates = Self.dateFormats(of: member.place) }
    return field
  }

  // MARK: Tagged values

  private mutating func tagged(
    _ object: ObjectShape, _ name: String, at source: String
  ) -> ImportedType.Content? {
    for key in object.tagKeys {
      guard let kinds = object.kinds(by: key), Self.tells(kinds, object, key) else { continue }
      let hasContent = kinds.allSatisfy { Self.content(of: $0, object, key) != nil }
      var tagged = ImportedTagged(
        tag: ValuePath.text([.key(key)]),
        cases: kinds.map { one($0, of: object, by: key, hasContent, name, at: source) })
      tagged.hasContentUnderTag = hasContent
      return .tagged(tagged)
    }
    return nil
  }

  /// Whether objects with different strings under a key have different keys.
  private static func tells(_ kinds: [ObjectShape.Kind], _ object: ObjectShape, _ key: String)
    -> Bool
  {
    guard kinds.count > 1, let tag = object.member(key), tag.count == object.count,
      tag.place.texts.count == tag.place.count, tag.place.texts.empty == 0
    else { return false }
    let sets = kinds.map { kind in
      Set(object.members.filter { $0.key != key && object.count(of: $0, in: kind) > 0 }.map(\.key))
    }
    let all = sets.reduce(into: Set()) { $0.formUnion($1) }
    let shared = sets.reduce(all) { $0.intersection($1) }
    // A key that only some kinds have belongs only to them if all objects of a kind have it.
    let own = all.subtracting(shared).contains { name in
      kinds.contains { kind in
        object.member(name).map { object.count(of: $0, in: kind) == kind.count } ?? false
      }
    }
    return own && shared.count * 3 < all.count * 2
  }

  /// The member under the key that the tag's text names, if there is no other.
  private static func content(
    of kind: ObjectShape.Kind, _ object: ObjectShape, _ key: String
  ) -> ObjectShape.Member? {
    let others = object.members.filter { $0.key != key && object.count(of: $0, in: kind) > 0 }
    guard let only = others.first, others.count == 1, only.bytes == kind.text,
      only.place.isOnlyObjects,
      only.place.nulls == 0, only.place.object?.values == nil,
      object.count(of: only, in: kind) == kind.count
    else { return nil }
    return only
  }

  private mutating func one(
    _ kind: ObjectShape.Kind, of object: ObjectShape, by key: String, _ hasContent: Bool,
    _ owner: String,
    at source: String
  ) -> ImportedTagged.Case {
    let value = String(decoding: kind.text, as: UTF8.self)
    if hasContent, let inner = Self.content(of: kind, object, key)?.place.object {
      return ImportedTagged.Case(value, fields: fields(of: inner, owner + "_" + value, at: source))
    }
    let members = object.members.filter { $0.key != key && object.count(of: $0, in: kind) > 0 }
    return ImportedTagged.Case(
      value,
      fields: members.map { member in
        field(
          member, missing: kind.count - object.count(of: member, in: kind), of: kind.count,
          owner + "_" + ImportNames.snake(value, NameStyle()), at: source)
      })
  }
}

extension ImportedTypeName {
  /// Whether lists and dictionaries can contain it.
  fileprivate var isElement: Bool {
    switch self {
    case .scalar(let type): type != .json
    case .named: true
    default: false
    }
  }
}
