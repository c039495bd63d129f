import SyncGenSchema

/// How a stored tagged value is converted to the next version.
struct TaggedConversion {
  struct Case {
    /// The old value of the tag, as SQL.
    let value: String
    let content: Content
  }

  enum Content {
    /// The bytes are copied.
    case copied
    /// The case was removed, and its values with it.
    case lost
    /// The members, including the tag.
    case object([JSONConversion.Member])
  }

  let oldTag: String
  let newTag: String
  let cases: [Case]
  /// Whether values of unknown cases are kept.
  let keepsUnknown: Bool

  var isLossy: Bool {
    !keepsUnknown
      || cases.contains { item in
        switch item.content {
        case .copied: false
        case .lost: true
        case .object(let members): members.contains(where: \.isMissed)
        }
      }
  }

  /// The SQL for the new JSON. It is null if the old value is null or cannot be converted.
  func sql(_ source: JSONSource, depth: Int) -> String {
    let cases = cases.map { item in
      "WHEN \(item.value) THEN \(Self.sql(item.content, source, depth))"
    }
    let unknown = source.member(ValueTypeModel.unknownKey)
    return
      "CASE WHEN \(unknown.json) IS NOT NULL THEN \(keepsUnknown ? self.unknown(source, depth) : "NULL") "
      + "ELSE CASE \(source.member(oldTag).value) \(cases.joined(separator: " ")) END END"
  }

  private static func sql(_ content: Content, _ source: JSONSource, _ depth: Int) -> String {
    switch content {
    case .copied: source.json
    case .lost: "NULL"
    case .object(let members): JSONConversion.object(members, source, depth)
    }
  }

  /// A value of an unknown case, whose tag may have another key.
  private func unknown(_ source: JSONSource, _ depth: Int) -> String {
    guard oldTag != newTag else { return source.json }
    return JSONConversion.object(
      [
        .copied(newTag, from: oldTag),
        .copied(ValueTypeModel.unknownKey, from: ValueTypeModel.unknownKey),
      ], source, depth)
  }
}

extension JSONConversion.Member {
  fileprivate static func copied(_ key: String, from old: String) -> JSONConversion.Member {
    JSONConversion.Member(
      key: key, source: Source(key: old, isOptional: false, conversion: .copied), defaultText: nil,
      isRequired: true)
  }
}
