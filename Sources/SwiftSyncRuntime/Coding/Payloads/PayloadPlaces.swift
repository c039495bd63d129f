/// Numbers the objects that paths lead through.
struct PayloadPlaces {
  private(set) var prefixes = [EntityCoding.Prefix(parent: 0, key: RemoteKey(""))]
  private var numbers: [EntityCoding.Prefix: Int] = [:]

  mutating func location(of path: String) -> EntityCoding.Location {
    var keys = path.split(separator: ".").map { RemoteKey(String($0)) }
    let last = keys.popLast() ?? RemoteKey(path)
    var prefix = 0
    for key in keys {
      prefix = number(of: EntityCoding.Prefix(parent: prefix, key: key))
    }
    return EntityCoding.Location(prefix: prefix, key: last)
  }

  private mutating func number(of prefix: EntityCoding.Prefix) -> Int {
    if let known = numbers[prefix] { return known }
    numbers[prefix] = prefixes.count
    prefixes.append(prefix)
    return prefixes.count - 1
  }
}
