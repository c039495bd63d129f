@_spi(Generated) @_exported public import SwiftSyncCoding

/// A model of a table's rows and of the objects in payloads. Only generated types conform to it.
///
/// Generated code lists the members once for reading and once for writing. Rows, coding and patches
/// use these two lists; everything else is data in `coding`.
public protocol SyncedEntity: StoredEntity, Codable {
  /// The type of partial updates of a row.
  associatedtype Patch: EntityPatch where Patch.Entity == Self
  /// The columns and relationships for use in queries.
  ///
  /// The type has no instances: it declares the members of a `QueriedRow`. Its members are stored
  /// properties of the same size in a fixed order: the stored properties of the entity, followed by
  /// its to-one and then its to-many relationships. The offset of a member identifies its column,
  /// which compiles faster than code for each member.
  associatedtype QueriedMembers
}

extension SyncedEntity {
  /// Decodes an object of a payload by the rules for new rows.
  ///
  /// A missing key results in the schema's default, nil, or an error if the value is required (A1).
  /// Null clears an optional member and is otherwise treated like a missing key (A2). Attributes
  /// that are not imported count as missing.
  ///
  /// - Throws: `DecodingError` with the path of the missing key or the invalid value (A17).
  public init(from decoder: any Decoder) throws {
    var fields = FieldReader(.payload(try PayloadDecoder(decoder, Self.coding)), Self.coding)
    try self.init(fields: &fields)
  }

  /// Encodes an object of a payload. Nil is encoded as null, and members that are not exported are
  /// omitted.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent, e.g. NaN.
  public func encode(to encoder: any Encoder) throws {
    var fields = FieldWriter(Self.coding, encoder: PayloadEncoder(encoder, Self.coding))
    write(to: &fields)
    try fields.finish()
  }

  /// The states of all members.
  package var states: [FieldState] {
    var fields = FieldWriter(Self.coding)
    write(to: &fields)
    return fields.states
  }

  init(states: [FieldState]) throws {
    var fields = FieldReader(.states(states), Self.coding)
    try self.init(fields: &fields)
  }
}

/// A list that is ordered by an attribute of its rows, named after the rows' relationship to the
/// parent.
///
/// Generated code has a constant for each: `OrderedList<Todo>.project` for the tasks of a project.
public struct OrderedList<Child: SyncedEntity>: Hashable, Sendable {
  /// The name of the child's to-one relationship.
  @_spi(Generated)
  public let relation: String

  /// Creates the list. Called by generated code; the relationship's inverse must be `ordered` by an
  /// attribute.
  @_spi(Generated)
  public init(_ relation: String) {
    self.relation = relation
  }
}

/// An entity whose rows are soft-deleted when the app deletes them, because it keeps its tombstones
/// or has an archive.
public protocol RestorableEntity: SyncedEntity {}

/// An entity with a full-text search (`search:` in the schema).
public protocol SearchableEntity: SyncedEntity {}

/// An entity with an archive: a flag and a date that mark rows as archived.
public protocol ArchivableEntity: RestorableEntity {}

/// A model of a table's rows. Only generated types conform to it.
///
/// Models of older versions, which only migrations use, do not conform to any other protocol.
/// Models of the newest version also conform to `SyncedEntity`.
public protocol StoredEntity: Hashable, Sendable {
  /// The type of the identity: a scalar, or a generated struct for a composite identity.
  associatedtype Identity: EntityIdentity

  /// The runtime's description of the entity.
  @_spi(Generated)
  static var coding: EntityCoding { get }

  /// The identity of the row, unique within the entity.
  var identity: Identity { get }

  /// Reads the members: the attributes, followed by the references, in the order of the metadata.
  @_spi(Generated)
  init(fields: inout FieldReader) throws

  /// Writes the members in the same order.
  @_spi(Generated)
  func write(to fields: inout FieldWriter)
}

extension StoredEntity {
  /// The tables, columns, attributes and relationships of the entity.
  @_spi(Generated)
  public static var metadata: EntityMetadata { coding.metadata }

  /// Sets every column of the struct.
  package func write(to row: inout RowWriter) {
    var fields = FieldWriter(Self.coding, row: row)
    write(to: &fields)
    row = fields.row ?? row
  }
}

@_spi(Generated)
extension StoredEntity where Self: NotGenerated {
  public static var coding: EntityCoding { unavailable }

  public init(fields: inout FieldReader) throws { Self.unavailable }

  public func write(to fields: inout FieldWriter) { Self.unavailable }
}
