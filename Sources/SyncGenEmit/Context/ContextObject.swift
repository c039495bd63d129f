import SyncGenTemplateEngine

/// Something of a schema that templates see as an object.
protocol ContextSubject: Sendable {
  static var type: ContextType<Self> { get }
}

extension ContextSubject {
  var templateValue: TemplateValue {
    .object(ContextObject(self))
  }
}

/// Answers a template's questions about a subject.
final class ContextObject<Subject: ContextSubject>: TemplateObject {
  private let subject: Subject

  init(_ subject: Subject) {
    self.subject = subject
  }

  func member(_ name: String) -> TemplateValue? {
    Subject.type.member(name)?.value(subject)
  }

  var memberNames: [String] {
    Subject.type.members.map(\.name)
  }
}
