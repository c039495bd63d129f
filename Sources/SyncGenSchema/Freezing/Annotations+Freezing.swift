import SyncGenDiagnostics

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
