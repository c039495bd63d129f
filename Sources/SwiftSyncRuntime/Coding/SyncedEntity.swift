@_spi(Generated) @_exported public import SwiftSyncREST

/// A model of the rows of a table and of the objects of payloads. Only generated types conform to it.
///
/// Generated code lists the members once for reading and once for writing. Rows, coding and patches use these
/// two lists; everything else is data in `coding`.
public protocol SyncedEntity: StoredEntity, Codable {
  /// The type of partial updates of a row.
  associatedtype Patch: EntityPatch where Patch.Entity == Self
  /// The columns and relationships that queries can name.
  ///
  /// It has no instances: it declares the members of a `QueriedRow`. Its members are stored properties of one
  /// size in a fixed order: the stored properties of the entity, then its to-one and its to-many relationships. The
  /// offset of a member identifies its column, which compiles faster than code for each member.
  associatedtype QueriedMembers
}

extension SyncedEntity {
  /// Decodes an object of a payload by the rules for new rows.
  ///
  /// A missing key gives the default of the schema, or nil, or an error if the value is required (A1). Null
  /// clears an optional member and is treated like a missing key otherwise (A2). Attributes that are not
  /// imported count as missing.
  ///
  /// - Throws: `DecodingError` with the path of the missing key or the invalid value (A17).
  public init(from decoder: any Decoder) throws {
    var fields = FieldReader(.payload(try PayloadDecoder(decoder, Self.coding)), Self.coding)
    try self.init(fields: &fields)
  }

  /// Encodes an object of a payload: nil is null, and members that are not exported are omitted.
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

/// A list that is sorted by an attribute of its rows, named after their relationship to the parent.
///
/// Generated code has a constant for each: `OrderedList<Todo>.project` for the tasks of a project.
public struct OrderedList<Child: SyncedEntity>: Hashable, Sendable {
  /// The name of the child's to-one relation.
  @_spi(Generated)
  public let relation: String

  /// Generated code makes it; the relation's inverse must be `ordered` by an attribute.
  @_spi(Generated)
  public init(_ relation: String) {
    self.relation = relation
  }
}

/// An entity whose rows are soft-deleted when the app deletes them, because it keeps its tombstones or has an
/// archive.
public protocol RestorableEntity: SyncedEntity {}

/// An entity whose rows can be searched by words: the schema states `search:`.
public protocol SearchableEntity: SyncedEntity {}

/// An entity with an archive: a flag and a date that mark rows as archived.
public protocol ArchivableEntity: RestorableEntity {}

/// A model of a table's rows. Only generated types conform to it.
///
/// Models of older versions, which only migrations use, conform to nothing else. Models of the newest version also
/// conform to `SyncedEntity`.
public protocol StoredEntity: Hashable, Sendable {
  /// The type of the identity: a scalar, or a generated struct for a composite identity.
  associatedtype Identity: EntityIdentity

  /// What the runtime knows of the entity.
  @_spi(Generated)
  static var coding: EntityCoding { get }

  /// The identity of the row, unique within the entity.
  var identity: Identity { get }

  /// Reads the members: the attributes and then the references, in the order of the metadata.
  @_spi(Generated)
  init(fields: inout FieldReader) throws

  /// Writes the members in the same order.
  @_spi(Generated)
  func write(to fields: inout FieldWriter)
}

extension StoredEntity {
  /// The tables, columns, attributes and relations of the entity.
  @_spi(Generated)
  public static var metadata: EntityMetadata { coding.metadata }

  /// Sets every column that the struct has.
  func write(to row: inout RowWriter) {
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
