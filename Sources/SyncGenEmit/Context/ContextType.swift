import SyncGenTemplateEngine

/// A kind of object in the template context: its members, their documentation and their values.
///
/// The objects of a rendering, the JSON of `swiftsync-gen context` and the reference page are all
/// derived from it, so they cannot contradict each other.
///
/// Neither this type nor a member or an object requires that `Subject` is a `ContextSubject`: Swift
/// would search all conformances of the process for each kind, which took a tenth of a small run.
struct ContextType<Subject: Sendable>: Sendable {
  let name: String
  /// A sentence that describes the kind.
  let summary: String
  let members: [ContextMember<Subject>]
  /// The same members, in the form in which objects look them up.
  let objectMembers: ContextMembers

  init(_ name: String, _ summary: String, _ members: [ContextMember<Subject>]) {
    self.name = name
    self.summary = summary
    self.members = members
    objectMembers = ContextMembers(members)
  }
}

extension ContextMembers {
  convenience init<Subject>(_ members: [ContextMember<Subject>]) {
    self.init(
      names: members.map(\.name), answers: members.map { .init(value: $0.value) },
      deprecated: Set(members.filter { $0.deprecation != nil }.map(\.name)),
      shown: members.map(\.shown), groups: members.map(\.groupMembers))
  }
}

/// A member of the objects of one kind.
struct ContextMember<Subject: Sendable>: Sendable {
  let name: String
  private let typeName: @Sendable () -> String
  let summary: String
  /// The replacement of a deprecated member. Templates that use the member get a warning.
  private(set) var deprecation: String?
  /// What the JSON of an object has in place of the member.
  private(set) var shown = ContextMembers.Shown.value
  /// The members of a group; nil for other members.
  private(set) var group: [ContextMember<Subject>]?
  /// The same, in the form in which objects look them up.
  private(set) var groupMembers: ContextMembers?
  /// Accepts only objects of `Subject`.
  let value: ContextMembers.Value

  /// A group of members, such as those that only Swift code needs.
  ///
  /// A template reads them from an object inside the subject's, so that `entity.swift.name` is the
  /// name in Swift, and the names of the schema's language remain free of languages and frameworks.
  static func group(_ name: String, _ summary: String, _ members: [ContextMember<Subject>]) -> Self
  {
    Self(name, summary, members, ContextMembers(members))
  }

  private init(
    _ name: String, _ summary: String, _ group: [ContextMember<Subject>], _ members: ContextMembers
  ) {
    self.name = name
    typeName = { "group" }
    self.summary = summary
    self.group = group
    groupMembers = members
    value = { .object(ContextGroup($0, members)) }
  }

  private init(
    _ name: String, _ typeName: @autoclosure @escaping @Sendable () -> String, _ summary: String,
    _ value: @escaping @Sendable (Subject) -> TemplateValue
  ) {
    self.name = name
    self.typeName = typeName
    self.summary = summary
    self.value = { object in
      value(unsafeDowncast(object, to: SubjectObject<Subject>.self).subject)
    }
  }

  /// The type as stated in the reference page, e.g. `list of attribute`.
  ///
  /// Computed on demand, because types refer to each other in cycles.
  var type: String { typeName() }

  /// Returns the member marked as deprecated.
  func deprecated(_ advice: String) -> Self {
    var member = self
    member.deprecation = advice
    return member
  }

  /// Returns a member whose objects are also elsewhere in the context, or lead back to this one, so
  /// that the JSON only has their names.
  func byName() -> Self {
    var member = self
    member.shown = .names
    return member
  }

  /// Returns a member that the JSON lacks, since all of it is elsewhere.
  func onlyInTemplates() -> Self {
    var member = self
    member.shown = .nothing
    return member
  }

  static func text(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> String
  ) -> Self {
    Self(name, "string", summary) { .string(value($0)) }
  }

  static func optionalText(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> String?
  ) -> Self {
    Self(name, "string or null", summary) { TemplateValue(value($0)) }
  }

  static func number(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> Int
  ) -> Self {
    Self(name, "number", summary) { .int(value($0)) }
  }

  static func optionalNumber(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> Int?
  ) -> Self {
    Self(name, "number or null", summary) { TemplateValue(value($0)) }
  }

  static func flag(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> Bool
  ) -> Self {
    Self(name, "boolean", summary) { .bool(value($0)) }
  }

  static func texts(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> [String]
  ) -> Self {
    Self(name, "list of string", summary) { .array(value($0).map(TemplateValue.string)) }
  }

  static func values(
    _ name: String, _ summary: String,
    _ value: @escaping @Sendable (Subject) -> TemplateDictionary
  ) -> Self {
    Self(name, "values by name", summary) { .dictionary(value($0)) }
  }

  /// A member with a string or a number.
  static func scalar(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> TemplateValue
  ) -> Self {
    Self(name, "string or number", summary, value)
  }

  /// A member with any value that JSON can represent.
  static func json(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> TemplateValue
  ) -> Self {
    Self(name, "JSON value", summary, value)
  }

  static func object<Member: ContextSubject>(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> Member
  ) -> Self {
    Self(name, Member.type.name, summary) { value($0).templateValue }
  }

  static func optionalObject<Member: ContextSubject>(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> Member?
  ) -> Self {
    Self(name, "\(Member.type.name) or null", summary) { value($0)?.templateValue ?? .null }
  }

  static func objects<Member: ContextSubject>(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> [Member]
  ) -> Self {
    Self(name, "list of \(Member.type.name)", summary) {
      .array(value($0).map(\.templateValue))
    }
  }

  /// A member with an object that was created before.
  static func sharedObject<Member: ContextSubject>(
    _ name: String, _: Member.Type, _ summary: String,
    _ value: @escaping @Sendable (Subject) -> TemplateValue
  ) -> Self {
    Self(name, Member.type.name, summary, value)
  }

  /// A member with objects that were created before, so that repeated access is cheap.
  static func shared<Member: ContextSubject>(
    _ name: String, _: Member.Type, _ summary: String,
    _ value: @escaping @Sendable (Subject) -> TemplateValue
  ) -> Self {
    Self(name, "list of \(Member.type.name)", summary, value)
  }
}
