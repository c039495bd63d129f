extension ArraySlice<UInt8> {
  /// The first range of a string in the bytes; `nil` if there is none.
  ///
  /// It searches bytes, because headers are searched for in every file of an output folder, and
  /// searching a `String` takes long.
  package func firstRange(ofText text: String) -> Range<Int>? {
    let wanted = Array<UInt8>(text.utf8)
    guard let first = wanted.first, count >= wanted.count else { return nil }
    for start in startIndex...endIndex - wanted.count
    where self[start] == first && self[start..<start + wanted.count] == wanted[...] {
      return start..<start + wanted.count
    }
    return nil
  }
}
