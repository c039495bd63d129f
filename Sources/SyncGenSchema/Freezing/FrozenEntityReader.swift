import SyncGenDiagnostics
import SyncGenYAML

/// Reads one entity of a frozen version.
struct FrozenEntityReader {
  let node: FrozenEntityNode
  let names: FrozenNames
  let joinTables: FrozenJoinTables

  private var keys: KeyedNodes<FrozenEntityKey> { node.keys }

  func entity(into bag: inout DiagnosticBag) -> Entity {
    var columns = node.columns.map { column($0, into: &bag) }
    let members = FrozenMemberReader(
      node: node, names: names, columns: columns, joinTables: joinTables)
    let title = node.title
    let attributes = node.attributes.indices.map { members.attribute($0, into: &bag) }
    for position in columns.indices {
      guard case .attribute(let index) = columns[position].source else { continue }
      columns[position].collation = attributes[index].collation
    }
    return Entity(
      name: SwiftIdentifier(node.name.value),
      table: SQLIdentifier(keys.requiredText(.table, of: title, into: &bag).value),
      plural: keys.requiredText(.plural, of: title, into: &bag).value,
      attributes: attributes,
      relations: node.relations.indices.compactMap { members.relation($0, into: &bag) },
      taggedReferences: members.taggedReferences(into: &bag),
      columns: columns, identity: identity(columns, into: &bag),
      indexes: indexes(into: &bag), search: search(into: &bag),
      check: keys[.check].flatMap { EntityReader.condition($0, of: title, into: &bag) },
      sync: sync(into: &bag), lint: [], notes: keys.notes(of: title, into: &bag),
      span: node.name.span)
  }

  // MARK: Columns

  private func column(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> Column {
    let owner = "column '\(node.name.value).\(pair.key)'"
    guard let keys = KeyedNodes<FrozenColumnKey>(pair.value, of: owner, into: &bag) else {
      return Column(
        name: SQLIdentifier(pair.key), storage: .text, isRequired: false, defaultValue: nil,
        source: .attribute(index: 0))
    }
    return Column(
      name: SQLIdentifier(pair.key),
      storage: keys.choice(.storage, of: owner, or: .text, into: &bag),
      isRequired: keys.flag(.required, of: owner, into: &bag),
      defaultValue: keys[.default].flatMap { literal($0, of: owner, into: &bag) },
      source: source(keys, of: owner, into: &bag))
  }

  private func source(
    _ keys: KeyedNodes<FrozenColumnKey>, of owner: String, into bag: inout DiagnosticBag
  ) -> Column.Source {
    for key in [FrozenColumnKey.attribute, .minor, .currency, .reference, .position] {
      guard let name = keys.text(key, of: owner, into: &bag) else { continue }
      switch key {
      case .reference, .position:
        let relation = names.relation(name, of: node.id, into: &bag)?.index ?? 0
        return key == .reference ? .reference(relation: relation) : .position(relation: relation)
      default:
        let index = names.attribute(name, of: node.id, into: &bag) ?? 0
        return key == .minor
          ? .moneyMinor(attribute: index)
          : key == .currency ? .moneyCurrency(attribute: index) : .attribute(index: index)
      }
    }
    bag.add(.damaged("\(owner) has no type", at: keys.span))
    return .attribute(index: 0)
  }

  private func literal(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> SQLLiteral? {
    if let scalar = node.scalar {
      if !scalar.isPlain { return .text(scalar.text) }
      if let integer = CanonicalNumber.integer(scalar.text) { return .integer(integer) }
      if let real = Double(scalar.text), real.isFinite { return .real(real) }
    } else if let keys = KeyedNodes<FrozenBytesKey>(
      node, of: "the default of \(owner)", into: &bag),
      let bytes = HexadecimalText.bytes(
        of: keys.requiredText(.hex, of: "the default of \(owner)", into: &bag).value)
    {
      return .blob(bytes)
    }
    bag.add(.damaged("the default of \(owner) is not an SQLite value", at: node.span))
    return nil
  }

  // MARK: Identity, indexes, sync

  private func identity(_ columns: [Column], into bag: inout DiagnosticBag) -> Identity {
    let parts = keys.texts(.identity, of: node.title, into: &bag).compactMap {
      name -> Identity.Part? in
      if let index = node.relation(name.value) { return .reference(relation: index) }
      return names.attribute(name, of: node.id, into: &bag).map { .attribute(index: $0) }
    }
    if parts.isEmpty { bag.add(.damaged("\(node.title) has no identity", at: node.name.span)) }
    let positions = parts.flatMap { part in
      columns.indices.filter { position in
        switch (part, columns[position].source) {
        case (.attribute(let index), .attribute(let held)): index == held
        case (.reference(let relation), .reference(let held)): relation == held
        default: false
        }
      }
    }
    return Identity(parts: parts, columns: positions)
  }

  private func indexes(into bag: inout DiagnosticBag) -> [Index] {
    let pairs = keys[.indexes]?.pairs(for: "'indexes' of \(node.title)", into: &bag) ?? []
    return pairs.compactMap { pair in
      let owner = "index '\(pair.key)'"
      var stated = IndexDeclaration(span: pair.keySpan)
      guard
        let others = IndexKeys.index.readFrozen(
          pair, of: owner, to: &stated, besides: FrozenIndexKey.self, into: &bag)
      else { return nil }
      return Index(
        name: SQLIdentifier(pair.key),
        terms: stated.members.compactMap { indexTerm($0, into: &bag) },
        settings: stated.settings, predicate: stated.predicate?.value,
        predicateSpan: stated.predicate?.span,
        origin: others.choice(.origin, of: owner, or: .stated, into: &bag), span: pair.keySpan)
    }
  }

  /// Reads a column, a field in it, or a function of one of them, e.g. `lower(name)`.
  private func indexTerm(_ name: Located<String>, into bag: inout DiagnosticBag) -> IndexTerm? {
    guard let call = IndexFunction.call(in: name.value) else { return term(name, into: &bag) }
    guard let function = IndexFunction(rawValue: call.name) else {
      bag.add(.damaged("\(node.title) has an index with an unknown function", at: name.span))
      return nil
    }
    var term = term(Located(call.argument, at: name.span), into: &bag)
    term?.function = function
    return term
  }

  /// Reads a column, or a field in it, e.g. `address.country`.
  private func term(_ name: Located<String>, into bag: inout DiagnosticBag) -> IndexTerm? {
    let parts = name.value.split(separator: ".").map(String.init)
    return parts.first.flatMap {
      names.column(Located($0, at: name.span), of: node.id, into: &bag)
    }.map { IndexTerm(column: $0, path: Array(parts.dropFirst())) }
  }

  private func search(into bag: inout DiagnosticBag) -> SearchIndex? {
    let owner = "'search' of \(node.title)"
    guard let stated = keys[.search],
      let keys = KeyedNodes<FrozenSearchKey>(stated, of: owner, into: &bag)
    else { return nil }
    let lists = Set(keys.texts(.lists, of: owner, into: &bag).map(\.value))
    let members = keys.texts(.on, of: owner, into: &bag).compactMap { name in
      term(name, into: &bag).map {
        SearchIndex.Member(column: $0.column, path: $0.path, isList: lists.contains(name.value))
      }
    }
    return SearchIndex(
      members: members, tokenizer: keys.choice(.tokenizer, of: owner, or: .unicode61, into: &bag),
      span: stated.span)
  }

  private func sync(into bag: inout DiagnosticBag) -> EntitySync {
    let empty = EntitySync(clock: nil, tombstone: nil, archive: nil, isPushed: false)
    guard let stated = keys[.sync],
      let declaration = SyncReader.read(stated, of: node.title, into: &bag)
    else { return empty }
    func find(_ name: Located<String>) -> Int? { names.attribute(name, of: node.id, into: &bag) }
    let tombstone = declaration.tombstone.flatMap { stated in
      find(stated.attribute).map {
        EntitySync.Tombstone(
          attribute: $0, keepsRows: stated.keepsRows, retention: stated.retention)
      }
    }
    let archive = declaration.archive.flatMap { stated -> EntitySync.Archive? in
      guard let flag = find(stated.flag), let date = find(stated.date) else { return nil }
      return EntitySync.Archive(flag: flag, date: date)
    }
    return EntitySync(
      clock: declaration.clock.flatMap(find), tombstone: tombstone, archive: archive,
      isPushed: declaration.isPushed ?? false, hasETags: declaration.hasETags)
  }
}
