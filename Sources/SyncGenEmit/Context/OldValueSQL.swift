import SyncGenSchema

/// SQL for the value that an attribute or a reference had before an update, as a member of a JSON
/// object after a comma: `',"title":' || json_array(quote(OLD.title))`.
///
/// The value of each column is a string, as SQLite's `quote` writes it: JSON cannot hold bytes, and
/// not every number exactly.
struct OldValueSQL {
  /// The number of characters or bytes from which only the beginning of a value is recorded, after
  /// its length.
  static let limit = 500

  private let name: String
  private let columns: [String]

  init(_ attribute: Attribute, of entity: Entity) {
    name = attribute.name.name
    columns = attribute.columns.map { column in
      Self.value(
        entity.sqlColumn(column),
        mayBeLong: attribute.mayBeLong && entity.columns[column].storage.hasLength)
    }
  }

  init(_ relation: Relation, _ columns: [Int], of entity: Entity) {
    name = relation.name.name
    self.columns = columns.map { Self.value(entity.sqlColumn($0), mayBeLong: false) }
  }

  var member: String {
    "\(Self.key(name)) || json_array(\(columns.joined(separator: ", ")))"
  }

  /// The beginning of a member, as an SQL literal.
  static func key(_ name: String) -> String { SQLText.string(",\"\(name)\":") }

  private static func value(_ column: String, mayBeLong: Bool) -> String {
    let old = "OLD.\(column)"
    guard mayBeLong else { return "quote(\(old))" }
    return "CASE WHEN length(\(old)) > \(limit) "
      + "THEN length(\(old)) || quote(substr(\(old), 1, \(limit))) ELSE quote(\(old)) END"
  }
}

extension Entity {
  /// Whether an attribute is a clock, a touched date or a tombstone, which the server may set as it
  /// likes.
  func isSetByServer(_ attribute: Int) -> Bool {
    attributes[attribute].isTouched || attribute == sync.clock
      || attribute == sync.tombstone?.attribute
  }
}

extension Attribute {
  fileprivate var mayBeLong: Bool {
    switch type {
    case .scalar(.string), .scalar(.url), .scalar(.data), .scalar(.json), .value, .array,
      .dictionary:
      true
    case .scalar, .enumeration, .money: false
    }
  }
}

extension SQLStorage {
  fileprivate var hasLength: Bool { self == .text || self == .blob }
}
