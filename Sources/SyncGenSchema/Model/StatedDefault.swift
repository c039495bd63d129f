import SyncGenDiagnostics

extension Schema {
  /// A default as a schema states it after a type, e.g. `0`, `"draft"`, `open` or `new`.
  package func stated(_ value: DefaultValue) -> String {
    switch value {
    case .newUUID: "new"
    case .now: "now"
    case .temporary: "temporary"
    case .constant(let constant): stated(constant)
    }
  }

  /// A constant in the same form.
  package func stated(_ constant: ConstantValue) -> String {
    switch constant {
    case .decimal(let text): text
    case .enumCase(let id, let index): self[id].cases[index].name.name
    default: FrozenConstants(schema: self).value(of: constant).text(.source)
    }
  }
}
