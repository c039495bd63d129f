/// The three-state counterpart of an entity: what a payload says of a row, key by key.
public protocol EntityPatch: Codable, Hashable, Sendable {
  /// The struct whose members it changes.
  associatedtype Entity: SyncedEntity

  /// Every member missing.
  init()

  /// Passes every member by: the attributes and then the relations, in the order of the metadata.
  @_spi(Generated)
  mutating func visit(_ fields: inout FieldVisitor)
}

extension EntityPatch {
  /// Every attribute and reference of the entity as a value, or null; to-many ids are missing.
  public init(_ entity: Entity) {
    self.init(entityStates: entity.states)
  }

  /// The change that leads from one state of an entity to another.
  public static func diff(from old: Entity, to new: Entity) -> Self {
    Self(
      entityStates: zip(old.states, new.states).map { old, new in
        old.isEqual(to: new) ? .missing : new
      })
  }

  /// Changes what the patch says, or nothing if it throws.
  ///
  /// - Throws: `SyncError.nullRequired` if a required member without a default is null (A2).
  public func apply(to entity: inout Entity) throws {
    let states = states
    let patched = zip(Entity.coding.members, entity.states).map { field, stored in
      states[field].isMissing ? stored : states[field]
    }
    entity = try Entity(states: patched)
  }

  /// This patch with what a newer one says laid over it.
  public func merging(_ newer: Self) -> Self {
    Self(states: zip(states, newer.states).map { $1.isMissing ? $0 : $1 })
  }

  /// Reads a payload's object; attributes and relations that are not imported are missing.
  ///
  /// - Throws: `DecodingError` with the path of the key whose value does not fit (A17).
  public init(from decoder: any Decoder) throws {
    self.init()
    var fields = FieldVisitor(
      Entity.coding, .read(try PayloadDecoder(decoder, Entity.coding)))
    visit(&fields)
    try fields.finish()
  }

  /// Writes a payload's object; what is missing is left out.
  ///
  /// - Throws: `EncodingError` for a value that JSON does not have, e.g. NaN.
  public func encode(to encoder: any Encoder) throws {
    var fields = FieldVisitor(Entity.coding, .encode, PayloadEncoder(encoder, Entity.coding))
    try fields.pass(self)
  }

  /// Sets the columns that are not missing.
  func write(to row: inout RowWriter) {
    for (field, state) in states.enumerated() where !state.isMissing {
      row.set(field, state, Entity.coding)
    }
  }

  /// Whether both say the same of every member.
  public static func == (left: Self, right: Self) -> Bool {
    zip(left.states, right.states).allSatisfy { $0.isEqual(to: $1) }
  }

  /// Feeds the state of every member.
  public func hash(into hasher: inout Hasher) {
    for state in states { state.hash(into: &hasher) }
  }

  /// One state for each field.
  var states: [FieldState] {
    var copy = self
    var fields = FieldVisitor(Entity.coding, .collect)
    copy.visit(&fields)
    return fields.states
  }

  /// Sets one state for each field.
  private init(states: [FieldState]) {
    self.init()
    var fields = FieldVisitor(Entity.coding, .assign)
    fields.states = states
    visit(&fields)
  }

  /// Sets one state for each member of the entity.
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
