import Testing

/// References and memberships that a step loses: the schema must permit it, and it is not a local
/// write.
@Suite struct LostReferenceTests {
  private static func notes(
    _ tag: String, _ seat: String, _ kind: String = "string?", _ end: String = ""
  ) -> String {
    """
    entities:
      Tag: { attributes: { id: int, n: string } }
      Seat: { attributes: { row: string, no: int }, identity: [row, no] }
      Note:
        attributes: { id: int, a: string, kind: \(kind) }
        relations: { tag: \(tag), seat: \(seat) }
        sync: { push: true }
    \(end)
    """
  }

  private static let taggedByKey = #"{ to: "Tag?", foreign-key: true }"#
  private static let seatedByKey = #"{ to: "Seat?", foreign-key: true }"#

  @Test func enforcingACompositeReferenceNeedsPermission() throws {
    let first = Self.notes("Tag?", "Seat?")
    let problems = try MigratedDatabase.problems(first, Self.notes("Tag?", Self.seatedByKey))
    #expect(
      problems == [
        "schema.yaml:3:10: error: enforces relationship 'Note.seat': a reference to a missing row "
          + "becomes null; local changes to such references that are not pushed yet are lost "
          + "[data-loss]\n  note: to accept this, add "
          + "'migrations: { 2: [{ allow-lossy: [Note.seat] }] }'"
      ])
  }

  /// Nobody wrote the null.
  @Test func lostReferencesAreNotPushed() throws {
    let database = try MigratedDatabase(
      Self.notes("Tag?", "Seat?"),
      Self.notes(
        Self.taggedByKey, Self.seatedByKey, "int?",
        "migrations: { 2: [{ allow-lossy: [Note.tag, Note.seat, Note.kind] }] }"),
      rows: """
        INSERT INTO tags (id, n) VALUES (5, 'x');
        INSERT INTO seats ("row", "no") VALUES ('A', 1);
        INSERT INTO notes (id, a, kind, tag_id, seat_row, seat_no) VALUES
          (1, '', 'no number', 77, 'Z', 9), (2, '', '1', 5, 'A', 1), (3, '', NULL, NULL, NULL, NULL);
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES
          ('Note', 1, 'update', ',a,kind,seatRow,seatNo,tag,', ''),
          ('Note', 2, 'update', ',kind,seatRow,seatNo,tag,', ''),
          ('Note', 3, 'update', ',seatRow,seatNo,tag,', '')
        """)
    #expect(
      try database.rows("SELECT id, kind, tag_id, seat_row, seat_no FROM notes ORDER BY id")
        == ["1|null|null|null|null", "2|1|5|A|1", "3|null|null|null|null"])
    #expect(
      try database.rows("SELECT id, fields FROM swiftsync_changes ORDER BY id")
        == ["1|,a,", "2|,kind,seatRow,seatNo,tag,", "3|,seatRow,seatNo,tag,"])
  }

  /// A reference that must be looked up, to a row that is not stored.
  @Test func danglingReferencesToNewIdentitiesAreNotPushed() throws {
    func yaml(_ id: String, _ end: String = "") -> String {
      """
      entities:
        Tag: { attributes: { id: \(id), n: string } }
        Note: { attributes: { id: int }, relations: { tag: "Tag?" }, sync: { push: true } }
      \(end)
      """
    }
    let database = try MigratedDatabase(
      yaml("int"),
      yaml(
        #"{ type: string, backfill: "n || id" }"#,
        "migrations: { 2: [{ allow-lossy: [Note.tag] }] }"),
      rows: """
        INSERT INTO tags (id, n) VALUES (1, 'x');
        INSERT INTO notes (id, tag_id) VALUES (1, 1), (2, 2);
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES
          ('Note', 1, 'update', ',tag,', ''), ('Note', 2, 'update', ',tag,', '')
        """)
    #expect(try database.rows("SELECT id, tag_id FROM notes ORDER BY id") == ["1|x1", "2|null"])
    #expect(try database.rows("SELECT id, fields FROM swiftsync_changes") == ["1|,tag,"])
  }

  // MARK: Memberships

  private static func lists(_ id: String, _ end: String = "") -> String {
    """
    entities:
      Tag: { attributes: { id: \(id), n: string } }
      Note:
        attributes: { id: int, a: string }
        relations: { tags: { to: [Tag], inverse: none } }
        sync: { push: true }
    \(end)
    """
  }

  private static let computed = #"{ type: string, backfill: "n || id" }"#

  @Test func losingMembershipsNeedsPermission() throws {
    let problems = try MigratedDatabase.problems(Self.lists("int"), Self.lists(Self.computed))
    #expect(
      problems == [
        "schema.yaml:3:10: error: changes the identities in join table 'note_tags': memberships "
          + "get the new identities; those of missing rows are lost; local changes to lists with such "
          + "rows that are not pushed yet are lost [data-loss]\n  note: to "
          + "accept this, add 'migrations: { 2: [{ allow-lossy: [Note.tags] }] }'"
      ])
  }

  /// The shorter list is not a local write.
  @Test func lostMembershipsAreNotPushed() throws {
    let database = try MigratedDatabase(
      Self.lists("int"),
      Self.lists(Self.computed, "migrations: { 2: [{ allow-lossy: [Note.tags] }] }"),
      rows: """
        INSERT INTO tags (id, n) VALUES (1, 'x');
        INSERT INTO notes (id, a) VALUES (1, ''), (2, '');
        INSERT INTO note_tags (note_id, tag_id) VALUES (1, 1), (1, 2), (2, 1);
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES
          ('Note', 1, 'update', ',a,tags,', ''), ('Note', 2, 'update', ',tags,', '')
        """)
    #expect(try database.rows("SELECT * FROM note_tags ORDER BY 1") == ["1|x1", "2|x1"])
    #expect(
      try database.rows("SELECT id, fields FROM swiftsync_changes ORDER BY id")
        == ["1|,a,", "2|,tags,"])
  }

  // MARK: Soft deletion

  private static func marked(_ isKept: Bool, _ end: String = "") -> String {
    """
    entities:
      Tag:
        attributes: { id: int, del: date? }
        sync: { tombstone: { attribute: del, soft-delete: \(isKept) } }
      Seat: { attributes: { id: int } }
      Note:
        attributes: { id: int, a: string }
        relations: { one: "Tag?", any: { to-any: { Tag: tag, Seat: seat } } }
        sync: { push: true }
    \(end)
    """
  }

  /// `on-delete: nullify` of the old version applies to references to one of several entities too.
  @Test func referencesToDeletedRowsBecomeNull() throws {
    let database = try MigratedDatabase(
      Self.marked(true), Self.marked(false, "migrations: { 2: [{ drops: [Tag.del] }] }"),
      rows: """
        INSERT INTO tags (id, del) VALUES (1, NULL), (2, '2026-01-01T00:00:00.000000Z');
        INSERT INTO seats (id) VALUES (2);
        INSERT INTO notes (id, a, one_id, any_type, any_id) VALUES
          (1, '', 2, 'tag', 2), (2, '', 1, 'tag', 1), (3, '', NULL, 'seat', 2);
        INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES
          ('Note', 1, 'update', ',a,anyType,anyID,one,', ''),
          ('Note', 3, 'update', ',anyType,anyID,', '')
        """)
    #expect(
      try database.rows("SELECT id, one_id, any_type, any_id FROM notes ORDER BY id")
        == ["1|null|null|null", "2|1|tag|1", "3|null|seat|2"])
    #expect(
      try database.rows("SELECT id, fields FROM swiftsync_changes ORDER BY id")
        == ["1|,a,", "3|,anyType,anyID,"])
  }
}
