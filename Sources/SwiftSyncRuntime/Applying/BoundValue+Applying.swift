extension BoundValue: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch kind {
    case .missing, .null: break
    case .integer: hasher.combine(integer)
    case .real: hasher.combine(real)
    case .text, .blob: hasher.combine(bytes: UnsafeRawBufferPointer(slice.bytes))
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
