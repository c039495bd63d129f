/// All stored members of a value, at any depth, to compare values whose types are not `Equatable`.
package func dumped(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.children.isEmpty { return "\(type(of: value)) \(String(reflecting: value))" }
  var members = mirror.children.map { "\($0.label.map { "\($0): " } ?? "")\(dumped($0.value))" }
  if mirror.displayStyle == .dictionary || mirror.displayStyle == .set { members.sort() }
  return "\(type(of: value))(\(members.joined(separator: ", ")))"
}
