/// Sorting of short lists outside of hot loops. The compiler writes `sorted` again for each type and each closure, which is
/// three kilobytes each time; these exist once, and call the one of the standard library.
extension Sequence {
  /// As `sorted(by:)`.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  package func compactlySorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
    sorted(by: isBefore)
  }
}

extension Sequence where Element: Comparable {
  /// As `sorted()`.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  package func compactlySorted() -> [Element] { sorted() }
}
