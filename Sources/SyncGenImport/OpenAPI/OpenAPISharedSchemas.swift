import SyncGenCommandLine
import SyncGenSchema
import SyncGenYAML

/// Finds the schemas to which several places refer without a component: those in other files, and
/// those that are a part of something else, as in `#/paths/~1notes/get/…`. They get the names of
/// their files or keys, like components.
struct OpenAPISharedSchemas {
  private let document: OpenAPIDocument
  private var names: Set<String>
  private var seen: Set<String> = []
  private(set) var found: [Found] = []

  struct Found {
    let name: String
    let reference: String
    let node: YAMLNode
    let row: OpenAPIInlineRow
  }

  init(_ document: OpenAPIDocument, names: [String]) {
    self.document = document
    self.names = Set(names.map(OpenAPINames.snake))
  }

  mutating func find() {
    for pair in document.schemas { walk(pair.value) }
    for operation in document.operations {
      operation.parameters.forEach { walk($0["schema"]) }
      operation.responses.forEach { walkContents(of: $0.node) }
      walkContents(of: operation.node["requestBody"].map(document.resolved))
    }
  }

  private mutating func walkContents(of node: YAMLNode?) {
    for pair in node?["content"]?.pairs ?? [] { walk(pair.value["schema"]) }
  }

  private mutating func walk(_ start: YAMLNode?) {
    var rest = [start].compactMap(\.self)
    while let node = rest.popLast() {
      rest += node.elements
      for pair in node.pairs where !pair.key.hasPrefix("x-") && pair.key != "example" {
        if pair.key == "$ref", let reference = pair.value.text {
          if !reference.hasPrefix(OpenAPIDocument.components), let target = add(reference) {
            rest.append(target)
          }
        } else if pair.key != "examples" {
          rest.append(pair.value)
        }
      }
    }
  }

  /// Returns the schema if it is new and in another file.
  private mutating func add(_ reference: String) -> YAMLNode? {
    let place = OpenAPIFiles.canonical(reference)
    guard seen.insert(place).inserted, let target = document.target(reference) else { return nil }
    let isInFile = !reference.hasPrefix("#")
    guard document.component(reference) == nil, target["$ref"] == nil,
      isInFile || Self.kinds.contains(where: { target[$0] != nil }),
      let (base, key) = isInFile
        ? Self.name(ofFile: place).map({ ($0, "") }) : Self.name(of: reference)
    else { return isInFile ? target : nil }
    var (name, count) = (base, 2)
    while !names.insert(OpenAPINames.snake(name)).inserted {
      name = "\(base) \(count)"
      count += 1
    }
    let origin = isInFile ? place.split(separator: "#")[0] : "the key '\(key)'"
    let row = OpenAPIInlineRow(
      resource: OpenAPIFormNames.resource(base), title: name, origin: String(origin))
    found.append(Found(name: name, reference: place, node: target, row: row))
    return isInFile ? target : nil
  }

  /// The keys of schemas that become types.
  private static let kinds = ["properties", "allOf", "oneOf", "anyOf", "enum"]

  private static func name(ofFile place: String) -> String? {
    let parts = place.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    if let step = parts.last?.split(separator: "/").last, parts.count > 1 {
      return OpenAPIPointer.unescaped(step)
    }
    let file = Path.split(String(parts.first ?? "")).name
    return file.split(separator: ".").first.map(String.init)
  }

  /// The name of the last property in a pointer, in the singular if it is a list, and its key; `nil`
  /// for the content of a whole body.
  private static func name(of pointer: String) -> (name: String, key: String)? {
    let steps = pointer.split(separator: "/").map(OpenAPIPointer.unescaped)
    guard let index = steps.lastIndex(of: "properties"), index + 1 < steps.count else { return nil }
    let rest = steps[(index + 2)...]
    let name = steps[index + 1]
    let isList = rest.contains("items")
    return (isList ? Inflection.singular(OpenAPINames.snake(name)) : name, name)
  }
}
