import SyncGenDiagnostics
import SyncGenYAML

/// An entity of a frozen version whose member names are known, but whose members are not read yet.
struct FrozenEntityNode {
  let id: EntityID
  let name: Located<String>
  let keys: KeyedNodes<FrozenEntityKey>
  let attributes: [YAMLPair]
  let relations: [YAMLPair]
  let columns: [YAMLPair]

  var title: String { "entity '\(name.value)'" }

  func attribute(_ name: String) -> Int? { attributes.firstIndex { $0.key == name } }
  func relation(_ name: String) -> Int? { relations.firstIndex { $0.key == name } }
  /// The position of a relationship to one of several entities.
  func taggedReference(_ name: String) -> Int? {
    guard case .mapping(let pairs)? = keys[.taggedReferences]?.content else { return nil }
    return pairs.firstIndex { $0.key == name }
  }
  func column(_ name: String) -> Int? { columns.firstIndex { $0.key == name } }
}

/// The positions of everything in a frozen version by name, so that members can refer to each
/// other.
struct FrozenNames {
  let enums: [EnumModel]
  let entities: [FrozenEntityNode]
  let symbols: Symbols

  init(
    conventions: Conventions, enums: [EnumModel], types: YAMLNode?, entities: YAMLNode?,
    into bag: inout DiagnosticBag
  ) {
    var symbols = Symbols(conventions: conventions)
    symbols.enums = enums
    for (index, model) in enums.enumerated() { symbols.enumIDs[model.name.name] = EnumID(index) }
    FrozenTypeReader.read(types, &symbols, into: &bag)
    var nodes: [FrozenEntityNode] = []
    for pair in entities?.pairs(for: "'entities'", into: &bag) ?? [] {
      let id = EntityID(nodes.count)
      guard let node = Self.node(pair, id: id, into: &bag) else { continue }
      symbols.entityIDs[pair.key] = id
      nodes.append(node)
    }
    self.enums = enums
    self.entities = nodes
    self.symbols = symbols
  }

  private static func node(
    _ pair: YAMLPair, id: EntityID, into bag: inout DiagnosticBag
  ) -> FrozenEntityNode? {
    let title = "entity '\(pair.key)'"
    guard let keys = KeyedNodes<FrozenEntityKey>(pair.value, of: title, into: &bag) else {
      return nil
    }
    return FrozenEntityNode(
      id: id, name: Located(pair.key, at: pair.keySpan), keys: keys,
      attributes: keys[.attributes]?.pairs(for: "'attributes' of \(title)", into: &bag) ?? [],
      relations: keys[.relations]?.pairs(for: "'relations' of \(title)", into: &bag) ?? [],
      columns: keys[.columns]?.pairs(for: "'columns' of \(title)", into: &bag) ?? [])
  }

  subscript(id: EntityID) -> FrozenEntityNode { entities[id.index] }

  /// Returns the entity with a name, and reports if there is none.
  func entity(_ name: Located<String>, into bag: inout DiagnosticBag) -> EntityID? {
    if let id = symbols.entityIDs[name.value] { return id }
    bag.add(.damaged("there is no entity '\(name.value)'", at: name.span))
    return nil
  }

  func relation(
    _ name: Located<String>, of entity: EntityID, into bag: inout DiagnosticBag
  ) -> RelationID? {
    position(name, self[entity].relation(name.value), "relationship", of: entity, into: &bag).map {
      RelationID(entity: entity, index: $0)
    }
  }

  func attribute(
    _ name: Located<String>, of entity: EntityID, into bag: inout DiagnosticBag
  ) -> Int? {
    position(name, self[entity].attribute(name.value), "attribute", of: entity, into: &bag)
  }

  func column(
    _ name: Located<String>, of entity: EntityID, into bag: inout DiagnosticBag
  ) -> Int? {
    position(name, self[entity].column(name.value), "column", of: entity, into: &bag)
  }

  private func position(
    _ name: Located<String>, _ position: Int?, _ kind: String, of entity: EntityID,
    into bag: inout DiagnosticBag
  ) -> Int? {
    if position == nil {
      let owner = "entity '\(self[entity].name.value)'"
      bag.add(.damaged("\(owner) has no \(kind) '\(name.value)'", at: name.span))
    }
    return position
  }
}

extension KeyedNodes {
  /// Returns a string that may be missing or empty.
  func text(
    _ key: Key, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let node = self[key] else { return nil }
    if let scalar = node.scalar { return Located(scalar.text, at: node.span) }
    bag.add(.wrongShape("'\(key.rawValue)' of \(owner())", expected: "text", found: node))
    return nil
  }

  /// Returns a string that is required.
  func requiredText(
    _ key: Key, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<String> {
    if let text = text(key, of: owner(), into: &bag) { return text }
    if self[key] == nil { bag.add(.missingKey(key.rawValue, in: owner(), at: span)) }
    return Located("", at: span)
  }

  func flag(
    _ key: Key, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Bool {
    self[key]?.flag(for: "'\(key.rawValue)' of \(owner())", into: &bag)?.value ?? false
  }

  /// Returns one of a few values; if it is missing, reports that and returns `fallback`.
  func choice<Choice: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ key: Key, of owner: @autoclosure () -> String, or fallback: Choice,
    into bag: inout DiagnosticBag
  ) -> Choice {
    guard let node = required(key, of: owner(), at: span, into: &bag) else { return fallback }
    return node.choice(of: Choice.self, for: "'\(key.rawValue)' of \(owner())", into: &bag)?.value
      ?? fallback
  }

  func texts(
    _ key: Key, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> [Located<String>] {
    self[key]?.texts(for: "'\(key.rawValue)' of \(owner())", into: &bag) ?? []
  }
}
