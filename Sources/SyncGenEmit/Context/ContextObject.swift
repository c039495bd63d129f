import SyncGenTemplateEngine

/// Something of a schema that templates see as an object.
protocol ContextSubject: Sendable {
  static var type: ContextType<Self> { get }
}

extension ContextSubject {
  var templateValue: TemplateValue {
    .object(SubjectObject(self, Self.type.objectMembers))
  }
}

/// Gives a template the members of a subject.
///
/// It does not know the subject's type: code that is generic over it would look the type up at run
/// time for each question.
class ContextObject: TemplateObject, @unchecked Sendable {
  private let members: ContextMembers

  fileprivate init(_ members: ContextMembers) {
    self.members = members
  }

  final func member(_ name: TemplateName) -> TemplateValue? {
    members.index[name].map { members.answers[$0].value(self) }
  }

  final var memberNames: [String] { members.names }

  /// The members that may lead to the object itself.
  final var repeatingNames: Set<String> { members.repeating }
}

/// The object of one subject.
///
/// `@unchecked`: subjects are `Sendable`, and nothing of an object changes.
final class SubjectObject<Subject: Sendable>: ContextObject, @unchecked Sendable {
  let subject: Subject

  /// - Parameter members: Those of the subject's type.
  init(_ subject: Subject, _ members: ContextMembers) {
    self.subject = subject
    super.init(members)
  }
}

/// The members of the objects of one kind.
final class ContextMembers: Sendable {
  typealias Value = @Sendable (ContextObject) -> TemplateValue

  /// A function by itself: one in a list is called through another one.
  struct Answer: Sendable {
    let value: Value
  }

  /// Those that people are told of: members that will go are found, but not listed.
  let names: [String]
  let answers: [Answer]
  /// Those that may lead to the object itself.
  let repeating: Set<String>
  /// The places of the members.
  let index: NameIndex

  init(names: [String], answers: [Answer], deprecated: Set<String>, repeating: Set<String>) {
    self.names = deprecated.isEmpty ? names : names.filter { !deprecated.contains($0) }
    self.answers = answers
    self.repeating = repeating
    index = NameIndex(names)
  }
}
