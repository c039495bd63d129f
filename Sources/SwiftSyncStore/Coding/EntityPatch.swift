@_spi(Generated) import SwiftSyncCoding

/// A partial update of an entity's row. Each member is missing, null or a value. Only generated types conform to it.
public protocol EntityPatch: Codable, Hashable, Sendable {
  /// The model that the patch applies to.
  associatedtype Entity: SyncedEntity

  /// Creates a patch that changes nothing.
  init()

  /// Passes each member to the visitor: the attributes, followed by the relationships, in the order
  /// of the metadata.
  @_spi(Generated)
  mutating func visit(_ fields: inout FieldVisitor)
}

extension EntityPatch {
  /// Creates a patch that sets all attributes and references to those of a row. The ids of to-many
  /// relationships are missing.
  public init(_ entity: Entity) {
    self.init(entityStates: entity.states)
  }

  /// Returns the patch that turns one state of a row into another. Unchanged members are missing.
  public static func diff(from old: Entity, to new: Entity) -> Self {
    Self(
      entityStates: zip(old.states, new.states).map { old, new in
        old.isEqual(to: new) ? .missing : new
      })
  }

  /// Applies the patch to a row. If it throws, the row is unchanged.
  ///
  /// - Throws: `SyncError.nullRequired` if a required member without a default is null (A2).
  public func apply(to entity: inout Entity) throws {
    let states = states
    let patched = zip(Entity.coding.members, entity.states).map { field, stored in
      states[field].isMissing ? stored : states[field]
    }
    entity = try Entity(states: patched)
  }

  /// Returns a patch with the members of both, where those of the newer one take precedence.
  public func merging(_ newer: Self) -> Self {
    Self(states: zip(states, newer.states).map { $1.isMissing ? $0 : $1 })
  }

  /// Decodes an object of a payload. Attributes and relationships that are not imported are
  /// missing.
  ///
  /// - Throws: `DecodingError` with the path of the key whose value does not fit (A17).
  public init(from decoder: any Decoder) throws {
    self.init()
    var fields = FieldVisitor(
      Entity.coding, .read(try PayloadDecoder(decoder, Entity.coding)))
    visit(&fields)
    try fields.finish()
  }

  /// Encodes an object of a payload, without the missing members.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent, e.g. NaN.
  public func encode(to encoder: any Encoder) throws {
    var fields = FieldVisitor(Entity.coding, .encode, PayloadEncoder(encoder, Entity.coding))
    try fields.pass(self)
    try fields.finishEncoding()
  }

  /// Sets the columns of all members that are not missing.
  package func write(to row: inout RowWriter) {
    for (field, state) in states.enumerated() where !state.isMissing {
      row.set(field, state, Entity.coding)
    }
  }

  /// Returns whether all members of two patches are equal.
  public static func == (left: Self, right: Self) -> Bool {
    zip(left.states, right.states).allSatisfy { $0.isEqual(to: $1) }
  }

  /// Hashes all members.
  public func hash(into hasher: inout Hasher) {
    for state in states { state.hash(into: &hasher) }
  }

  /// The states of all fields.
  package var states: [FieldState] {
    var copy = self
    var fields = FieldVisitor(Entity.coding, .collect)
    copy.visit(&fields)
    return fields.states
  }

  /// Creates a patch from the states of all fields.
  package init(states: [FieldState]) {
    self.init()
    var fields = FieldVisitor(Entity.coding, .assign)
    fields.states = states
    visit(&fields)
  }

  /// Creates a patch from the states of the entity's members.
  private init(entityStates: [FieldState]) {
    var states = Array(repeating: FieldState.missing, count: Entity.coding.fields.count)
    for (field, state) in zip(Entity.coding.members, entityStates) { states[field] = state }
    self.init(states: states)
  }
}

@_spi(Generated)
extension EntityPatch where Self: NotGenerated {
  public mutating func visit(_ fields: inout FieldVisitor) { Self.unavailable }
}
