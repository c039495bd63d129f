import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

extension BoundValue {
  /// Compares two clocks. A missing or null clock is neither older nor newer.
  func isOlder(than known: BoundValue) -> Bool {
    switch (kind, known.kind) {
    case (.integer, .integer): integer < known.integer
    case (.text, .text): slice < known.slice
    // Dates in seconds, of which another program's column keeps whole ones as integers.
    case (.real, .real): real < known.real
    case (.real, .integer): real < Double(known.integer)
    case (.integer, .real): Double(integer) < known.real
    default: false
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
