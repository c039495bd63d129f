import SwiftSyncValues
package import SyncGenSchema

/// An entity under `resources:` of an imported API.
package struct ImportedResource: Hashable, Sendable {
  package let entity: String
  /// The path of the list.
  package let path: String
  /// In the order of the language.
  package let parts: [Resource.Part]
  /// Whether updates send the whole row.
  package let putsRows: Bool
  /// The path of the rows in the response of the list.
  package let root: String?
  /// `page:` in the schema language.
  package let page: YAMLValue?
  package let keepsMissingRows: Bool
  /// Whether the attribute that identifies the rows was made temporary, because the server assigns
  /// its values.
  package let hasTemporaryID: Bool
  package let notes: [ImportNote]
  /// The place of the list in the source.
  package let place: String
}

extension ImportedSchema {
  /// Expresses the endpoints of entities that are served in the usual way as resources.
  ///
  /// The endpoints get the names that those of a resource have. The model keeps them, so that a
  /// resource that the compiler refuses is written out.
  mutating func addResources() {
    let found = ResourceFinder(self).resources()
    for (resource, endpoints) in found {
      for (part, index) in endpoints {
        api?.endpoints[index].name = part.name
        api?.endpoints[index].resource = resource.entity
      }
      if resource.hasTemporaryID { setTemporaryID(of: resource.entity, true) }
      if resource.parts.contains(.create) { setDatesOfNewRows(of: resource.entity, true) }
    }
    api?.resources = found.map(\.resource)
  }

  /// Writes out the endpoints of a resource.
  mutating func removeResource(of entity: String) {
    guard var api, let index = api.resources.firstIndex(where: { $0.entity == entity }) else {
      return
    }
    let resource = api.resources.remove(at: index)
    for index in api.endpoints.indices where api.endpoints[index].resource == entity {
      api.endpoints[index].resource = nil
    }
    self.api = api
    if resource.hasTemporaryID { setTemporaryID(of: entity, false) }
    if resource.parts.contains(.create) { setDatesOfNewRows(of: entity, false) }
  }

  /// States that required dates which only the server sets are the current time in new rows.
  private mutating func setDatesOfNewRows(of name: String, _ areNow: Bool) {
    guard let entity = entities.firstIndex(where: { $0.name == name }) else { return }
    let note = ImportNote.guessed(.defaultValue, "until the server sets it")
    for index in entities[entity].attributes.indices {
      let attribute = entities[entity].attributes[index]
      let isUnset =
        attribute.direction == .pull && attribute.type == .scalar(.date) && !attribute.isOptional
        && attribute.defaultValue == nil && !entities[entity].identity.contains(attribute.name)
      if areNow, isUnset {
        entities[entity].attributes[index].defaultValue = .word("now")
        entities[entity].attributes[index].notes.append(note)
      } else if !areNow, attribute.notes.contains(note) {
        entities[entity].attributes[index].defaultValue = nil
        entities[entity].attributes[index].notes.removeAll { $0 == note }
      }
    }
  }

  private mutating func setTemporaryID(of name: String, _ isTemporary: Bool) {
    guard let entity = entities.firstIndex(where: { $0.name == name }),
      let id = entities[entity].attributes.firstIndex(where: {
        entities[entity].identity == [$0.name]
      })
    else { return }
    entities[entity].attributes[id].defaultValue = isTemporary ? .word("temporary") : nil
    let note = ImportNote.guessed(.identity, "the server assigns it")
    entities[entity].attributes[id].notes.removeAll { $0 == note }
    if isTemporary { entities[entity].attributes[id].notes.append(note) }
  }
}
