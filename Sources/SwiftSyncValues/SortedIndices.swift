/// The indices of elements in the order of a comparison.
///
/// The compiler specializes `sorted` for each type and closure, at three kilobytes each. This
/// function exists once. Compare the indices, too, where equal elements must keep their order.
@inline(never)
package func sortedIndices(_ count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
  Array(0..<count).sorted(by: isBefore)
}

/// The members of an object in the order of the bytes of their keys.
package func sortedByKey<Value>(_ members: [String: Value]) -> [(key: String, value: Value)] {
  let members = members.map { $0 }
  let order = sortedIndices(members.count) {
    members[$0].key.utf8.lexicographicallyPrecedes(members[$1].key.utf8)
  }
  return order.map { members[$0] }
}
