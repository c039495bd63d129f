import SyncGenSchema
import SyncGenTemplateEngine

extension ContextMember {
  /// The values of a schema's keys that begin with `x-`, e.g. `annotations.icon` for `x-icon`.
  static func annotations(
    _ value: @escaping @Sendable (Subject) -> Annotations
  ) -> Self {
    values(
      "annotations",
      "The values under keys that begin with `x-`, e.g. `annotations.icon` for `x-icon`."
    ) { TemplateDictionary(value($0)) }
  }
}

extension TemplateDictionary {
  init(_ annotations: Annotations) {
    self.init(annotations.members.map { (key: $0.name, value: TemplateValue($0.value)) })
  }
}

extension TemplateValue {
  fileprivate init(_ value: Annotations.Value) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .integer(let integer): self = .int(Int(integer))
    case .number(let number): self = .double(number)
    case .text(let text): self = .string(text)
    case .list(let items): self = .array(items.map { TemplateValue($0) })
    case .mapping(let members):
      self = .dictionary(
        TemplateDictionary(members.map { (key: $0.name, value: TemplateValue($0.value)) }))
    }
  }
}
