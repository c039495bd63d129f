package import SyncGenDiagnostics

/// The JSON Schema of the context as `swiftsync-gen context` prints it, derived from the same
/// descriptions as the objects.
package enum ContextJSONSchema {
  private static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// The schema of the whole context. Each kind of object is a definition.
  package static var document: JSONDocument {
    let kinds = ContextReference.entries.map { entry in
      (key: name(of: entry.name), value: object(entry.members, entry.summary))
    }
    let root = RootContext.variables.filter(\.kinds.isEmpty).map {
      ContextReference.Member($0.name, $0.type, $0.note)
    }
    return .object(
      JSONObject(
        [("$schema", .text(dialect)), ("title", .text("The context of templates"))]
          + members(of: root) + [("$defs", .object(JSONObject(kinds)))]))
  }

  private static func object(
    _ members: [ContextReference.Member], _ summary: String
  ) -> JSONDocument {
    .object(JSONObject([("description", .text(summary))] + Self.members(of: members)))
  }

  /// The keywords for an object with these members and no others. Members in groups are those of
  /// other objects inside it.
  private static func members(of members: [ContextReference.Member]) -> [JSONObject.Member] {
    var properties = JSONObject()
    for member in members where member.shown != .nothing {
      let (group, name) = member.path
      guard let group else {
        properties.add(named: name, described(type(of: member), member.summary))
        continue
      }
      if properties[group] != nil { continue }
      let inner = members.filter { $0.path.group == group }.map(\.withoutGroup)
      properties.add(named: group, .object(JSONObject(Self.members(of: inner))))
    }
    return [
      ("type", .text("object")), ("required", .texts(properties.members.map(\.key))),
      ("additionalProperties", .bool(false)), ("properties", .object(properties)),
    ]
  }

  private static func described(_ type: JSONDocument, _ summary: String) -> JSONDocument {
    guard case .object(var object) = type, !summary.isEmpty else { return type }
    object.add(named: "description", .text(summary))
    return .object(object)
  }

  // MARK: Types as the reference page names them

  private static func type(of member: ContextReference.Member) -> JSONDocument {
    member.name == "contextVersion"
      ? .object([("const", .integer(RootContext.version))])
      : type(member.type, showsNames: member.shown == .names)
  }

  private static func type(_ name: String, showsNames: Bool) -> JSONDocument {
    let (list, null) = ("list of ", " or null")
    if name.hasPrefix(list) {
      let element = type(String(name.dropFirst(list.count)), showsNames: showsNames)
      return .object([("type", .text("array")), ("items", element)])
    }
    if name.hasSuffix(null) {
      let value = type(String(name.dropLast(null.count)), showsNames: showsNames)
      return .object([("anyOf", .array([value, .object([("type", .text("null"))])]))])
    }
    switch name {
    case "string", "boolean": return .object([("type", .text(name))])
    case "number": return .object([("type", .text("integer"))])
    case "string or number": return .object([("type", .texts(["string", "integer"]))])
    case "JSON value": return .object([])
    case "values by name": return .object([("type", .text("object"))])
    case "strings by name":
      let value = JSONDocument.object([("type", .text("string"))])
      return .object([("type", .text("object")), ("additionalProperties", value)])
    default:
      return showsNames
        ? .object([("type", .text("string"))])
        : .object([("$ref", .text("#/$defs/\(self.name(of: name))"))])
    }
  }

  /// The definition of a kind of object, e.g. `joinTable` for `join table`.
  private static func name(of kind: String) -> String {
    let words = kind.split(separator: " ")
    return words.dropFirst().reduce(String(words.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}

extension ContextReference.Member {
  fileprivate var withoutGroup: Self { Self(path.name, type, summary, shown) }
}
