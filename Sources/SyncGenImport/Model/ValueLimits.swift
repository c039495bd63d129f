import SwiftSyncValues
import SyncGenSchema

/// The limits of a value, as a source states them.
struct ValueLimits: Hashable {
  /// A regular expression in the dialect of JSON Schema.
  var pattern: String?
  /// Whether the pattern matches whole strings only.
  var isPatternWhole = false
  var minimum: String?
  var maximum: String?
  /// The length of a string in characters.
  var shortest: Int?
  var longest: Int?

  /// A scalar with these limits; `nil` if there are none that a scalar can check.
  ///
  /// The name and the place are those of the caller.
  func scalar(_ base: ScalarType) -> ImportedScalar? {
    var scalar = ImportedScalar("", base, at: "")
    switch base {
    case .string:
      scalar.pattern = usablePattern ?? (pattern == nil ? length : nil)
    case .int:
      scalar.minimum = minimum.flatMap(Self.integer)
      scalar.maximum = maximum.flatMap(Self.integer)
    case .double, .decimal:
      scalar.minimum = minimum.flatMap(Self.number)
      scalar.maximum = maximum.flatMap(Self.number)
    case .bool, .date, .day, .uuid, .url, .data, .json: break
    }
    let isLimited = scalar.pattern != nil || scalar.minimum != nil || scalar.maximum != nil
    return isLimited && !Self.isOfStorage(scalar) ? scalar : nil
  }

  /// Whether a value, such as an example, meets the limits that a scalar checks.
  func allow(_ text: String, _ base: ScalarType) -> Bool {
    guard let scalar = scalar(base) else { return true }
    do {
      if let pattern = scalar.pattern { return try TextPattern(pattern).matches(text) }
    } catch {
      return false
    }
    guard let value = Double(text) else { return false }
    return scalar.minimum.flatMap(Double.init).map { $0 <= value } ?? true
      && scalar.maximum.flatMap(Double.init).map { value <= $0 } ?? true
  }

  // MARK: Text

  /// The pattern, unless a schema cannot have it, or servers may read it differently: between
  /// slashes it would not match anything, `[:alpha:]` is a class only in other dialects, and many of
  /// them let `\w` match the letters of all languages.
  private var usablePattern: String? {
    guard let text = pattern?.withoutNeedlessEscapes, !text.isEmpty, !text.hasPrefix("/"),
      ![#"\w"#, #"\W"#, #"\b"#, #"\B"#, "[:"].contains(where: text.contains),
      (try? TextPattern.check(text)) != nil
    else { return nil }
    return isPatternWhole ? "^(?:\(text))$" : text
  }

  /// The length from which the limit is left to the server: a long pattern is slow.
  private static let longestPattern = 1_000

  private var length: String? {
    let (low, high) = (max(0, shortest ?? 0), longest)
    guard low > 0 || high != nil, low <= Self.longestPattern else { return nil }
    guard let high else { return #"^[\s\S]{\#(low)}"# }
    guard low <= high, high <= Self.longestPattern else { return nil }
    return #"^[\s\S]{\#(low),\#(high)}$"#
  }

  // MARK: Numbers

  private static func integer(_ text: String) -> String? {
    (Int(text) ?? Double(text).flatMap { Int(exactly: $0) }).map(String.init)
  }

  private static func number(_ text: String) -> String? {
    Double(text).map(\.isFinite) == true ? text : nil
  }

  /// Whether the range is only that of an integer type.
  private static func isOfStorage(_ scalar: ImportedScalar) -> Bool {
    guard scalar.base == .int, let low = scalar.minimum.flatMap(Int.init),
      let high = scalar.maximum.flatMap(Int.init)
    else { return false }
    let ends = [Int(Int16.max), Int(Int32.max), Int(UInt32.max), Int.max]
    return ends.contains(high) && (low <= -high || low == -high - 1)
  }
}

/// Gives attributes with limits the types of scalars. Members with the same name and the same
/// limits share one.
struct LimitScalars {
  private struct Use: Hashable {
    let name: String
    let base: ScalarType
    let limits: ValueLimits
  }

  private var names: [Use: String] = [:]
  private var taken: Set<String>

  init(_ schema: ImportedSchema) {
    let names =
      schema.entities.map(\.name) + schema.types.map(\.name) + schema.enums.map(\.name)
      + schema.scalars.map(\.name)
    taken = Set(names.map { ImportNames.snake($0, NameStyle()) })
  }

  /// - Parameters:
  ///   - note: The limits in words, which the attribute no longer needs.
  ///   - rest: What the scalar does not state itself, in words.
  mutating func limit(
    _ attribute: inout ImportedAttribute, of owner: String, by limits: ValueLimits,
    note: ImportNote, rest: [ImportNote], at place: String, in schema: inout ImportedSchema
  ) {
    guard case .scalar(let base) = attribute.type, attribute.collation == .binary,
      attribute.separator == nil, var scalar = limits.scalar(base),
      Self.texts(attribute.defaultValue).allSatisfy({ limits.allow($0, base) })
    else { return }
    let use = Use(name: attribute.name, base: base, limits: limits)
    attribute.notes.removeAll { $0 == note }
    if let known = names[use] {
      attribute.type = .named(known)
      return
    }
    scalar.name = unique(attribute.name, owner)
    scalar.place = place
    scalar.notes = rest
    names[use] = scalar.name
    attribute.type = .named(scalar.name)
    schema.scalars.append(scalar)
  }

  private mutating func unique(_ name: String, _ owner: String) -> String {
    var (candidate, count) = (name, 1)
    while !taken.insert(ImportNames.snake(candidate, NameStyle())).inserted {
      candidate = "\(owner) \(name)" + (count > 1 ? " \(count)" : "")
      count += 1
    }
    return candidate
  }

  private static func texts(_ value: YAMLValue?) -> [String] {
    switch value {
    case .text(let text)?, .word(let text)?: [text]
    case .list, .mapping, nil: []
    }
  }
}
