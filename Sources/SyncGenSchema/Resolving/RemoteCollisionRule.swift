import SwiftSyncValues
import SyncGenDiagnostics

/// Finds keys of a payload that two members of an entity would read or write.
///
/// A key inside another member's value also counts: a value cannot be a string and an object at
/// once.
struct RemoteCollisionRule {
  /// A member with one of its paths.
  private struct Place {
    let member: EntityDraft.Member
    let path: RemotePath
  }

  /// The registered paths for one direction.
  private struct Places {
    let areWritten: Bool
    var byPath: [String: EntityDraft.Member] = [:]
    /// The paths inside a key, by the dotted path of that key.
    var byOuterPath: [String: Place] = [:]
  }

  private let entity: EntityDraft
  private var reads = Places(areWritten: false)
  private var writes = Places(areWritten: true)
  /// The first problem of the current member, which is sufficient.
  private var problem: Diagnostic?

  static func check(_ entity: EntityDraft, into bag: inout DiagnosticBag) {
    guard haveKeyInCommon(entity) else { return }
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

  // MARK: Whether there is anything to look at

  /// Whether two members share an outermost key, in any direction, which is rarely the case.
  private static func haveKeyInCommon(_ entity: EntityDraft) -> Bool {
    var members: [String: Int] = [:]
    members.reserveCapacity(entity.attributes.count + 2 * entity.relations.count)
    /// Whether the key belongs to another member. A dot in it is a mistake that has been reported.
    func isShared(_ path: RemotePath, by member: Int) -> Bool {
      let other = members.updateValue(member, forKey: path.keys.first ?? path.dotted)
      return other ?? member != member || !path.isPlain
        || !path.keys[0].consists { $0 != UInt8(ascii: ".") }
    }
    let count = entity.attributes.count
    return entity.attributes.indices.contains { index in
      entity.attributes[index].remote.readPaths.contains { isShared($0, by: index) }
    }
      || entity.relations.indices.contains { index in
        let keys = entity.relations[index].keys
        return keys.ids.contains { isShared($0, by: count + index) }
          || keys.objects.contains { isShared($0, by: count + index) }
      }
  }

  // MARK: What is wrong

  private mutating func enter(attribute index: Int, into bag: inout DiagnosticBag) {
    let attribute = entity.attributes[index]
    let paths = attribute.remote.paths
    let written = attribute.type == .money ? paths[...] : paths.prefix(1)
    enter(
      .attribute(index), attribute.remote.readPaths, writing: written, attribute.direction,
      into: &bag)
  }

  private mutating func enter(relation index: Int, into bag: inout DiagnosticBag) {
    let relation = entity.relations[index]
    let paths = relation.keys.ids + relation.keys.objects
    let written = relation.keys.ids.prefix(1) + relation.keys.objects.prefix(1)
    enter(
      .relation(index), paths, writing: written, relation.declaration.settings.direction, into: &bag
    )
  }

  private mutating func enter(
    _ member: EntityDraft.Member, _ paths: [RemotePath], writing written: ArraySlice<RemotePath>,
    _ direction: SyncDirection, into bag: inout DiagnosticBag
  ) {
    problem = nil
    if direction.isPulled {
      for path in paths { enter(Place(member: member, path: path), among: \.reads) }
    }
    if direction.isPushed {
      for path in written { enter(Place(member: member, path: path), among: \.writes) }
    }
    if let problem { bag.add(problem) }
  }

  private mutating func enter(
    _ place: Place, among places: WritableKeyPath<Self, Places>
  ) {
    let path = place.path.dotted
    let other = self[keyPath: places].byPath.updateValue(place.member, forKey: path)
    // One member may have a path twice, as relationships do with `remote:`.
    if let other, other != place.member,
      !mayShare(place.path, other, place.member, areWritten: self[keyPath: places].areWritten)
    {
      report(samePathAs: other, place)
    }
    if let inner = self[keyPath: places].byOuterPath[path] {
      check(inner, isIn: place, from: place.member, areWritten: self[keyPath: places].areWritten)
    }
    for count in 1..<max(1, place.path.steps.count) {
      let outerPath = RemotePath(steps: Array(place.path.steps.prefix(count)))
      self[keyPath: places].byOuterPath[outerPath.dotted] = place
      guard let member = self[keyPath: places].byPath[outerPath.dotted] else { continue }
      let outer = Place(member: member, path: outerPath)
      check(place, isIn: outer, from: place.member, areWritten: self[keyPath: places].areWritten)
    }
  }

  /// Whether two members may share a path: attributes and ids of to-one relationships are read
  /// together, and amounts write one currency.
  private func mayShare(
    _ path: RemotePath, _ first: EntityDraft.Member, _ second: EntityDraft.Member,
    areWritten: Bool
  ) -> Bool {
    guard areWritten else { return isValue(path, of: first) && isValue(path, of: second) }
    guard case .attribute(let first) = first, case .attribute(let second) = second else {
      return false
    }
    return [first, second].allSatisfy { entity.attributes[$0].remote.currency == path }
  }

  /// Whether a member reads a single value at a path: neither a list nor an object that may be a
  /// row.
  private func isValue(_ path: RemotePath, of member: EntityDraft.Member) -> Bool {
    switch member {
    case .attribute: return true
    case .relation(let index):
      let relation = entity.relations[index]
      return relation.kind == .reference && !relation.keys.objects.contains(path)
    }
  }

  private mutating func report(samePathAs other: EntityDraft.Member, _ place: Place) {
    guard problem == nil else { return }
    problem = .remoteCollision(
      place.path.dotted, in: entity.name, entity.title(of: place.member),
      at: entity.span(of: place.member), entity.title(of: other), at: entity.span(of: other))
  }

  private mutating func check(
    _ inner: Place, isIn outer: Place, from member: EntityDraft.Member, areWritten: Bool
  ) {
    guard problem == nil, inner.member != outer.member,
      !mayBeObject(outer, isWritten: areWritten),
      !isElement(inner, of: outer, areWritten: areWritten)
    else { return }
    let other = inner.member == member ? outer.member : inner.member
    problem = .remoteKeyInValue(
      inner.path.dotted, of: entity.title(of: inner.member), outer: outer.path.dotted,
      of: entity.title(of: outer.member), form(of: outer), areWritten ? "writes" : "reads",
      in: entity.name, remedy: remedy(for: outer, areWritten: areWritten),
      at: entity.span(of: member), other: entity.title(of: other), at: entity.span(of: other))
  }

  /// What a member reads or writes, in a message.
  private func form(of place: Place) -> String {
    guard case .attribute(let index) = place.member else { return "as an id" }
    if case .scalar(let type) = entity.attributes[index].type { return "as '\(type.rawValue)'" }
    return "as one value"
  }

  private func remedy(for outer: Place, areWritten: Bool) -> String {
    guard case .attribute(let index) = outer.member else { return "change one 'remote:'" }
    let attribute = entity.attributes[index]
    return attribute.type == .scalar(.json) && areWritten
      ? "add 'direction: pull' to one of them, or change one 'remote:'"
      : "make '\(attribute.name.name)' a 'json' attribute with 'direction: pull', or change one "
        + "'remote:'"
  }

  /// Whether a path is read from the elements of another attribute's list.
  private func isElement(_ inner: Place, of outer: Place, areWritten: Bool) -> Bool {
    guard case .attribute(let index) = outer.member, !areWritten,
      case .array = entity.attributes[index].type
    else { return false }
    return inner.path.steps[outer.path.steps.count].key == nil
  }

  /// Whether others may read, or write, inside a member's value.
  private func mayBeObject(_ place: Place, isWritten: Bool) -> Bool {
    switch place.member {
    case .attribute(let index):
      !isWritten && entity.attributes[index].type == .scalar(.json)
    case .relation(let index):
      !entity.relations[index].keys.ids.contains(place.path)
    }
  }
}
