import SwiftSyncValues

/// A list, or an object in one, whose parts are written by several fields.
struct WrittenList {
  private var leaf: JSONValue?
  private var elements: [Int: WrittenList] = [:]
  private var members: [String: WrittenList] = [:]

  mutating func set(_ steps: ArraySlice<PathStep>, _ value: JSONValue) {
    switch steps.first {
    case nil, .each?: leaf = value
    case .index(let index)?: elements[index, default: WrittenList()].set(steps.dropFirst(), value)
    case .key(let key)?: members[key, default: WrittenList()].set(steps.dropFirst(), value)
    }
  }

  /// The value; `nil` if an element is missing.
  var value: JSONValue? {
    if let leaf { return leaf }
    if !members.isEmpty {
      let values = members.compactMapValues(\.value)
      return values.count == members.count ? .object(values) : nil
    }
    let values = (0..<elements.count).compactMap { elements[$0]?.value }
    return values.count == elements.count ? .array(values) : nil
  }
}
