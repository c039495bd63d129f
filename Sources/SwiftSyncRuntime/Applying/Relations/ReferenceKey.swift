/// An id as a key, by its bytes and without ownership.
struct ReferenceKey: Hashable {
  let id: BoundValue

  init(_ id: BoundValue) {
    self.id = id
  }

  static func == (left: ReferenceKey, right: ReferenceKey) -> Bool {
    left.id == right.id
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id.kind)
    switch id.kind {
    case .missing, .null: break
    case .integer: hasher.combine(id.integer)
    case .real: hasher.combine(id.real)
    case .text, .blob: hasher.combine(bytes: UnsafeRawBufferPointer(id.slice.bytes))
    }
  }
}
