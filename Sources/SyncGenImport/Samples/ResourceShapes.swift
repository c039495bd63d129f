import SwiftSyncValues

/// The resource objects of JSON:API documents, each in the shape of its type.
///
/// A class, like the shapes in it.
final class ResourceShapes {
  /// The role of a value in a document.
  enum Role {
    case document
    /// `data` or `included`.
    case resources(isIncluded: Bool)
    case resource(isIncluded: Bool)
    case other

    /// The role of the value under a key.
    func member(_ key: some Collection<UInt8>) -> Role {
      guard case .document = self else { return .other }
      if key.elementsEqual("data".utf8) { return .resources(isIncluded: false) }
      return key.elementsEqual("included".utf8) ? .resources(isIncluded: true) : .other
    }

    var element: Role {
      if case .resources(let isIncluded) = self {
        .resource(isIncluded: isIncluded)
      } else {
        .other
      }
    }
  }

  private static let typeLimit = 200
  private static let keys: Set<String> = [
    "type", "id", "attributes", "relationships", "links", "meta", "lid",
  ]

  private(set) var types: [(type: String, shape: Shape)] = []
  /// The types of the objects under `data`.
  private(set) var primary: Set<String> = []
  private var hasMembers = false
  private var isBroken = false
  private let scanner = ShapeScanner()

  /// Whether everything under `data` and `included` is a resource object, and those under `data`
  /// are of one type.
  var isDocument: Bool { !isBroken && hasMembers && primary.count == 1 }

  func shape(_ type: String) -> Shape? { types.first { $0.type == type }?.shape }

  /// Treats the text as something other than a document.
  func giveUp() {
    isBroken = true
    types = []
  }

  // MARK: Reading

  /// Adds the resource objects of a value.
  func read(_ text: JSONSlice, as role: Role) throws(JSONError) {
    guard !isBroken else { return }
    var scanner = JSONScanner(text)
    switch (role, try scanner.peekKind()) {
    case (.document, .object):
      try scanner.beginObject()
      while let key = try scanner.nextKeyToken() {
        try read(scanner.skipValue(), as: role.member(key.slice.bytes))
      }
    case (.resources, .array):
      try scanner.beginArray()
      while try scanner.nextElement() { try read(scanner.skipValue(), as: role.element) }
    case (.resources, .object): try add(text, as: role.element)
    case (.resource, .object): try add(text, as: role)
    case (.other, _): return
    default: giveUp()
    }
  }

  private func add(_ text: JSONSlice, as role: Role) throws(JSONError) {
    guard let type = try type(of: text) else { return giveUp() }
    if case .resource(isIncluded: false) = role { primary.insert(type) }
    try scanner.add(text, to: newShape(type))
    if types.count > Self.typeLimit { giveUp() }
  }

  private func newShape(_ type: String) -> Shape {
    if let shape = shape(type) { return shape }
    types.append((type, Shape()))
    return types[types.count - 1].shape
  }

  /// The type of a resource object; `nil` if the text is not one.
  private func type(of text: JSONSlice) throws(JSONError) -> String? {
    var scanner = JSONScanner(text)
    var (type, hasID) = (nil as String?, false)
    try scanner.beginObject()
    while let key = try scanner.nextKeyToken() {
      let name = key.slice.string
      let kind = try scanner.peekKind()
      let value = try scanner.readValue()
      guard Self.keys.contains(name) else { return nil }
      switch (name, kind) {
      case ("type", .string): type = value.slice.string
      case ("id", .string): hasID = !value.slice.isEmpty
      case ("attributes", .object), ("relationships", .object): hasMembers = true
      case ("type", _), ("id", _), ("attributes", _), ("relationships", _): return nil
      default: break
      }
    }
    return hasID && type?.isEmpty == false ? type : nil
  }

  // MARK: Merging

  /// Merges the resources of another document, which then shares these.
  func merge(_ other: ResourceShapes) {
    for (type, shape) in other.types { newShape(type).merge(shape) }
    primary.formUnion(other.primary)
  }
}
