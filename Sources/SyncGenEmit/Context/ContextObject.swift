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

/// An object whose members a template reads from a subject.
///
/// It does not know the subject's type: generic code would look up the type at run time for each
/// access.
class ContextObject: TemplateObject, @unchecked Sendable {
  private let members: ContextMembers

  fileprivate init(_ members: ContextMembers) {
    self.members = members
  }

  final func member(_ name: TemplateName) -> TemplateValue? {
    members.index[name].map { members.answers[$0].value(self) }
  }

  final var memberNames: [String] { members.names }

  final var hasFixedMembers: Bool { true }

  /// The members that may contain the object itself.
  final var repeatingNames: Set<String> { members.repeating }
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

/// The members of the objects of one kind.
final class ContextMembers: Sendable {
  typealias Value = @Sendable (ContextObject) -> TemplateValue

  /// A function in its own struct, because one in a list is called through another one.
  struct Answer: Sendable {
    let value: Value
  }

  /// The documented members. Deprecated members are found, but not listed.
  let names: [String]
  let answers: [Answer]
  /// The members that may contain the object itself.
  let repeating: Set<String>
  /// The positions of the members.
  let index: NameIndex

  init(names: [String], answers: [Answer], deprecated: Set<String>, repeating: Set<String>) {
    self.names = deprecated.isEmpty ? names : names.filter { !deprecated.contains($0) }
    self.answers = answers
    self.repeating = repeating
    index = NameIndex(names)
  }
}
