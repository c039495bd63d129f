import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

extension BoundValue {
  /// Compares two clocks. A missing or null clock is neither older nor newer.
  func isOlder(than known: BoundValue) -> Bool {
    guard kind == known.kind else { return false }
    switch kind {
    case .integer: return integer < known.integer
    case .text: return slice < known.slice
    case .missing, .null, .real, .blob: return false
    }
  }

  /// The value with its bytes copied to another arena.
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
