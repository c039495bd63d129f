import SwiftSyncValues

/// Numbers the objects that paths contain.
struct PayloadPlaces {
  private(set) var prefixes = [EntityCoding.Prefix(parent: 0, key: RemoteKey(""))]
  private var numbers: [EntityCoding.Prefix: Int] = [:]

  mutating func location(of path: String) -> EntityCoding.Location {
    let steps = ValuePath.steps(path) ?? [.key(path)]
    var keys: [RemoteKey] = []
    for case .key(let key) in steps.prefix(while: \.isKey) { keys.append(RemoteKey(key)) }
    let rest = Array(steps.dropFirst(keys.count))
    let last = keys.popLast() ?? RemoteKey(path)
    var prefix = 0
    for key in keys {
      prefix = number(of: EntityCoding.Prefix(parent: prefix, key: key))
    }
    return EntityCoding.Location(prefix: prefix, key: last, rest: rest)
  }

  private mutating func number(of prefix: EntityCoding.Prefix) -> Int {
    if let known = numbers[prefix] { return known }
    numbers[prefix] = prefixes.count
    prefixes.append(prefix)
    return prefixes.count - 1
  }
}

extension PathStep {
  fileprivate var isKey: Bool {
    if case .key = self { true } else { false }
  }
}
