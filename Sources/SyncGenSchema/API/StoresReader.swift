import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads `stores:` of an endpoint.
struct StoresReader {
  private let draft: SchemaDraft
  private let types: [InlineType]
  private let owner: String
  private let placeholders: [String]
  private let query: [InlineField]
  private let method: EndpointModel.Method
  private let body: PayloadType?
  /// Whether a response is the list of rows, and nothing else.
  private var isPlainList = false
  /// Whether a response contains a list of rows instead of one row.
  private var isList = false

  init(
    draft: SchemaDraft, types: [InlineType], owner: String, placeholders: [String],
    query: [InlineField], method: EndpointModel.Method, body: PayloadType?
  ) {
    self.draft = draft
    self.types = types
    self.owner = owner
    self.placeholders = placeholders
    self.query = query
    self.method = method
    self.body = body
  }

  /// - Parameters:
  ///   - missingRows: `missing-rows` of the endpoint.
  ///   - span: The endpoint's name.
  mutating func read(
    _ node: YAMLNode, missingRows: YAMLNode?, returns: PayloadType?, at span: SourceSpan,
    into bag: inout DiagnosticBag
  ) -> EndpointStores? {
    if node.plainText == "false" { return nil }
    let isPlain = node.plainText == "true"
    let keys =
      isPlain
      ? nil
      : KeyedNodes<StoresKey>(
        node, of: "'stores' of \(owner)", into: &bag, hint: { pair, _ in Self.place(of: pair) })
    guard isPlain || keys != nil else { return nil }
    let root = keys?[.root].flatMap { RemoteReader.path($0, of: owner, into: &bag) }?.value
    let key = keys?[.keyedBy]?.text(for: "'keyed-by' of \(owner)", into: &bag)
    guard
      let rows = returns.flatMap({
        self.rows(of: $0, root: root?.keys[...] ?? [], isKeyed: key != nil)
      })
    else {
      let remedy = returns.flatMap { self.remedy(for: $0, root: root, isKeyed: key != nil) }
      bag.add(.storesWithoutEntity(owner, isKeyed: key != nil, remedy: remedy, at: node.span))
      return nil
    }
    if let key { check(key, of: draft[rows], into: &bag) }
    isList = returns.map { $0.lists(below: root?.keys[...] ?? [], types) } ?? false
    if let page = keys?.keySpan(.page), !isList { bag.add(.pageOfOneRow(owner, at: page)) }
    if case .array? = returns, root == nil, draft.symbols.conventions.envelope != .jsonAPI {
      isPlainList = true
    }
    return sync(
      keys, of: rows, root: root, keyedBy: key?.value, missingRows: missingRows, at: span,
      into: &bag)
  }

  /// The hint for a key of the endpoint.
  private static func place(of pair: YAMLPair) -> String? {
    pair.key == EndpointKey.missingRows.rawValue
      ? "'\(pair.key)' is a key of the endpoint; move it to the left, next to 'stores'" : nil
  }

  private func sync(
    _ keys: KeyedNodes<StoresKey>?, of entity: EntityID, root: RemotePath?, keyedBy: String?,
    missingRows: YAMLNode?, at span: SourceSpan, into bag: inout DiagnosticBag
  ) -> EndpointStores {
    func text(_ key: StoresKey) -> Located<String>? {
      keys?[key]?.text(for: "'\(key.rawValue)' of \(owner)", into: &bag)
    }
    let since = text(.since)
    if let since, since.value.hasPrefix(EndpointPaging.Parameter.bodyPrefix) {
      bag.add(.sinceInBody(since, of: owner))
    }
    let scope = text(.scope)
    let paging = keys?[.page].flatMap {
      self.paging(
        $0, of: entity, since: since, isKeyed: keyedBy != nil, into: &bag)
    }
    let completeness = ListCompleteness(
      owner: owner, placeholders: placeholders, query: query, body: body, types: types,
      since: since?.value, scope: scope?.value, paging: paging)
    if let since, draft[entity].declaration.sync?.clock == nil {
      bag.add(.sinceWithoutClock(owner, entity: draft[entity].name, at: since.span))
    }
    let operations = self.operations(keys, .operations, into: &bag)
    if missingRows == nil, isList, since == nil, keys?[.page] == nil,
      completeness.filters.isEmpty, operations.contains(.delete),
      draft[entity].declaration.sync?.tombstone == nil
    {
      bag.add(.missingRowsUnstated(owner, entity: draft[entity].name, at: span))
    }
    return EndpointStores(
      entity: entity, scope: scope.flatMap { self.scope($0, of: entity, into: &bag) }, root: root,
      keyedBy: keyedBy, missingRows: self.missingRows(missingRows, keys, completeness, into: &bag),
      operations: operations,
      relationOperations: self.operations(keys, .relationOperations, into: &bag),
      deletionLimit: keys?[.deletionLimit]?.integer(
        for: "'deletion-limit' of \(owner)", atLeast: 0, into: &bag)?.value,
      conflict: conflict(keys?[.conflict], of: entity, into: &bag),
      isStrict: keys?[.strict]?.flag(for: "'strict' of \(owner)", into: &bag)?.value ?? false,
      since: since?.value, paging: paging)
  }

  private func missingRows(
    _ node: YAMLNode?, _ keys: KeyedNodes<StoresKey>?, _ completeness: ListCompleteness,
    into bag: inout DiagnosticBag
  ) -> MissingRows {
    let stated = node.flatMap {
      MissingRows.read($0, for: "'missing-rows' of \(owner)", of: owner, into: &bag)
    }
    let deletion = stated.flatMap { $0.value.mayDelete ? $0 : nil }
    guard isList else {
      if let span = deletion?.span ?? keys?.keySpan(.completeWith) {
        bag.add(.deletionByOneRow(owner, at: span))
      }
      return .keep
    }
    if let deletion, keys?[.since] != nil {
      bag.add(.deletionSinceWatermark(owner, at: deletion.span))
      return .keep
    }
    if case .keepIf? = deletion?.value, let page = keys?.keySpan(.page) {
      bag.add(.keepIfWithPages(owner, at: page))
    }
    completeness.check(stated, completeWith: keys?[.completeWith], into: &bag)
    return stated?.value ?? .keep
  }

  private func paging(
    _ node: YAMLNode, of entity: EntityID, since: Located<String>?, isKeyed: Bool,
    into bag: inout DiagnosticBag
  ) -> EndpointPaging? {
    let reader = PageReader(
      entity: draft[entity], types: types, owner: owner, placeholders: placeholders, method: method,
      body: body, isPlainList: isPlainList)
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
    if !placeholders.contains(name.value) { bag.add(.scopeWithoutPlaceholder(name, of: owner)) }
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
  private func remedy(for type: PayloadType, root: RemotePath?, isKeyed: Bool) -> String? {
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
