@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues

/// A schema, written by hand, with a value of every type and every kind of relationship.
enum GallerySchema {
  static let metadata = SchemaMetadata(
    name: "Gallery", version: 1, fingerprint: "1", entities: [hall, piece, tag, seat],
    joinTables: [pieceTags], tables: ddl)

  static let pieceTags = JoinTableMetadata(
    "piece_tags", left: "piece_id", of: "Piece", right: "tag_id", of: "Tag", position: "position")

  /// Has ordered pieces, seats with a number that is unique in the hall, and one guard.
  static let hall = EntityMetadata(
    name: "Hall", table: "halls",
    columns: [ColumnMetadata("id", .text, required: true), ColumnMetadata("floor_area", .real)],
    attributes: [
      AttributeMetadata("id", FieldMetadata(.uuid, remote: ["id"]), column: 0),
      AttributeMetadata(
        "floorArea", FieldMetadata(.double, optional: true, remote: ["floor_area"]), column: 1),
    ],
    relations: [
      RelationMetadata(
        "pieces", to: "Piece", .toMany(.position), inverse: "hall",
        ids: ["piece_ids", "pieces_ids"], objects: ["pieces"], onDelete: .nullify),
      RelationMetadata(
        "seats", to: "Seat", .toMany(.none), inverse: "hall", ids: ["seat_ids", "seats_ids"],
        objects: ["seats"], onDelete: .cascade),
    ], identity: [0])

  static let seat = EntityMetadata(
    name: "Seat", table: "seats",
    columns: [
      ColumnMetadata("id", .integer, required: true),
      ColumnMetadata("hall_id", .text, required: true),
      ColumnMetadata("row_label", .text),
    ],
    attributes: [
      AttributeMetadata("id", FieldMetadata(.int, remote: ["id"]), column: 0),
      AttributeMetadata(
        "rowLabel", FieldMetadata(.string, optional: true, remote: ["row_label"]), column: 2),
    ],
    relations: [
      RelationMetadata(
        "hall", to: "Hall", .toOne(RelationMetadata.Reference(.uuid, column: 1)),
        inverse: "seats", ids: ["hall_id"], objects: ["hall"], onDelete: .cascade)
    ], identity: [1, 0])

  static let tag = EntityMetadata(
    name: "Tag", table: "tags",
    columns: [ColumnMetadata("id", .text, required: true)],
    attributes: [AttributeMetadata("id", FieldMetadata(.string, remote: ["id"]), column: 0)],
    relations: [
      RelationMetadata(
        "pieces", to: "Piece", .manyToMany(joinTable: "piece_tags", side: .right, .none),
        inverse: "tags", ids: ["piece_ids", "pieces_ids"], objects: ["pieces"], onDelete: .nullify)
    ], identity: [0])

  static let piece = EntityMetadata(
    name: "Piece", table: "pieces", columns: pieceColumns, attributes: pieceAttributes,
    relations: pieceRelations, identity: [0])

  private static let pieceColumns = [
    ColumnMetadata("id", .integer, required: true),
    ColumnMetadata("title", .text), ColumnMetadata("weight", .real),
    ColumnMetadata("price", .text), ColumnMetadata("is_sold", .integer),
    ColumnMetadata("made_at", .text), ColumnMetadata("seen_at", .integer),
    ColumnMetadata("sold_at", .text), ColumnMetadata("born_on", .text),
    ColumnMetadata("token", .text), ColumnMetadata("site", .text),
    ColumnMetadata("photo", .blob), ColumnMetadata("extra", .text),
    ColumnMetadata("insured_minor", .integer), ColumnMetadata("insured_currency", .text),
    ColumnMetadata("phase", .text), ColumnMetadata("rank", .integer),
    ColumnMetadata("names", .text), ColumnMetadata("shown", .text),
    ColumnMetadata("counts", .text), ColumnMetadata("memo", .text),
    ColumnMetadata("hall_id", .text), ColumnMetadata("hall_position", .integer),
    ColumnMetadata("twin_id", .integer),
  ]

  private static func optional(
    _ name: String, _ type: ValueType, _ column: Int, _ remote: String? = nil,
    currency: String? = nil, direction: SyncDirection = .both
  ) -> AttributeMetadata {
    AttributeMetadata(
      name,
      FieldMetadata(
        type, optional: true, remote: [remote ?? pieceColumns[column].name], currency: currency),
      column: column, direction: direction)
  }

  private static let pieceAttributes = [
    AttributeMetadata("id", FieldMetadata(.int, remote: ["id"]), column: 0),
    optional("title", .string, 1, "label.main.title"),
    optional("weight", .double, 2),
    optional("price", .decimal, 3, "label.price"),
    optional("isSold", .bool, 4),
    optional("madeAt", .date(DateForm(remote: .auto, storage: .text)), 5),
    optional("seenAt", .date(DateForm(remote: .unix, storage: .integer)), 6),
    optional("soldAt", .date(DateForm(remote: .unixMilliseconds, storage: .text)), 7),
    optional("bornOn", .day, 8),
    optional("token", .uuid, 9),
    optional("site", .url, 10),
    optional("photo", .data, 11),
    optional("extra", .json, 12),
    optional("insured", .money, 13, currency: "insured_currency"),
    optional("phase", .textEnum(allowing: nil), 15, "phase.key"),
    optional("rank", .integerEnum(allowing: nil), 16),
    optional("names", .array(.string), 17),
    optional("shown", .array(.date(DateForm(remote: .iso8601, storage: .text))), 18),
    optional("counts", .dictionary(.int), 19),
    optional("memo", .string, 20, direction: .local),
  ]

  private static let pieceRelations = [
    RelationMetadata(
      "hall", to: "Hall",
      .toOne(RelationMetadata.Reference(.uuid, column: 21, optional: true, position: 22)),
      inverse: "pieces", ids: ["hall_id"], objects: ["hall"], onDelete: .nullify),
    RelationMetadata(
      "twin", to: "Piece",
      .toOne(RelationMetadata.Reference(.int, column: 23, optional: true, oneToOne: true)),
      inverse: "twinOf", ids: ["twin_id"], objects: ["twin"], onDelete: .nullify),
    RelationMetadata(
      "twinOf", to: "Piece", .toOneInverse, inverse: "twin", ids: ["twin_of_id"],
      objects: ["twin_of"], onDelete: .nullify),
    RelationMetadata(
      "tags", to: "Tag", .manyToMany(joinTable: "piece_tags", side: .left, .position),
      inverse: "pieces", ids: ["tag_ids", "tags_ids"], objects: ["tags"], onDelete: .nullify),
  ]

  static let tables = ["halls", "pieces", "tags", "seats", "piece_tags", "swiftsync_links"]

  private static let ddl = """
    CREATE TABLE halls (id TEXT NOT NULL PRIMARY KEY, floor_area REAL);
    CREATE TABLE pieces (id INTEGER NOT NULL PRIMARY KEY, title TEXT, weight REAL, price TEXT,
      is_sold INTEGER, made_at TEXT, seen_at INTEGER, sold_at TEXT, born_on TEXT, token TEXT,
      site TEXT, photo BLOB, extra TEXT, insured_minor INTEGER, insured_currency TEXT, phase TEXT,
      rank INTEGER, names TEXT, shown TEXT, counts TEXT, memo TEXT, hall_id TEXT,
      hall_position INTEGER, twin_id INTEGER);
    CREATE INDEX pieces_hall_id ON pieces (hall_id);
    CREATE UNIQUE INDEX pieces_twin_id ON pieces (twin_id);
    CREATE TABLE tags (id TEXT NOT NULL PRIMARY KEY);
    CREATE TABLE seats (id INTEGER NOT NULL, hall_id TEXT NOT NULL, row_label TEXT,
      PRIMARY KEY (hall_id, id));
    CREATE TABLE piece_tags (piece_id INTEGER NOT NULL, tag_id TEXT NOT NULL,
      position INTEGER NOT NULL, PRIMARY KEY (piece_id, tag_id)) WITHOUT ROWID;
    CREATE INDEX piece_tags_tag_id ON piece_tags (tag_id);
    CREATE TABLE swiftsync_links (relation TEXT NOT NULL, child_id NOT NULL, parent_id NOT NULL,
      position INTEGER, PRIMARY KEY (relation, child_id)) WITHOUT ROWID;
    CREATE INDEX swiftsync_links_parent_id ON swiftsync_links (relation, parent_id);
    """
}

/// Nodes with a parent, and therefore with children.
enum TreeSchema {
  static let metadata = SchemaMetadata(
    name: "Tree", version: 1, fingerprint: "1",
    entities: [
      EntityMetadata(
        name: "Node", table: "nodes",
        columns: [
          ColumnMetadata("id", .integer, required: true), ColumnMetadata("up_id", .integer),
        ],
        attributes: [AttributeMetadata("id", FieldMetadata(.int, remote: ["id"]), column: 0)],
        relations: [
          RelationMetadata(
            "up", to: "Node", .toOne(RelationMetadata.Reference(.int, column: 1, optional: true)),
            inverse: "down", ids: ["up_id"], objects: ["up"], onDelete: .nullify),
          RelationMetadata(
            "down", to: "Node", .toMany(.none), inverse: "up", ids: ["down"], objects: ["down"],
            onDelete: .nullify),
        ], identity: [0])
    ],
    tables: """
      CREATE TABLE nodes (id INTEGER NOT NULL PRIMARY KEY, up_id INTEGER);
      CREATE INDEX nodes_up_id ON nodes (up_id);
      CREATE TABLE swiftsync_links (relation TEXT NOT NULL, child_id NOT NULL, parent_id NOT NULL,
        position INTEGER, PRIMARY KEY (relation, child_id)) WITHOUT ROWID;
      """)
}
