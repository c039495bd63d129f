import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads `stores:` of an endpoint, and the keys next to it that depend on it.
struct StoresReader {
  private let draft: SchemaDraft
  private let types: [InlineType]
  private let endpoint: EndpointStatement
  /// Whether a response is the list of rows, and nothing else.
  private var isPlainList = false
  /// Whether a response contains a list of rows instead of one row.
  private var isList = false

  private var owner: String { endpoint.owner }

  init(draft: SchemaDraft, types: [InlineType], endpoint: EndpointStatement) {
    self.draft = draft
    self.types = types
    self.endpoint = endpoint
  }

  /// - Parameter node: `stores`; `nil` for its default, `true`.
  mutating func read(
    _ node: YAMLNode?, into bag: inout DiagnosticBag
  ) -> EndpointStorageReader.Result? {
    let stated = node.flatMap { $0.plainText == "true" ? nil : $0 }
    let keys = stated.flatMap {
      KeyedNodes<StoresKey>(
        $0, of: "'stores' of \(owner)", into: &bag, hint: { pair, _ in Self.place(of: pair) })
    }
    guard stated == nil || keys != nil else { return nil }
    let root = keys?[.root].flatMap {
      RemoteReader.path($0, key: StoresKey.root.rawValue, of: owner, into: &bag)
    }?.value
    let key = keys?[.keyedBy]?.text(for: "'keyed-by' of \(owner)", into: &bag)
    let returns = endpoint.returns
    guard
      let rows = returns.flatMap({
        self.rows(of: $0, root: root?.keys[...] ?? [], isKeyed: key != nil)
      })
    else {
      let remedy = returns.flatMap { self.remedy(for: $0, root: root, isKeyed: key != nil) }
      bag.add(
        .storesWithoutEntity(
          owner, isKeyed: key != nil, remedy: remedy, at: node?.span ?? endpoint.span))
      return nil
    }
    if let key { check(key, of: draft[rows], into: &bag) }
    isList = returns.map { $0.lists(below: root?.keys[...] ?? [], types) } ?? false
    if let page = endpoint.keys.keySpan(.page), !isList { bag.add(.pageOfOneRow(owner, at: page)) }
    if case .array? = returns, root == nil, draft.symbols.conventions.envelope != .jsonAPI {
      isPlainList = true
    }
    return sync(keys, of: rows, root: root, keyedBy: key?.value, into: &bag)
  }

  /// The hint for a key of the endpoint.
  private static func place(of pair: YAMLPair) -> String? {
    let keys: [EndpointKey] = [.page, .since, .missingRows]
    return keys.contains { $0.rawValue == pair.key }
      ? "'\(pair.key)' is a key of the endpoint; move it to the left, next to 'stores'" : nil
  }

  private func sync(
    _ keys: KeyedNodes<StoresKey>?, of entity: EntityID, root: RemotePath?, keyedBy: String?,
    into bag: inout DiagnosticBag
  ) -> EndpointStorageReader.Result {
    let since = since(of: entity, into: &bag)
    let scope = keys?[.scope]?.text(for: "'scope' of \(owner)", into: &bag)
    let paging = endpoint.keys[.page].flatMap {
      self.paging($0, of: entity, since: since, isKeyed: keyedBy != nil, into: &bag)
    }
    let completeness = ListCompleteness(
      endpoint, types: types, since: since?.value, scope: scope?.value, paging: paging)
    let operations = self.operations(keys, .operations, into: &bag)
    if isList, completeness.filters.isEmpty, operations.contains(.delete) {
      checkMissingRowsAreStated(of: entity, into: &bag)
    }
    let stores = EndpointStores(
      entity: entity, scope: scope.flatMap { self.scope($0, of: entity, into: &bag) }, root: root,
      keyedBy: keyedBy, missingRows: missingRows(keys, completeness, into: &bag),
      operations: operations,
      relationOperations: self.operations(keys, .relationOperations, into: &bag),
      deletionLimit: keys?[.deletionLimit]?.integer(
        for: "'deletion-limit' of \(owner)", atLeast: 0, into: &bag)?.value,
      conflict: conflict(keys?[.conflict], of: entity, into: &bag),
      isStrict: keys?[.strict]?.flag(for: "'strict' of \(owner)", into: &bag)?.value ?? false,
      since: since?.value)
    return EndpointStorageReader.Result(
      stores: stores, paging: paging,
      filters: completeness.filters(besides: keys?[.completeWith]))
  }

  private func since(
    of entity: EntityID, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let since = endpoint.keys[.since]?.text(for: "'since' of \(owner)", into: &bag)
    else { return nil }
    if since.value.hasPrefix(EndpointPaging.Parameter.bodyPrefix) {
      bag.add(.sinceInBody(since, of: owner))
    }
    if draft[entity].declaration.sync?.clock == nil {
      bag.add(.sinceWithoutClock(owner, entity: draft[entity].name, at: since.span))
    }
    return since
  }

  /// Rows that the server deletes would remain without anyone having decided so.
  private func checkMissingRowsAreStated(of entity: EntityID, into bag: inout DiagnosticBag) {
    let keys: [EndpointKey] = [.missingRows, .since, .page]
    guard keys.allSatisfy({ endpoint.keys[$0] == nil }),
      draft[entity].declaration.sync?.tombstone == nil
    else { return }
    bag.add(.missingRowsUnstated(owner, entity: draft[entity].name, at: endpoint.span))
  }

  private func missingRows(
    _ keys: KeyedNodes<StoresKey>?, _ completeness: ListCompleteness, into bag: inout DiagnosticBag
  ) -> MissingRows {
    let stated = endpoint.keys[.missingRows].flatMap {
      MissingRows.read($0, for: "'missing-rows' of \(owner)", of: owner, into: &bag)
    }
    let deletion = stated.flatMap { $0.value.mayDelete ? $0 : nil }
    guard isList else {
      if let span = deletion?.span ?? keys?.keySpan(.completeWith) {
        bag.add(.deletionByOneRow(owner, at: span))
      }
      return .keep
    }
    if let deletion, endpoint.keys[.since] != nil {
      bag.add(.deletionSinceWatermark(owner, at: deletion.span))
      return .keep
    }
    if case .keepIf(let path)? = deletion?.value { checkDecision(path, deletion, into: &bag) }
    completeness.check(stated, completeWith: keys?[.completeWith], into: &bag)
    return stated?.value ?? .keep
  }

  /// Checks that a response can have a value that decides.
  private func checkDecision(
    _ path: String, _ stated: Located<MissingRows>?, into bag: inout DiagnosticBag
  ) {
    if let page = endpoint.keys.keySpan(.page) {
      bag.add(.keepIfWithPages(owner, at: page))
    } else if isPlainList, let stated {
      bag.add(.keepIfInList(path, of: owner, at: stated.span))
    }
  }

  private func paging(
    _ node: YAMLNode, of entity: EntityID, since: Located<String>?, isKeyed: Bool,
    into bag: inout DiagnosticBag
  ) -> EndpointPaging? {
    let reader = PageReader(
      element: .row(draft[entity]), types: types, endpoint: endpoint, isPlainList: isPlainList)
    guard let paging = reader.read(node, into: &bag) else { return nil }
    if let since, paging.sets(since.value, inBody: false) {
      bag.add(.parameterForTwo(since, of: owner))
    }
    if isKeyed, case .lastRow = paging.style { bag.add(.lastOfObject(owner, at: node.span)) }
    return paging
  }

  private func conflict(
    _ node: YAMLNode?, of entity: EntityID, into bag: inout DiagnosticBag
  ) -> EndpointStores.Conflict? {
    let conflict = node?.choice(
      of: EndpointStores.Conflict.self, for: "'conflict' of \(owner)", into: &bag)
    if let conflict, conflict.value == .newestWins,
      draft[entity].declaration.sync?.clock == nil
    {
      bag.add(.newestWithoutClock(owner, entity: draft[entity].name, at: conflict.span))
    }
    return conflict?.value
  }

  /// Checks that the keys of an object identify its rows.
  private func check(_ key: Located<String>, of entity: EntityDraft, into bag: inout DiagnosticBag)
  {
    guard case .attribute(let index) = entity.members[key.value] else {
      return bag.add(.unknownMember(key, in: "'keyed-by' of \(owner)", of: entity))
    }
    guard let identity = entity.identity else { return }
    let attributes = identity.parts.filter { if case .attribute = $0 { true } else { false } }
    if attributes != [.attribute(index: index)] {
      bag.add(.keyIsNoIdentity(key, of: owner, target: entity.name))
    }
  }

  private func scope(
    _ name: Located<String>, of entity: EntityID, into bag: inout DiagnosticBag
  ) -> RelationID? {
    guard case .relation(let index) = draft[entity].members[name.value],
      draft[entity].relations[index].kind == .reference
    else {
      bag.add(.scopeWithoutRelation(name, of: owner, entity: draft[entity].name))
      return nil
    }
    if !endpoint.placeholders.contains(name.value) {
      bag.add(.scopeWithoutPlaceholder(name, of: owner))
    }
    return RelationID(entity: entity, index: index)
  }

  /// The operations; all of them if none are stated.
  private func operations(
    _ keys: KeyedNodes<StoresKey>?, _ key: StoresKey, into bag: inout DiagnosticBag
  ) -> [EndpointStores.Operation] {
    guard let node = keys?[key] else { return EndpointStores.Operation.allCases }
    guard case .sequence(let items) = node.content, !items.isEmpty else {
      let what = "'\(key.rawValue)' of \(owner)"
      bag.add(.wrongShape(what, expected: "a list of operations", item: "operation", found: node))
      return []
    }
    return items.compactMap {
      $0.choice(of: EndpointStores.Operation.self, for: "an operation of \(owner)", into: &bag)?
        .value
    }
  }

  /// The entity whose rows a response contains, at `root` if the response's type reaches that deep.
  private func rows(
    of type: PayloadType, root: ArraySlice<String>, isKeyed: Bool
  ) -> EntityID? {
    switch type {
    case .entity(let id): isKeyed ? nil : id
    case .dictionary(.entity(let id)): isKeyed ? id : nil
    case .array(let element): isKeyed ? nil : rows(of: element, root: root, isKeyed: false)
    case .optional(let element): rows(of: element, root: root, isKeyed: isKeyed)
    case .inline(let inline): rows(in: inline, root: root, isKeyed: isKeyed)
    case .named(let index):
      types.indices.contains(index) ? rows(in: types[index], root: root, isKeyed: isKeyed) : nil
    case .patch, .scalar, .enumeration, .value, .money, .file, .dictionary, .tagged: nil
    }
  }

  /// What to change under `stores` so that the rows of a response are found; `nil` if there are no
  /// rows, or if they are in several places.
  func remedy(for type: PayloadType, root: RemotePath? = nil, isKeyed: Bool = false) -> String? {
    let stated = root?.keys[...] ?? []
    if let entity = rows(of: type, root: stated, isKeyed: !isKeyed) {
      return isKeyed ? "omit 'keyed-by'" : keyedBy(entity).map { "write 'keyed-by: \($0)'" }
    }
    let places = fields(of: type).compactMap { field -> String? in
      let (path, keys) = (Self.scalar(field.remote.dotted), field.remote.keys[...])
      if rows(of: type, root: keys, isKeyed: isKeyed) != nil { return "write 'root: \(path)'" }
      guard !isKeyed, let entity = rows(of: type, root: keys, isKeyed: true) else { return nil }
      return keyedBy(entity).map { "write 'root: \(path)' and 'keyed-by: \($0)'" }
    }
    return places.count == 1 ? places[0] : nil
  }

  /// A path in YAML, where a quoted key needs quotation marks of its own.
  private static func scalar(_ path: String) -> String {
    guard path.contains("\"") else { return path }
    return "\"\(path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// The attribute that identifies the rows of an entity alone.
  private func keyedBy(_ entity: EntityID) -> String? {
    guard let parts = draft[entity].identity?.parts, parts.count == 1,
      case .attribute(let index) = parts[0]
    else { return nil }
    return draft[entity].members.first { member in
      if case .attribute(index) = member.value { true } else { false }
    }?.key
  }

  private func fields(of type: PayloadType) -> [InlineField] {
    switch type {
    case .optional(let element): fields(of: element)
    case .inline(let inline): inline.fields
    case .named(let index): types.indices.contains(index) ? types[index].fields : []
    default: []
    }
  }

  private func rows(
    in type: InlineType, root: ArraySlice<String>, isKeyed: Bool
  ) -> EntityID? {
    type.fields.first { root.starts(with: $0.remote.keys) }.flatMap {
      rows(of: $0.type, root: root.dropFirst($0.remote.keys.count), isKeyed: isKeyed)
    }
  }
}
