package import SwiftSyncValues

/// Lists of values that are already JSON.
package enum JSONList {
  /// The text of a list.
  package static func text(of slices: [JSONSlice], in arena: ByteArena) -> JSONSlice {
    let target = arena.allocate(slices.reduce(2) { $0 + $1.count + 1 })
    target[0] = UInt8(ascii: "[")
    var written = 1
    for (index, slice) in slices.enumerated() {
      if index > 0 {
        target[written] = UInt8(ascii: ",")
        written += 1
      }
      (target + written).update(from: slice.start, count: slice.count)
      written += slice.count
    }
    target[written] = UInt8(ascii: "]")
    return JSONSlice(target, written + 1)
  }
}
