@_spi(Generated) import SwiftSyncREST

/// The messages for single values in the body of a response, in the forms that common backends use.
struct FieldErrors {
  /// The number of levels of objects and lists that are read.
  private static let depth = 16
  /// The keys under which backends list the errors of values.
  private static let containers = [
    "fields", "errors", "detail", "invalid-params", "invalidParams", "violations",
  ]

  private(set) var byPath: [String: [String]] = [:]

  init(_ json: JSONValue) {
    guard case .object(let members) = json else { return }
    for key in Self.containers {
      switch members[key] {
      case .object(let fields)?: add(fields, to: "", Self.depth, takesStrings: true)
      case .array(let errors)?: for error in errors { add(error) }
      default: continue
      }
    }
    // The object itself contains the messages, beside values of other kinds.
    guard byPath.isEmpty else { return }
    let fields = members.filter { !Self.isContainer($0.key, $0.value) }
    add(fields, to: "", Self.depth, takesStrings: false)
  }

  /// Whether a member holds errors, or is a value called `detail` with its messages.
  private static func isContainer(_ key: String, _ value: JSONValue) -> Bool {
    guard key == "detail", case .array(let elements) = value else {
      return containers.contains(key)
    }
    return elements.contains { if case .string = $0 { false } else { true } }
  }

  /// An element of a list of errors, which states the place of the value.
  private mutating func add(_ error: JSONValue) {
    guard case .object(let members) = error, let path = Self.path(of: members) else { return }
    for key in ["msg", "message", "detail", "reason", "title", "code"] {
      guard case .string(let message)? = members[key] else { continue }
      byPath[path, default: []].append(message)
      return
    }
  }

  private static func path(of error: [String: JSONValue]) -> String? {
    if case .array(let steps)? = error["loc"] {
      // The first step names the part of the request.
      let parts = ["body", "query", "path", "header"]
      let isPart = steps.first.map { parts.map(JSONValue.string).contains($0) } ?? false
      let path = text(of: steps.dropFirst(isPart ? 1 : 0))
      return path.isEmpty ? nil : path
    }
    for key in ["field", "path", "propertyPath", "name"] {
      if case .string(let path)? = error[key], !path.isEmpty { return path }
    }
    if case .string(let pointer)? = error["pointer"] { return path(ofPointer: pointer) }
    if case .object(let source)? = error["source"], case .string(let pointer)? = source["pointer"] {
      return path(ofPointer: pointer)
    }
    return nil
  }

  private static func text(of steps: some Sequence<JSONValue>) -> String {
    steps.reduce("") { path, step in
      switch step {
      case .string(let key): join(path, key)
      case .number(let place): "\(path)[\(place.text)]"
      case .null, .bool, .array, .object: path
      }
    }
  }

  /// The path of a JSON pointer (RFC 6901). Those of JSON:API begin with the place of the members
  /// in the document.
  private static func path(ofPointer pointer: String) -> String? {
    let text = String(pointer.hasPrefix("#") ? pointer.dropFirst() : pointer[...])
    guard text.hasPrefix("/") else { return nil }
    let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    var steps = parts.map { part in
      String(part).replacing("~1", with: "/").replacing("~0", with: "~")
    }
    for prefix in [["data", "attributes"], ["data", "relationships"]]
    where steps.starts(with: prefix) && steps.count > prefix.count {
      steps.removeFirst(prefix.count)
    }
    return steps.reduce("") { (path: String, step: String) -> String in
      if let place = Int(step) { return "\(path)[\(place)]" }
      return join(path, step)
    }
  }

  private static func join(_ path: String, _ key: String) -> String {
    path.isEmpty ? key : "\(path).\(key)"
  }

  /// Objects whose values are messages, lists of messages, or such objects.
  ///
  /// - Parameter takesStrings: Whether a single string is a message.
  private mutating func add(
    _ fields: [String: JSONValue], to path: String, _ depth: Int, takesStrings: Bool
  ) {
    guard depth > 0 else { return }
    for (key, value) in fields {
      let path = Self.join(path, key)
      switch value {
      case .string(let message) where takesStrings: byPath[path, default: []].append(message)
      case .object(let fields): add(fields, to: path, depth - 1, takesStrings: takesStrings)
      case .array(let elements): add(elements, at: path, depth - 1, takesStrings: takesStrings)
      case .null, .bool, .number, .string: continue
      }
    }
  }

  private mutating func add(
    _ elements: [JSONValue], at path: String, _ depth: Int, takesStrings: Bool
  ) {
    for (place, element) in elements.enumerated() {
      switch element {
      case .string(let message): byPath[path, default: []].append(message)
      case .object(let fields):
        add(fields, to: "\(path)[\(place)]", depth, takesStrings: takesStrings)
      case .null, .bool, .number, .array: continue
      }
    }
  }
}
