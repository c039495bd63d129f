import SyncGenTemplateEngine

/// Something of a schema that templates see as an object.
protocol ContextSubject: Sendable {
  static var type: ContextType<Self> { get }
}

extension ContextSubject {
  var templateValue: TemplateValue {
    .object(SubjectObject(self))
  }
}

/// Answers a template's questions about a subject.
///
/// It does not know the subject's type: code that is generic over it would look the type up at run
/// time for each question.
class ContextObject: TemplateObject, @unchecked Sendable {
  private let members: ContextMembers

  fileprivate init(_ members: ContextMembers) {
    self.members = members
  }

  final func member(_ name: TemplateName) -> TemplateValue? {
    members.index[name].map { members.values[$0](self) }
  }

  final var memberNames: [String] { members.names }
}

/// The object of one subject.
///
/// `@unchecked`: subjects are `Sendable`, and nothing of an object changes.
final class SubjectObject<Subject: ContextSubject>: ContextObject, @unchecked Sendable {
  let subject: Subject

  init(_ subject: Subject) {
    self.subject = subject
    super.init(Subject.type.objectMembers)
  }
}

/// What the objects of one kind answer.
final class ContextMembers: Sendable {
  typealias Value = @Sendable (ContextObject) -> TemplateValue

  let names: [String]
  /// The answers, in the order of the names.
  let values: [Value]
  let index: NameIndex

  init(names: [String], values: [Value]) {
    self.names = names
    self.values = values
    index = NameIndex(names)
  }
}
