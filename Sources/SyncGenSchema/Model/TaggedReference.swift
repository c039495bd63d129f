package import SyncGenDiagnostics

/// A relationship to one of several entities: one attribute holds the tag that determines the
/// entity, another one the identity.
package struct TaggedReference: Noted, Hashable, Sendable {
  package struct Target: Hashable, Sendable {
    package let entity: EntityID
    /// The value of the tag, in payloads and in the database.
    package let tag: String
    /// The Swift name of the enum's case, e.g. `post`.
    package let name: SwiftIdentifier
  }

  package let name: SwiftIdentifier
  /// The position of the tag in the entity's `attributes`.
  package let tagAttribute: Int
  /// The position of the identity in the entity's `attributes`.
  package let idAttribute: Int
  /// At least one; their identities are of one type.
  package let targets: [Target]
  /// The keys of nested objects in payloads, each tried in order.
  package let objects: [RemotePath]
  package let onDelete: DeleteRule
  /// Whether the schema states `on-delete`.
  package var statesOnDelete = true
  package let notes: Notes
  package let span: SourceSpan

  /// The Swift name of the enum of a row's target, e.g. `CommentSubject`.
  package static func typeName(_ entity: String, _ relation: String) -> String {
    entity + relation.prefix(1).uppercased() + relation.dropFirst()
  }
}

extension TaggedReference {
  /// - Parameter draft: The entity, whose declaration is expanded.
  init?(
    _ declaration: TaggedReferenceDeclaration, of draft: EntityDraft, _ symbols: Symbols
  ) {
    guard case .attribute(let tag)? = draft.members[declaration.tagName],
      case .attribute(let id)? = draft.members[declaration.idName]
    else { return nil }
    name = SwiftIdentifier(declaration.name.value)
    tagAttribute = tag
    idAttribute = id
    targets = declaration.targets.compactMap { target in
      symbols.entityIDs[target.entity.value].map {
        Target($0, target.entity.value, tag: target.tag.value, symbols.names)
      }
    }
    objects = declaration.objects
    onDelete = declaration.deleteRule
    statesOnDelete = declaration.onDelete != nil
    notes = declaration.notes
    span = declaration.name.span
  }
}

extension TaggedReference.Target {
  /// - Parameter name: The name of the entity.
  init(_ entity: EntityID, _ name: String, tag: String, _ names: NameStyle) {
    self.entity = entity
    self.tag = tag
    self.name = SwiftIdentifier(names.camelCase(names.snakeCase(name)))
  }
}
