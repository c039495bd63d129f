import SwiftSyncFoundation

/// The parameters that paging sets.
extension EndpointRequest {
  /// Sets or replaces a parameter of the query or of the body; `nil` removes it.
  ///
  /// - Parameter name: The name. It begins with `body.` for a path in the JSON body.
  /// - Throws: `APIError.invalidValue` if the body is not an object.
  mutating func setParameter(_ name: String, _ value: PageMarks.Value?) throws(APIError) {
    let prefix = "body."
    guard name.hasPrefix(prefix) else {
      removeQuery(name)
      if let value { addQuery(name, text: value.text) }
      return
    }
    let keys = name.dropFirst(prefix.count).split(separator: ".").map(String.init)
    guard value != nil || body != nil else { return }
    var json = try bodyValue(name)
    guard Self.set(value?.json, at: keys[...], in: &json) else {
      throw .invalidValue("'\(name)'", reason: "the body has no object there")
    }
    body = Data(json.json.utf8)
  }

  private func bodyValue(_ name: String) throws(APIError) -> JSONValue {
    guard let body else { return .object([:]) }
    do {
      return try JSONValue(json: String(decoding: body, as: UTF8.self))
    } catch {
      throw .invalidValue("'\(name)'", reason: "the body is not JSON")
    }
  }

  /// Returns whether the path contains only objects. Missing objects are created.
  private static func set(
    _ value: JSONValue?, at keys: ArraySlice<String>, in json: inout JSONValue
  ) -> Bool {
    guard case .object(let members) = json, let key = keys.first else { return false }
    guard keys.count > 1 else {
      json[key] = value
      return true
    }
    var inner = members[key] ?? .null
    if inner == .null {
      guard value != nil else { return true }
      inner = .object([:])
    }
    guard set(value, at: keys.dropFirst(), in: &inner) else { return false }
    json[key] = inner
    return true
  }
}
