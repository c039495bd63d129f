import SwiftSyncValues
import SyncGenDiagnostics

/// Resolves the attributes that `sync:` of each entity names.
enum SyncResolver {
  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    let uploaded = UploadedEntities.names(in: draft.api)
    for index in draft.entities.indices {
      let isUploaded = uploaded.contains(draft.entities[index].name)
      draft.entities[index].sync =
        draft.entities[index].declaration.sync.map {
          resolve($0, of: draft.entities[index], isUploaded: isUploaded, into: &bag)
        } ?? EntitySync(clock: nil, tombstone: nil, archive: nil, isPushed: isUploaded)
    }
    for resource in draft.resources where resource.hasETags {
      draft[resource.resource.entity].sync.hasETags = true
    }
  }

  private static func resolve(
    _ sync: SyncDeclaration, of entity: EntityDraft, isUploaded: Bool,
    into bag: inout DiagnosticBag
  ) -> EntitySync {
    func find(
      _ name: Located<String>, _ key: String, _ expected: String, _ fits: (Attribute) -> Bool
    ) -> Int? {
      attribute(name, key, expected, of: entity, fits, into: &bag)
    }
    let clock = sync.clock.flatMap {
      find($0, "clock", "a 'date' or an 'int' that is read from payloads") { attribute in
        attribute.direction.isPulled
          && (attribute.type == .scalar(.date) || attribute.type == .scalar(.int))
      }
    }
    let tombstone = sync.tombstone.flatMap { stated -> EntitySync.Tombstone? in
      let position =
        stated.isFlag
        ? find(stated.attribute, "tombstone.flag", "a 'bool'") { $0.type == .scalar(.bool) }
        : date(ofTombstone: stated.attribute, of: entity, into: &bag)
      return position.map {
        EntitySync.Tombstone(
          attribute: $0, keepsRows: stated.keepsRows, retention: stated.retention)
      }
    }
    let archive = sync.archive.flatMap { stated -> EntitySync.Archive? in
      let flag = find(stated.flag, "archive.flag", "a 'bool'") { $0.type == .scalar(.bool) }
      let date = find(stated.date, "archive.date", "an optional 'date'", \.isOptionalDate)
      return flag.flatMap { flag in date.map { EntitySync.Archive(flag: flag, date: $0) } }
    }
    return EntitySync(
      clock: clock, tombstone: tombstone, archive: archive, isPushed: sync.isPushed ?? isUploaded,
      hasETags: sync.hasETags)
  }

  private static func date(
    ofTombstone name: Located<String>, of entity: EntityDraft, into bag: inout DiagnosticBag
  ) -> Int? {
    var isFlag = false
    let index = attribute(
      name, "tombstone", "an optional 'date'", of: entity,
      {
        isFlag = $0.type == .scalar(.bool)
        return $0.isOptionalDate || isFlag
      }, into: &bag)
    guard isFlag else { return index }
    bag.add(.flagAsTombstone(name, of: entity.name))
    return nil
  }

  private static func attribute(
    _ name: Located<String>, _ key: String, _ expected: String, of entity: EntityDraft,
    _ fits: (Attribute) -> Bool, into bag: inout DiagnosticBag
  ) -> Int? {
    guard case .attribute(let index) = entity.members[name.value] else {
      bag.add(.unknownMember(name, in: "'\(key)'", of: entity))
      return nil
    }
    guard !entity.brokenAttributes.contains(index) else { return nil }
    guard fits(entity.attributes[index]) else {
      bag.add(.invalidSync(name, key: key, of: entity.name, expected: expected))
      return nil
    }
    return index
  }
}

extension Attribute {
  fileprivate var isOptionalDate: Bool {
    isOptional && type == .scalar(.date)
  }
}
