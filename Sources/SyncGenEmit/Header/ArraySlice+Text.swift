extension ArraySlice<UInt8> {
  /// Where a text begins and ends that the bytes hold, the first time; `nil` if they do not.
  ///
  /// On bytes, since headers are looked for in every file of an output folder, and a `String` of a
  /// file's start takes long to search.
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
