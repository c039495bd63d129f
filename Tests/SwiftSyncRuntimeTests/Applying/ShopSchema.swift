@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime

/// A small schema, written by hand: members with a unique email, and their badges.
enum ShopSchema: StoreSchema {
  static var name: String { metadata.name }
  static var version: Int { metadata.version }
  static var fingerprint: String { metadata.fingerprint }
  static var ddl: String { metadata.ddl }

  static let metadata = SchemaMetadata(
    name: "Shop", version: 1, fingerprint: "1", entities: [member, badge, team],
    tables: """
      CREATE TABLE members (id INTEGER NOT NULL PRIMARY KEY, email TEXT NOT NULL, name TEXT,
        team_id INTEGER);
      CREATE UNIQUE INDEX members_email ON members (email);
      CREATE INDEX members_team_id ON members (team_id);
      CREATE TABLE badges (id INTEGER NOT NULL PRIMARY KEY, level INTEGER NOT NULL,
        member_id INTEGER);
      CREATE INDEX badges_member_id ON badges (member_id);
      CREATE TABLE teams (id INTEGER NOT NULL PRIMARY KEY, size INTEGER);
      CREATE TABLE swiftsync_links (relation TEXT NOT NULL, child_id NOT NULL,
        parent_id NOT NULL, position INTEGER, PRIMARY KEY (relation, child_id)) WITHOUT ROWID;
      CREATE INDEX swiftsync_links_parent_id ON swiftsync_links (relation, parent_id);
      """)

  private static let member = EntityMetadata(
    name: "Member", table: "members",
    columns: [
      ColumnMetadata("id", .integer, required: true),
      ColumnMetadata("email", .text, required: true),
      ColumnMetadata("name", .text),
      ColumnMetadata("team_id", .integer),
    ],
    attributes: [
      AttributeMetadata("id", FieldMetadata(.int, remote: ["id"]), column: 0),
      AttributeMetadata("email", FieldMetadata(.string, remote: ["email"]), column: 1),
      AttributeMetadata(
        "name", FieldMetadata(.string, optional: true, remote: ["name"]), column: 2),
    ],
    relations: [
      RelationMetadata(
        "team", to: "Team", .toOne(RelationMetadata.Reference(.int, column: 3, optional: true)),
        ids: ["team_id"], objects: ["team"], onDelete: .nullify),
      RelationMetadata(
        "badges", to: "Badge", .toMany(.none), inverse: "member", ids: ["badge_ids", "badges_ids"],
        objects: ["badges"], onDelete: .cascade),
    ], identity: [0], uniques: [[1]])

  private static let badge = EntityMetadata(
    name: "Badge", table: "badges",
    columns: [
      ColumnMetadata("id", .integer, required: true),
      ColumnMetadata("level", .integer, required: true),
      ColumnMetadata("member_id", .integer),
    ],
    attributes: [
      AttributeMetadata("id", FieldMetadata(.int, remote: ["id"]), column: 0),
      AttributeMetadata("level", FieldMetadata(.int, remote: ["level"]), column: 1),
    ],
    relations: [
      RelationMetadata(
        "member", to: "Member",
        .toOne(RelationMetadata.Reference(.int, column: 2, optional: true)), inverse: "badges",
        ids: ["member_id"], objects: ["member"], onDelete: .cascade)
    ], identity: [0])

  private static let team = EntityMetadata(
    name: "Team", table: "teams",
    columns: [ColumnMetadata("id", .integer, required: true), ColumnMetadata("size", .integer)],
    attributes: [
      AttributeMetadata("id", FieldMetadata(.int, remote: ["id"]), column: 0),
      AttributeMetadata("size", FieldMetadata(.int, optional: true, remote: ["size"]), column: 1),
    ], identity: [0])
}
