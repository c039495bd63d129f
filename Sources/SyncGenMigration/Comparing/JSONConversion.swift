import SyncGenSchema

/// How a value inside a stored JSON text is converted to the next version.
indirect enum JSONConversion {
  /// One member of the new object.
  struct Member {
    let key: String
    /// The old member; `nil` if there is none.
    let source: Source?
    /// The default as JSON.
    let defaultText: String?
    /// Whether an object without the member is not a value of its type.
    let isRequired: Bool
    /// Whether old objects have a value under the key that is deleted, because it has no conversion.
    var replacesValue = false

    /// A member of the old object, and the conversion of its value.
    struct Source {
      let key: String
      let isOptional: Bool
      let conversion: JSONConversion
    }
  }

  /// The bytes are copied.
  case copied
  /// SQL returns the new JSON, and null for a value that does not fit if the conversion is lossy.
  case scalar(isLossy: Bool, sql: @Sendable (JSONSource) -> String)
  case object([Member])
  case tagged(TaggedConversion)
  case list(of: JSONConversion)
  case dictionary(of: JSONConversion)
  /// A list with the single old value.
  case wrapped(JSONConversion)
  /// There is no conversion.
  case impossible

  var isCopied: Bool {
    if case .copied = self { true } else { false }
  }

  var isImpossible: Bool {
    if case .impossible = self { true } else { false }
  }

  /// Whether a value may have no new form, in which case it becomes null or is removed from its
  /// list.
  var isLossy: Bool {
    switch self {
    case .copied, .list, .dictionary: false
    case .scalar(let isLossy, _): isLossy
    case .wrapped(let value): value.isLossy
    case .object(let members): members.contains(where: \.isMissed)
    case .tagged(let tagged): tagged.isLossy
    case .impossible: true
    }
  }
}

extension JSONConversion.Member {
  /// Whether some old objects have no value for the member.
  var mayBeAbsent: Bool { source.map { $0.isOptional || $0.conversion.isLossy } ?? true }

  /// Whether some old objects have no new form because they lack the member.
  var isMissed: Bool { isRequired && defaultText == nil && mayBeAbsent }

  /// Whether the bytes of old objects differ from those of the new ones.
  var isChange: Bool {
    guard let source else { return defaultText != nil || isRequired || replacesValue }
    return source.key != key || !source.conversion.isCopied || isRequired && source.isOptional
  }
}

/// A location in a stored JSON text, as SQL.
struct JSONSource {
  /// A column with JSON, or the value of `json_each` for an element.
  let base: String
  /// The keys of objects, outermost first.
  var keys: [String] = []
  /// Whether `base` is the value of an element itself, rather than its JSON.
  var isPlain = false

  func member(_ key: String) -> JSONSource { JSONSource(base: base, keys: keys + [key]) }

  /// The JSON of the value, exactly as stored; null if there is none.
  var json: String {
    if isPlain { return "json_quote(\(base))" }
    return keys.isEmpty ? base : "(\(base) -> \(path))"
  }

  /// The value in SQLite's representation.
  var value: String { isPlain ? base : "(\(base) ->> \(path))" }

  /// A literal, also for keys that are not plain words.
  private var path: String { SQLText.string("$" + keys.map { ".\"\($0)\"" }.joined()) }
}

extension JSONConversion {
  /// The new JSON text; null if there is no old one.
  ///
  /// - Parameter mayBeNull: Whether the old string may be null.
  func sql(_ source: JSONSource, mayBeNull: Bool, depth: Int = 0) -> String {
    switch self {
    case .copied, .impossible: return source.json
    case .scalar(_, let sql): return sql(source)
    case .object(let members):
      return Self.present(source, mayBeNull, Self.object(members, source, depth))
    case .tagged(let tagged): return tagged.sql(source, depth: depth)
    case .list(let element):
      return Self.present(source, mayBeNull, Self.list(element, source, depth, brackets: "[]"))
    case .dictionary(let element):
      return Self.present(source, mayBeNull, Self.list(element, source, depth, brackets: "{}"))
    case .wrapped(let value):
      return "('[' || \(value.sql(source, mayBeNull: mayBeNull, depth: depth)) || ']')"
    }
  }

  /// Null if the source is null, which has no members, and whose list of elements would be empty.
  private static func present(
    _ source: JSONSource, _ mayBeNull: Bool, _ sql: String
  ) -> String {
    mayBeNull ? "CASE WHEN \(source.json) IS NOT NULL THEN \(sql) END" : sql
  }

  /// Composed as text: copied parts keep their bytes, and one null makes the whole object null.
  static func object(_ members: [Member], _ source: JSONSource, _ depth: Int) -> String {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let parts = sorted.compactMap { $0.sql(source, depth) }
    return parts.isEmpty ? "'{}'" : "('{' || substr(\(joined(parts)), 2) || '}')"
  }

  /// Joined in groups if there are many, because SQLite limits the depth of an expression.
  private static func joined(_ parts: [String]) -> String {
    let size = 40
    guard parts.count > size else { return parts.joined(separator: " || ") }
    let groups = stride(from: 0, to: parts.count, by: size).map { start in
      "(" + parts[start..<min(start + size, parts.count)].joined(separator: " || ") + ")"
    }
    return joined(groups)
  }

  /// Elements that do not fit are null, which `group_concat` leaves out.
  private static func list(
    _ element: JSONConversion, _ source: JSONSource, _ depth: Int, brackets: String
  ) -> String {
    let name = "swiftsync_each_\(depth)"
    var item = JSONSource(base: "\(name).value")
    if case .scalar = element { item.isPlain = true }
    var value = element.sql(item, mayBeNull: false, depth: depth + 1)
    // The bytes of the key, which is in quotation marks unless it is a word.
    if brackets == "{}" {
      let key = "substr(\(name).fullkey, 3)"
      value =
        "CASE WHEN \(key) GLOB '\"*' THEN \(key) ELSE '\"' || \(key) || '\"' END || ':' || \(value)"
    }
    return "(SELECT '\(brackets.prefix(1))' || coalesce(group_concat(\(value), ','), '') "
      + "|| '\(brackets.suffix(1))' FROM json_each(\(source.json)) AS \(name))"
  }
}

extension JSONConversion.Member {
  /// The member with a comma before it, empty if it has no value; `nil` if it never has one.
  fileprivate func sql(_ object: JSONSource, _ depth: Int) -> String? {
    let title = ",\"\(key)\":"
    func constant(_ text: String) -> String { SQLText.string(title + text) }
    guard let source else { return defaultText.map(constant) ?? (isRequired ? "NULL" : nil) }
    let value = source.conversion.sql(
      object.member(source.key), mayBeNull: source.isOptional, depth: depth)
    let stated = SQLText.string(title) + " || " + value
    guard mayBeAbsent else { return stated }
    if !isRequired { return "coalesce(\(stated), '')" }
    return defaultText.map { "coalesce(\(stated), \(constant($0)))" } ?? stated
  }
}
