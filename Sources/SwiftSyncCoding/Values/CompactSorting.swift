/// Sorting of short lists outside hot loops. The compiler specializes `sorted` for each type and
/// closure, at three kilobytes each. These functions exist once and call the standard library's.
extension Sequence {
  /// Like `sorted(by:)`.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  package func compactlySorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
    sorted(by: isBefore)
  }
}

extension Sequence where Element: Comparable {
  /// Like `sorted()`.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  package func compactlySorted() -> [Element] { sorted() }
}
