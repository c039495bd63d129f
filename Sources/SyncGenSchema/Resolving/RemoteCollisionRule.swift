import SyncGenDiagnostics

/// Finds keys of a payload that two members of an entity would read, or write.
struct RemoteCollisionRule {
  private let entity: EntityDraft
  private var reads: [String: EntityDraft.Member] = [:]
  private var writes: [String: EntityDraft.Member] = [:]
  /// The path that the member at hand shares with another one.
  private var shared: (path: RemotePath, with: EntityDraft.Member)?

  static func check(_ entity: EntityDraft, into bag: inout DiagnosticBag) {
    var rule = RemoteCollisionRule(entity: entity)
    for index in entity.attributes.indices { rule.enter(attribute: index, into: &bag) }
    for (index, relation) in entity.relations.enumerated()
    where entity.members[relation.name] == .relation(index) {
      rule.enter(relation: index, into: &bag)
    }
  }

  private init(entity: EntityDraft) {
    self.entity = entity
  }

  private mutating func enter(attribute index: Int, into bag: inout DiagnosticBag) {
    let attribute = entity.attributes[index]
    switch attribute.remote {
    case .paths(let paths):
      enter(.attribute(index), paths, writing: paths.prefix(1), attribute.direction, into: &bag)
    case .money(let minor, let currency):
      let paths = [minor, currency]
      enter(.attribute(index), paths, writing: paths[...], attribute.direction, into: &bag)
    }
  }

  private mutating func enter(relation index: Int, into bag: inout DiagnosticBag) {
    let relation = entity.relations[index]
    let paths = relation.keys.ids + relation.keys.objects
    let written = relation.keys.ids.prefix(1) + relation.keys.objects.prefix(1)
    enter(.relation(index), paths, writing: written, relation.declaration.direction, into: &bag)
  }

  private mutating func enter(
    _ member: EntityDraft.Member, _ paths: [RemotePath], writing written: ArraySlice<RemotePath>,
    _ direction: SyncDirection, into bag: inout DiagnosticBag
  ) {
    shared = nil
    if direction.isImported {
      for path in paths { note(path, reads.updateValue(member, forKey: path.dotted), member) }
    }
    if direction.isExported {
      for path in written { note(path, writes.updateValue(member, forKey: path.dotted), member) }
    }
    guard let (path, first) = shared else { return }
    bag.add(
      .remoteCollision(
        path.dotted, in: entity.name, entity.title(of: member), at: entity.span(of: member),
        entity.title(of: first), at: entity.span(of: first)))
  }

  /// One member may have a path twice: relations do with `remote:`.
  private mutating func note(
    _ path: RemotePath, _ other: EntityDraft.Member?, _ member: EntityDraft.Member
  ) {
    guard let other, other != member, shared == nil else { return }
    shared = (path, other)
  }
}
