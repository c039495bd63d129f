import SyncGenDiagnostics

extension FrozenObject {
  /// Adds annotations. It adds nothing if there are none, so that the seals of older versions do
  /// not change.
  mutating func add(_ annotations: Annotations) {
    for member in annotations.members {
      add(named: Annotations.prefix + member.name, FrozenValue(member.value))
    }
  }
}

extension FrozenValue {
  init(_ value: Annotations.Value) {
    switch value {
    case .null: self = .json("null")
    case .bool(let flag): self = .json(flag ? "true" : "false")
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .json("\(number)")
    case .text(let text): self = .text(text)
    case .list(let items): self = .row(items.map { FrozenValue($0) })
    case .mapping(let members):
      self = .object(
        members.reduce(into: FrozenObject()) { $0.add(named: $1.name, FrozenValue($1.value)) })
    }
  }
}
