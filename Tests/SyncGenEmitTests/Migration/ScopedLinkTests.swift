import Testing

/// Positions for missing children whose identity is scoped by a parent: links contain the whole
/// identity.
@Suite struct ScopedLinkTests {
  private static func yaml(
    book: String = "Book", number: String = "int", shelf: String = "int", title: String = "string?",
    reference: String = "shelf: { to: Shelf }", identity: String = "[shelf, number]"
  ) -> String {
    let inverse = reference.prefix { $0 != ":" }
    return """
      entities:
        Shelf:
          attributes: { id: \(shelf) }
          relations: { books: { to: [\(book)], inverse: \(inverse), ordered: true } }
        \(book):
          attributes: { number: \(number), title: \(title) }
          relations: { \(reference) }
          identity: \(identity)
      """
  }

  private static let rows = """
    INSERT INTO shelves (id) VALUES (1);
    INSERT INTO swiftsync_links (relation, child_id, parent_id, position) VALUES
      ('Book.shelf', '[1,7]', 1, 0), ('Book.shelf', '[1,8]', 1, 1)
    """

  private static func links(after new: String) throws -> [String] {
    let database = try MigratedDatabase(yaml(), new, rows: rows)
    return try database.rows("SELECT * FROM swiftsync_links ORDER BY position")
  }

  @Test func positionsFollowRenames() throws {
    let links = try Self.links(
      after: Self.yaml(
        book: "Volume",
        reference: "case: { to: Shelf, renamed-from: shelf, remote: [shelf_id, shelf] }",
        identity: "[case, number]\n    renamed-from: Book"))
    #expect(links == ["Volume.case|[1,7]|1|0", "Volume.case|[1,8]|1|1"])
  }

  @Test func positionsFollowIdentities() throws {
    #expect(
      try Self.links(after: Self.yaml(number: "string"))
        == [#"Book.shelf|[1,"7"]|1|0"#, #"Book.shelf|[1,"8"]|1|1"#])
    #expect(
      try Self.links(after: Self.yaml(shelf: "string"))
        == [#"Book.shelf|["1",7]|1|0"#, #"Book.shelf|["1",8]|1|1"#])
    #expect(
      try Self.links(after: Self.yaml(identity: "[number, shelf]"))
        == ["Book.shelf|[7,1]|1|0", "Book.shelf|[8,1]|1|1"])
    #expect(
      try Self.links(
        after: Self.yaml(identity: "number\nmigrations: { 2: [{ allow-lossy: [Book] }] }"))
        == ["Book.shelf|7|1|0", "Book.shelf|8|1|1"])
  }

  /// A part that becomes null.
  @Test func positionsThatCannotFollowAreDropped() throws {
    let permission = "\nmigrations: { 2: [{ allow-lossy: [Book.number] }] }"
    let database = try MigratedDatabase(
      Self.yaml(number: "string"), Self.yaml(identity: "[shelf, number]" + permission),
      rows: """
        INSERT INTO shelves (id) VALUES (1);
        INSERT INTO swiftsync_links (relation, child_id, parent_id, position) VALUES
          ('Book.shelf', '[1,"7"]', 1, 0), ('Book.shelf', '[1,"b"]', 1, 1)
        """)
    #expect(
      try database.rows("SELECT * FROM swiftsync_links") == ["Book.shelf|[1,7]|1|0"])
  }

  @Test func positionsStayWithUnchangedIdentities() throws {
    let links = try Self.links(after: Self.yaml(title: "{ type: string, default: none }"))
    #expect(links == ["Book.shelf|[1,7]|1|0", "Book.shelf|[1,8]|1|1"])
  }
}
