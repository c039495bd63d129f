import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Values: their types, optionality, defaults and limits.
extension SourceComparison {
  mutating func compare(
    _ own: ComparedMember, _ found: ComparedMember, _ direction: Direction, _ subject: Subject,
    notes: [ImportNote]
  ) {
    let isAlwaysNull = notes.first?.text.hasPrefix("always") == true
    let isGuess = notes.contains { $0.guess == .type || $0.guess == .enumeration }
    if !isAlwaysNull, !isGuess, !(own.isSeparated && found.type.isString) {
      compare(own.type, found.type, direction, subject)
      compareDates(own, found, subject)
    }
    // With a default, a value that the source does not require is not optional.
    if found.defaultValue == nil || own.defaultValue != nil {
      compareOptionality(
        own.isOptional, found.isOptional, hasDefault: own.defaultValue != nil, direction, subject,
        notes: notes)
    }
    if let value = found.defaultValue, value != own.defaultValue {
      add(
        .default, subject,
        own.defaultValue.map { "has the default '\($0)', the source has '\(value)'" }
          ?? "has no default, the source has '\(value)'")
    }
    compareLimits(own, found, subject)
    if found.isDeprecated, !own.isDeprecated {
      add(.deprecated, subject, "is deprecated in the source")
    }
  }

  mutating func compareOptionality(
    _ own: Bool, _ found: Bool, hasDefault: Bool, _ direction: Direction, _ subject: Subject,
    notes: [ImportNote]
  ) {
    // Other sources than JSON state what is optional; a guess may be wrong.
    if source.isComplete, found, notes.contains(where: { $0.guess == .type }) { return }
    if found, !own, !hasDefault, direction == .received {
      let reason = notes.first { $0.guess == nil }.map { ": \($0.text)" } ?? ""
      add(.optional, subject, "is required, optional in the source\(reason)")
    } else if own, !found, source.isComplete {
      let isDeliberate = subject.spans.first.map { span in
        comments.comments(at: span).contains { $0.contains(SchemaMatch.rowsLackIt.text) }
      }
      if isDeliberate != true { add(.optional, subject, "is optional, required in the source") }
    }
  }

  private mutating func compareDates(
    _ own: ComparedMember, _ found: ComparedMember, _ subject: Subject
  ) {
    guard own.type.isDate, found.type.isDate, !found.dates.isISO || !own.dates.isISO,
      !own.dates.isAuto, !found.dates.isAuto,
      !Set(own.dates.spellings).isSuperset(of: found.dates.spellings)
    else { return }
    add(
      .type, subject,
      "reads dates as '\(own.dates.text)', the source has '\(found.dates.text)'")
  }

  // MARK: Limits

  private mutating func compareLimits(
    _ own: ComparedMember, _ found: ComparedMember, _ subject: Subject
  ) {
    let stated = source.comments(at: found.span).filter(\.isLimit)
    switch (own.scalar?.limit, found.scalar?.limit) {
    case (let own?, let found?) where own != found:
      add(.limit, subject, "is \(own), in the source \(found)")
    case (nil, let found?): add(.limit, subject, "has no limit, in the source \(found)")
    case (let own?, nil) where stated.isEmpty:
      add(.limit, subject, "is \(own), without a limit in the source")
    default: break
    }
    // Comments may be missing, because a mapping in braces has none.
    let known = subject.spans.first.map(comments.comments)?.filter(\.isLimit) ?? []
    if !known.isEmpty, Set(known) != Set(stated), own.scalar == nil, found.scalar == nil {
      let words = stated.isEmpty ? "none" : "'\(stated.joined(separator: ", "))'"
      add(
        .limit, subject,
        "has the limit '\(known.joined(separator: ", "))' as a comment, the source has \(words)")
    }
  }

  // MARK: Types

  mutating func compare(
    _ own: ComparedType, _ found: ComparedType, _ direction: Direction, _ subject: Subject
  ) {
    switch (own, found) {
    case (.scalar(.json), _), (.money, .scalar), (.money, .money), (.file, .file): break
    case (.list(let own), .list(let found)), (.dictionary(let own), .dictionary(let found)):
      compare(own, found, direction, subject)
    case (.enumeration(let own), .enumeration(let found)): compare(own, found, subject)
    case (.object(let own), .object(let found)): compare(own, found, direction, subject)
    case (.tagged(let own, let ownTags), .tagged(let found, let tags)):
      compare(own, ownTags, found, tags, subject)
    case (.entity(let own), .entity(let found)), (.patch(let own), .patch(let found)),
      (.entity(let own), .patch(let found)), (.patch(let own), .entity(let found)):
      if let pair = pairs[found.name.name], pair !== own {
        addMismatch(own.name.name, pair.name.name, subject)
      }
    case (.entity(let own), .object(let found)), (.patch(let own), .object(let found)):
      compare(own, found, direction, subject)
    case (.rows(let own), .rows(let found)): compare(own, found, subject)
    // What a request sends may be of a type of its own.
    case (.object, .entity) where direction == .sent, (.object, .patch) where direction == .sent:
      break
    default:
      if !own.reads(found, isSample: !source.isComplete) {
        addMismatch(own.words, found.words, subject)
      }
    }
  }

  private mutating func addMismatch(_ own: String, _ found: String, _ subject: Subject) {
    add(.type, subject, "is '\(own)', the source has '\(found)'")
  }

  /// The schema sends or reads rows where the source has an object of its own. The rows must have
  /// the keys that the source requires.
  private mutating func compare(
    _ own: Entity, _ found: ComparedObject, _ direction: Direction, _ subject: Subject
  ) {
    guard direction == .sent else { return addMismatch(own.name.name, found.name, subject) }
    let sent = Set(schema.readPaths(of: own))
    let missing = source.schema.members(of: found).filter { member in
      !member.isOptional && member.defaultValue == nil && sent.isDisjoint(with: member.paths)
    }
    guard !missing.isEmpty else { return }
    let keys = missing.compactMap(\.paths.first).joined(separator: "', '")
    add(.body, subject, "does not send '\(keys)', which the source requires")
  }

  private mutating func compare(_ own: EnumModel, _ found: EnumModel, _ subject: Subject) {
    guard source.isComplete, isFirst(own.name.name, found.name.name) else { return }
    let subject = Subject(
      name: own.name.name, spans: [own.span] + subject.spans, source: source.place(found.span))
    compareCases(own.cases.map(\.rawValue.key), found.cases.map(\.rawValue.key), subject)
  }

  private mutating func compareCases(_ own: [String], _ found: [String], _ subject: Subject) {
    let (ownCases, cases) = (Set(own), Set(found))
    let new = found.filter {
      !ownCases.contains($0) && !comments.leavesOut("\(subject.name).\($0)")
    }
    let gone = own.filter { !cases.contains($0) }
    let listed = 6
    if !new.isEmpty {
      add(.cases, subject, "lacks \(new.quoted(upTo: listed)) of the source", values: new)
    }
    if !gone.isEmpty {
      add(.cases, subject, "has \(gone.quoted(upTo: listed)), which the source lacks", values: gone)
    }
  }

  private mutating func compare(
    _ own: ValueTypeModel, _ ownTags: Tagging, _ found: ValueTypeModel, _ tags: Tagging,
    _ subject: Subject
  ) {
    guard isFirst(own.name.name, found.name.name) else { return }
    let subject = Subject(
      name: own.name.name, spans: [own.span] + subject.spans, source: source.place(found.span))
    if ownTags.tag != tags.tag {
      add(.type, subject, "has the tag '\(ownTags.tag)', the source has '\(tags.tag)'")
    }
    if source.isComplete {
      compareCases(ownTags.cases.map(\.value.key), tags.cases.map(\.value.key), subject)
    }
    for one in ownTags.cases {
      guard let other = tags.cases.first(where: { $0.value.key == one.value.key }),
        let (type, otherType) = one.type.flatMap({ own in other.type.map { (own, $0) } })
      else { continue }
      compare(
        schema.compared(AttributeType.value(type)),
        source.schema.compared(AttributeType.value(otherType)), .received, subject)
    }
  }

  private mutating func compare(_ own: TaggedRows, _ found: TaggedRows, _ subject: Subject) {
    guard source.isComplete else { return }
    compareCases(own.cases.map(\.value.key), found.cases.map(\.value.key), subject)
  }

  private mutating func compare(
    _ own: ComparedObject, _ found: ComparedObject, _ direction: Direction, _ subject: Subject
  ) {
    guard isFirst(own.name, found.name) else { return }
    let subject = Subject(
      name: own.name, spans: [own.span] + subject.spans,
      source: source.place(found.span) ?? subject.source)
    compareMembers(
      schema.members(of: own), source.schema.members(of: found), of: found.name, direction, subject)
  }

  /// Compares members of an object, or the parameters of an endpoint.
  mutating func compareMembers(
    _ own: [ComparedMember], _ found: [ComparedMember], of owner: String, _ direction: Direction,
    _ subject: Subject
  ) {
    let matches = MemberMatches(found, isUnkeyed: source.isUnkeyed)
    var matched: Set<Int> = []
    for member in own {
      let name = "\(subject.name).\(member.name)"
      if let index = matches.index(of: member) {
        matched.insert(index)
        compare(
          member, found[index], direction,
          subject.inner(name, member.span, source.place(found[index], of: owner)),
          notes: source.notes(found[index], of: owner))
      } else if source.isComplete || !member.isOptional && member.defaultValue == nil {
        add(.gone, subject.inner(name, member.span, subject.source), Self.gone)
      }
    }
    for (index, member) in found.enumerated() where !matched.contains(index) {
      addNew(member, of: owner, direction, subject)
    }
  }

  private mutating func addNew(
    _ member: ComparedMember, of owner: String, _ direction: Direction, _ subject: Subject
  ) {
    let names = ([member.name] + member.paths).map { "\(subject.name).\($0)" }
    guard !names.contains(where: comments.leavesOut) else { return }
    if let field = source.field(member, of: owner), types.contains(subject.name),
      !subject.spans.contains(where: comments.accepts)
    {
      newFields.append((type: subject.name, field: field))
      return
    }
    let isRequired = direction == .sent && !member.isOptional && member.defaultValue == nil
    add(
      .new,
      Subject(
        name: "\(subject.name).\(member.paths.first ?? member.name)", spans: subject.spans,
        source: source.place(member, of: owner)),
      "is new in the source" + (isRequired ? ", which requires it" : ""))
  }

  /// Whether two types were not compared before.
  private mutating func isFirst(_ own: String, _ found: String) -> Bool {
    seen.insert("\(own) \(found)").inserted
  }
}

extension ComparedType {
  var isString: Bool { if case .scalar(.string) = self { true } else { false } }

  var isDate: Bool {
    switch self {
    case .scalar(let type): type == .date || type == .day
    case .list(let element), .dictionary(let element): element.isDate
    default: false
    }
  }

  /// Whether each value of another type is read as it is.
  ///
  /// - Parameter isSample: Whether the other type was found in values, which may have only a part of
  ///   its form.
  func reads(_ found: ComparedType, isSample: Bool) -> Bool {
    switch (self, found) {
    case (.scalar(let own), .scalar(let found)) where own == found: true
    case (.scalar(.double), .scalar(.int)), (.scalar(.decimal), .scalar(.int)): isSample
    case (.scalar(.string), .scalar(let type)):
      isSample && [.uuid, .url, .date, .day, .decimal].contains(type)
    case (.scalar(.string), .enumeration): isSample
    case (.enumeration(let model), .scalar(let type)):
      model.unknownValues == .keep && type == (model.hasIntegerValues ? .int : .string)
    default: false
    }
  }
}

extension NamedScalar {
  /// The limit in words; `nil` if it has none.
  fileprivate var limit: String? { hasCheck ? expectation : nil }
}

extension String {
  /// Whether it is a comment with a limit of values.
  fileprivate var isLimit: Bool {
    ["at least ", "at most ", "more than ", "less than ", "a multiple of ", "pattern ", "unique "]
      .contains(where: hasPrefix)
  }
}
