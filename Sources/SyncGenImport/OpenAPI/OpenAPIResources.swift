import SyncGenSchema
import SyncGenYAML

/// The resource objects of a document whose responses are documents of JSON:API.
struct OpenAPIResources {
  /// The `type` of the resource objects, by component; `nil` if the document does not state it.
  private(set) var types: [String: String?] = [:]
  private let document: OpenAPIDocument

  private static let keys: Set<String> = [
    "type", "id", "attributes", "relationships", "links", "meta", "lid",
  ]

  /// Returns nil if responses have other rows.
  init?(_ document: OpenAPIDocument) {
    self.document = document
    var (documents, others) = (0, 0)
    for place in document.rowPlaces {
      let shape = document.expanded(document.shape(place.node))
      if Self.isResource(shape, document), place.keys == ["data"] {
        documents += 1
      } else if place.keys.first != "included", !Self.isIdentifier(shape),
        OpenAPIIdentities.isRow(shape, named: "", document)
      {
        others += 1
      }
    }
    guard documents > 0, others * 10 < documents else { return nil }
    for pair in document.schemas {
      guard let shape = document.shape(ofComponent: pair.key), Self.isResource(shape, document)
      else { continue }
      types[pair.key] = .some(Self.type(of: shape, document))
    }
  }

  func has(_ component: String) -> Bool { types[component] != nil }

  /// The component of the resource objects with a type, the first of several; otherwise the one
  /// that states none and has its name.
  func component(ofType type: String) -> String? {
    let name = Inflection.singular(OpenAPINames.snake(type))
    return document.schemas.first { types[$0.key] == .some(type) }?.key
      ?? document.schemas.first { pair in
        types[pair.key] == .some(nil) && OpenAPINames.snake(pair.key) == name
      }?.key
  }

  // MARK: Objects

  static func isResource(_ shape: OpenAPIShape, _ document: OpenAPIDocument) -> Bool {
    let keys = Set(shape.properties.map(\.key))
    return keys.isSuperset(of: ["type", "id"]) && keys.isSubset(of: Self.keys)
      && ["attributes", "relationships"].contains { key in
        let members = shape.properties.first { $0.key == key }?.node
        return members.map { document.expanded(document.shape($0)).isObject } ?? false
      }
  }

  /// Whether an object has only a type and an id, or what may be next to them.
  static func isIdentifier(_ shape: OpenAPIShape) -> Bool {
    let keys = Set(shape.properties.map(\.key))
    return keys.isSuperset(of: ["type", "id"])
      && keys.isSubset(of: ["type", "id", "links", "meta"])
  }

  static func type(of shape: OpenAPIShape, _ document: OpenAPIDocument) -> String? {
    guard let node = shape.properties.first(where: { $0.key == "type" })?.node else { return nil }
    let type = document.expanded(document.shape(node))
    let stated = type.values.isEmpty ? type.defaultNode.map { [$0] } ?? [] : type.values
    return stated.count == 1 ? stated[0].text : nil
  }

  // MARK: Documents

  /// A document with resource objects under `data`.
  struct Document {
    let component: String
    let isList: Bool
    let isNullable: Bool
    let shape: OpenAPIShape
  }

  func content(of node: YAMLNode) -> Document? {
    let shape = document.expanded(document.shape(node))
    guard let data = shape.properties.first(where: { $0.key == "data" })?.node else { return nil }
    let own = document.shape(data)
    if let component = own.component, has(component) {
      return Document(
        component: component, isList: false, isNullable: own.isNullable, shape: shape)
    }
    guard let items = document.expanded(own).items,
      let component = document.shape(items).component, has(component)
    else { return nil }
    return Document(component: component, isList: true, isNullable: false, shape: shape)
  }

  func isDocument(_ component: String) -> Bool {
    document.node(of: component).map { content(of: $0) != nil } ?? false
  }
}
