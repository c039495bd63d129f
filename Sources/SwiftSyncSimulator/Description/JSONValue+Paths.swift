import SwiftSyncRuntime

extension JSONValue {
  /// The value at the keys of nested objects.
  func value(at keys: some Collection<String>) -> JSONValue? {
    guard let key = keys.first else { return self }
    return self[key]?.value(at: keys.dropFirst())
  }

  /// Sets the value at the keys of nested objects. Objects that do not exist are created.
  mutating func set(_ keys: some Collection<String>, _ value: JSONValue) {
    guard let key = keys.first else {
      self = value
      return
    }
    var members: [String: JSONValue] = [:]
    if case .object(let known) = self { members = known }
    var member = members[key] ?? .object([:])
    members[key] = nil
    member.set(keys.dropFirst(), value)
    members[key] = member
    self = .object(members)
  }

  /// The value with the members of another object, where it has none of its own.
  func filled(with other: JSONValue) -> JSONValue {
    guard case .object(var members) = self, case .object(let others) = other else { return self }
    members.merge(others) { $0.filled(with: $1) }
    return .object(members)
  }

  /// The elements of an array, or `nil`.
  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object, or `nil`.
  var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The text of a string, or `nil`.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The keys below which there are values other than null.
  var leaves: [[String]] {
    switch self {
    case .null: []
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { key, value in
        value.leaves.map { [key] + $0 }
      }
    case .bool, .number, .string, .array: [[]]
    }
  }
}
