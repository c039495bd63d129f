import Testing

/// Values that identify rows of an entity whose identity is recomputed.
@Suite struct FollowingIdentityTests {
  private static let first = """
    entities:
      Note:
        attributes: { id: int, text: string, slug: string }
        relations: { tags: { to: [Tag], inverse: none }, parent: { to: Note?, inverse: none } }
        sync: { push: true }
      Tag:
        attributes: { id: int, name: string }
        relations: { owner: { to: Note?, inverse: none } }
    """

  private static func second(_ id: String, end: String = "") -> String {
    """
    entities:
      Note:
        attributes: { id: \(id), text: string, slug: string }
        relations: { tags: { to: [Tag], inverse: none }, parent: { to: Note?, inverse: none } }
        sync: { push: true }
      Tag:
        attributes: { id: int, name: string }
        relations: { owner: { to: Note?, inverse: none } }
    \(end)
    """
  }

  private static let rows = """
    INSERT INTO notes (id, text, slug, parent_id) VALUES (1, 'a', 'aa', NULL), (2, 'b', 'bb', 1), (3, 'c', 'cc', 99);
    INSERT INTO tags (id, name, owner_id) VALUES (1, 't', 2), (2, 'u', NULL), (3, 'v', 98);
    INSERT INTO note_tags (note_id, tag_id) VALUES (1, 1), (1, 2), (2, 1), (97, 2);
    INSERT INTO swiftsync_changes (entity, id, operation, fields, changed_at) VALUES
      ('Note', 1, 'update', ',text,', ''), ('Note', 50, 'delete', ',', '');
    INSERT INTO swiftsync_links (relation, child_id, parent_id) VALUES
      ('Note.parent', 60, 1), ('Tag.owner', 61, 2), ('Tag.owner', 62, 96)
    """

  @Test func allLinksFollowIdentityOnlyBackfill() throws {
    let uuid = "{ type: uuid, backfill: \"printf('00000000-0000-4000-8000-%012d', id)\" }"
    let database = try MigratedDatabase(Self.first, Self.second(uuid), rows: Self.rows)
    func last(_ column: String) -> String { "ltrim(substr(\(column), -12), '0')" }
    #expect(
      try database.rows("SELECT \(last("id")), \(last("parent_id")) FROM notes ORDER BY 1")
        == ["1|null", "2|1", "3|99"])
    #expect(
      try database.rows("SELECT id, \(last("owner_id")), length(owner_id) FROM tags ORDER BY 1")
        == ["1|2|36", "2|null|null", "3|98|36"])
    #expect(
      try database.rows("SELECT \(last("note_id")), tag_id FROM note_tags ORDER BY 1, 2")
        == ["1|1", "1|2", "2|1", "97|2"])
    #expect(
      try database.rows("SELECT \(last("id")), operation, fields FROM swiftsync_changes ORDER BY 1")
        == ["1|update|,text,", "50|delete|,"])
    #expect(
      try database.rows(
        "SELECT relation, \(last("child_id")), \(last("parent_id")) FROM swiftsync_links ORDER BY 1, 2"
      )
        == ["Note.parent|60|1", "Tag.owner|61|2", "Tag.owner|62|96"])
  }

  /// The slug of a missing row cannot be looked up.
  @Test func onlyLinksToStoredRowsFollowLookups() throws {
    let text = "{ type: string, backfill: \"slug || '-' || id\" }"
    let end = "migrations: { 2: [{ allow-lossy: [Note.parent, Note.tags, Tag.owner] }] }"
    let database = try MigratedDatabase(Self.first, Self.second(text, end: end), rows: Self.rows)
    #expect(
      try database.rows("SELECT id, parent_id FROM notes ORDER BY 1")
        == ["aa-1|null", "bb-2|aa-1", "cc-3|null"])
    #expect(
      try database.rows("SELECT id, owner_id FROM tags ORDER BY 1") == [
        "1|bb-2", "2|null", "3|null",
      ])
    #expect(
      try database.rows("SELECT note_id, tag_id FROM note_tags ORDER BY 1, 2")
        == ["aa-1|1", "aa-1|2", "bb-2|1"])
    #expect(
      try database.rows("SELECT id, operation FROM swiftsync_changes") == ["aa-1|update"])
    #expect(
      try database.rows("SELECT relation, child_id, parent_id FROM swiftsync_links ORDER BY 1, 2")
        == ["Tag.owner|61|bb-2"])
    let changes = try MigratedDatabase.changes(Self.first, Self.second(text))
    #expect(
      changes.contains {
        $0.hasSuffix(
          "deletions that are not pushed yet are lost if the new identity cannot be determined")
      }, "\(changes)")
    #expect(
      changes.contains(
        "changes the identities in join table 'note_tags': memberships get the new identities; those of "
          + "missing rows are lost; local changes to lists with such rows that are not pushed yet are "
          + "lost"
      ), "\(changes)")
  }

  /// A missing member once stopped the step: its new identity was null.
  @Test func missingMemberDoesNotStopStep() throws {
    func yaml(_ identity: String, _ end: String) -> String {
      """
      entities:
        Note: { attributes: { id: uuid }, relations: { labels: { to: [Label], inverse: none } } }
        Label: { attributes: { id: uuid, slug: string }, identity: \(identity) }
      \(end)
      """
    }
    let database = try MigratedDatabase(
      yaml("id", ""), yaml("slug", "migrations: { 2: [{ allow-lossy: [Label, Note.labels] }] }"),
      rows: """
        INSERT INTO notes (id) VALUES ('n'); INSERT INTO labels (id, slug) VALUES ('l', 'bug');
        INSERT INTO note_labels VALUES ('n', 'l'), ('n', 'gone')
        """)
    #expect(try database.rows("SELECT * FROM note_labels") == ["n|bug"])
  }

  @Test func nothingFollowsRandomIdentity() throws {
    let text = "{ type: string, backfill: \"hex(randomblob(8))\" }"
    let problems = try MigratedDatabase.problems(Self.first, Self.second(text))
    #expect(
      problems.contains { $0.contains("generates random identities for entity 'Note'") },
      "\(problems)")
    #expect(problems.contains { $0.contains("drops join table 'note_tags'") }, "\(problems)")
  }

  /// A reference with its own backfill gets the value of the backfill.
  @Test func referenceBackfillTakesPrecedence() throws {
    func yaml(_ id: String, _ parent: String) -> String {
      """
      entities:
        Note: { attributes: { id: \(id) }, relations: { parent: { to: Note?, inverse: none\(parent) } } }
      """
    }
    let database = try MigratedDatabase(
      yaml("int", ""),
      yaml("{ type: string, backfill: \"'n' || id\" }", ", backfill: \"'p' || parent_id\""),
      rows: "INSERT INTO notes (id, parent_id) VALUES (1, 2)")
    #expect(try database.rows("SELECT id, parent_id FROM notes") == ["n1|p2"])
  }
}
