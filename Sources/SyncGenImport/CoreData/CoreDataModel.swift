/// A version of a Core Data model as stated in its file.
struct CoreDataModel {
  struct Entity {
    let name: String
    let parent: String?
    let isAbstract: Bool
    let element: XMLElement

    var renamingID: String { element["elementID"] ?? name }
    var userInfo: [String: String] { element.userInfo }
  }

  let path: String
  let root: XMLElement
  private(set) var entities: [Entity] = []
  private var positions: [String: Int] = [:]
  /// Whether there is any user info of the library Sync.
  let usesSync: Bool

  init(_ root: XMLElement, path: String) {
    self.root = root
    self.path = path
    usesSync = root.children(named: "entity").contains { entity in
      ([entity] + entity.children).contains { element in
        element.userInfo.keys.contains { $0.hasPrefix("sync.") || $0.hasPrefix("hyper.") }
      }
    }
    for element in root.children(named: "entity") {
      guard let name = element["name"], !name.isEmpty, entity(name) == nil else { continue }
      positions[name] = entities.count
      entities.append(
        Entity(
          name: name, parent: element["parentEntity"], isAbstract: element.isTrue("isAbstract"),
          element: element))
    }
  }

  func place(_ element: XMLElement) -> String { "\(path):\(element.line)" }

  func entity(_ name: String) -> Entity? { positions[name].map { entities[$0] } }

  /// The entity with its ancestors, beginning with the root.
  func chain(_ entity: Entity) -> [Entity] {
    var chain = [entity]
    while let name = chain.first?.parent, let parent = self.entity(name),
      !chain.contains(where: { $0.name == name })
    {
      chain.insert(parent, at: 0)
    }
    return chain
  }

  /// All descendants of an entity, except abstract ones.
  func concreteChildren(of name: String) -> [Entity] {
    entities.filter { entity in
      !entity.isAbstract && entity.name != name && chain(entity).contains { $0.name == name }
    }
  }

  /// The attributes or relationships of an entity, including inherited ones.
  func members(_ kind: String, of entity: Entity) -> [XMLElement] {
    var members: [XMLElement] = []
    for owner in chain(entity) {
      for member in owner.element.children(named: kind) {
        guard let name = member["name"], !name.isEmpty else { continue }
        members.removeAll { $0["name"] == name }
        members.append(member)
      }
    }
    return members
  }
}

extension XMLElement {
  func isTrue(_ name: String) -> Bool { ["YES", "yes", "true", "1"].contains(self[name] ?? "") }

  var userInfo: [String: String] {
    let entries = children(named: "userInfo").flatMap { $0.children(named: "entry") }
    return Dictionary(
      entries.compactMap { entry in entry["key"].map { ($0, entry["value"] ?? "") } }
    ) {
      $1
    }
  }

  /// User info of the library Sync, under its newer or its older name.
  func sync(_ key: String) -> String? { userInfo["sync.\(key)"] ?? userInfo["hyper.\(key)"] }

  /// The keys of the library MagicalRecord, of which the first that exists is read.
  var mappedKeys: [String] {
    let info = userInfo
    let names = ["mappedKeyName"] + (1...9).map { "mappedKeyName.\($0)" }
    return names.compactMap { info[$0] }.filter { !$0.isEmpty }
  }

  var renamingID: String { self["elementID"] ?? self["name"] ?? "" }
}
