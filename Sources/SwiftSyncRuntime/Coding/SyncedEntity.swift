/// A generated model: a struct that is a row of a table and an object of a payload.
///
/// Generated code names its members in one place for reading and in one for writing; rows, coding and patches all
/// go through these two, and everything else is data in `coding`.
public protocol SyncedEntity: StoredEntity, Codable {
  /// The three-state counterpart of the struct.
  associatedtype Patch: EntityPatch where Patch.Entity == Self
  /// The columns and to-one relations that queries can name.
  ///
  /// It is never made: it says what a `QueriedRow` has. Its members are stored, all of one size, and in a fixed
  /// order: what the entity's struct stores, then the to-one relations. So a member's place tells which column
  /// it is, and a hundred columns cost the compiler next to nothing.
  associatedtype Columns
}

extension SyncedEntity {
  /// Reads a payload's object by the rules that the applier has for a new row.
  ///
  /// A key that is missing gives the default, else nil, else an error (A1); so does null, except that it clears an
  /// optional member (A2). Attributes that are not imported count as missing.
  ///
  /// - Throws: `DecodingError` with the path of the key that lacks a value or whose value does not fit (A17).
  public init(from decoder: any Decoder) throws {
    var fields = FieldReader(.payload(try PayloadDecoder(decoder, Self.coding)), Self.coding)
    try self.init(fields: &fields)
  }

  /// Writes a payload's object: nil is null, and what is not exported is left out.
  ///
  /// - Throws: `EncodingError` for a value that JSON does not have, e.g. NaN.
  public func encode(to encoder: any Encoder) throws {
    var fields = FieldWriter(Self.coding, encoder: PayloadEncoder(encoder, Self.coding))
    write(to: &fields)
    try fields.finish()
  }

  /// One state for each member.
  var states: [FieldState] {
    var fields = FieldWriter(Self.coding)
    write(to: &fields)
    return fields.states
  }

  init(states: [FieldState]) throws {
    var fields = FieldReader(.states(states), Self.coding)
    try self.init(fields: &fields)
  }
}
