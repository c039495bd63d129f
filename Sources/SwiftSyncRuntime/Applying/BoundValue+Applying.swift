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

extension BoundValue {
  /// The value with its bytes in another arena.
  func copied(into arena: ByteArena) -> BoundValue {
    switch kind {
    case .missing, .null, .integer, .real: self
    case .text: .text(slice.copied(into: arena))
    case .blob: .blob(slice.copied(into: arena))
    }
  }
}

extension JSONSlice {
  fileprivate func copied(into arena: ByteArena) -> JSONSlice {
    let target = arena.allocate(count)
    target.update(from: start, count: count)
    return JSONSlice(target, count)
  }
}
