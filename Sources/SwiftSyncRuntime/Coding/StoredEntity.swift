/// A model whose rows are read from a table and written to it.
///
/// The models of older versions, which only migrations use, are no more than this; those of the newest
/// version are a `SyncedEntity`, too.
public protocol StoredEntity: Hashable, Sendable {
  /// The type of the identity: a scalar, or a generated struct where a parent scopes it.
  associatedtype Identity: EntityIdentity

  /// What the runtime knows of the entity.
  @_spi(Generated)
  static var coding: EntityCoding { get }

  /// What tells the row from all others of the entity.
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
