import SyncGenTemplateEngine

/// An element of a schema that templates see as an object.
protocol ContextSubject: Sendable {
  static var type: ContextType<Self> { get }
}

extension ContextSubject {
  var templateValue: TemplateValue {
    .object(SubjectObject(self, Self.type.objectMembers))
  }
}

/// An object whose members are described.
protocol DescribedObject: TemplateObject {
  var members: ContextMembers { get }
}

/// An object whose members a template reads from a subject.
///
/// It does not know the subject's type: generic code would look up the type at run time for each
/// access.
class ContextObject: DescribedObject, @unchecked Sendable {
  final let members: ContextMembers

  fileprivate init(_ members: ContextMembers) {
    self.members = members
  }

  final func member(_ name: TemplateName) -> TemplateValue? {
    members.index[name].map { members.answers[$0].value(self) }
  }

  final func member(_ name: TemplateName, in group: TemplateName) -> TemplateValue? {
    guard let place = members.index[group], let group = members.groups[place] else { return nil }
    return group.index[name].map { group.answers[$0].value(self) }
  }

  final var memberNames: [String] { members.names }

  final var hasFixedMembers: Bool { true }
}

/// The object of one subject.
///
/// `@unchecked`: subjects are `Sendable`, and an object does not change.
final class SubjectObject<Subject: Sendable>: ContextObject, @unchecked Sendable {
  let subject: Subject

  /// - Parameter members: The members of the subject's type.
  init(_ subject: Subject, _ members: ContextMembers) {
    self.subject = subject
    super.init(members)
  }
}

/// Some members of an object, under a name of their own.
final class ContextGroup: DescribedObject {
  private let object: ContextObject
  let members: ContextMembers

  init(_ object: ContextObject, _ members: ContextMembers) {
    self.object = object
    self.members = members
  }

  func member(_ name: TemplateName) -> TemplateValue? {
    members.index[name].map { members.answers[$0].value(object) }
  }

  var memberNames: [String] { members.names }

  var hasFixedMembers: Bool { true }
}

/// The members of the objects of one kind, or of a group.
final class ContextMembers: Sendable {
  typealias Value = @Sendable (ContextObject) -> TemplateValue

  /// A function in its own struct, because one in a list is called through another one.
  struct Answer: Sendable {
    let value: Value
  }

  /// What the JSON of an object has in place of a member.
  enum Shown: Sendable {
    case value
    /// The names of the objects.
    case names
    case nothing
  }

  /// The documented members. Deprecated members are found, but not listed.
  let names: [String]
  let answers: [Answer]
  private let shown: [Shown]
  /// For a member that is a group, its members.
  let groups: [ContextMembers?]
  /// The positions of the members.
  let index: NameIndex

  init(
    names: [String], answers: [Answer], deprecated: Set<String>, shown: [Shown],
    groups: [ContextMembers?]
  ) {
    self.names = deprecated.isEmpty ? names : names.filter { !deprecated.contains($0) }
    self.answers = answers
    self.shown = shown
    self.groups = groups
    index = NameIndex(names)
  }

  func shown(_ name: TemplateName) -> Shown {
    index[name].map { shown[$0] } ?? .nothing
  }
}
