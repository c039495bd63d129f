/// The state of a member whose type only generated code knows.
typealias FieldState = Patch<any Hashable & Sendable>

extension Patch where Wrapped == any Hashable & Sendable {
  func isEqual(to other: FieldState) -> Bool {
    switch (self, other) {
    case (.missing, .missing), (.null, .null): true
    case (.value(let left), .value(let right)): AnyHashable(left) == AnyHashable(right)
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .missing: hasher.combine(0 as UInt8)
    case .null: hasher.combine(1 as UInt8)
    case .value(let value): value.hash(into: &hasher)
    }
  }
}
