import Testing

/// Links of lists to children that are not stored, if parents or children have a composite
/// identity.
@Suite struct CompositeLinkTests {
  private static func yaml(
    region: String = "string", number: String = "int", parent: String = "[region, number]",
    child: String = "id", depot: String = "Depot", rest: String = ""
  ) -> String {
    """
    entities:
      Depot:
        attributes: { region: \(region), number: \(number), code: int }
        identity: \(parent)
        relations: { carts: { to: [Cart], inverse: depot, ordered: true } }
      Cart:
        attributes: { id: int, label: string }
        identity: \(child)
        relations: { depot: "\(depot)" }
    \(rest)
    """
  }

  private static let rows = """
    INSERT INTO depots (region, number, code) VALUES ('eu', 1, 17), ('us', 2, 18);
    INSERT INTO swiftsync_links (relation, child_id, parent_id, position) VALUES
      ('Cart.depot', 5, '["eu",1]', 0), ('Cart.depot', 6, '["us",2]', 1)
    """

  private static func links(after new: String) throws -> [String] {
    let database = try MigratedDatabase(yaml(), new, rows: rows)
    return try database.rows("SELECT child_id, parent_id FROM swiftsync_links ORDER BY position")
  }

  @Test func partsAreConverted() throws {
    #expect(
      try Self.links(after: Self.yaml(number: "string")) == [#"5|["eu","1"]"#, #"6|["us","2"]"#])
    #expect(
      try Self.links(after: Self.yaml(parent: "[number, region]")) == [
        #"5|[1,"eu"]"#, #"6|[2,"us"]"#,
      ])
  }

  @Test func storedParentsAreLookedUp() throws {
    let permission = "migrations: { 2: [{ allow-lossy: [Depot, Cart.depot] }] }"
    #expect(
      try Self.links(after: Self.yaml(parent: "[region, code]", depot: "Depot?", rest: permission))
        == [#"5|["eu",17]"#, #"6|["us",18]"#])
  }

  /// The new identity of a child that is not stored is known if only its parent is added.
  @Test func childrenGetTheirParents() throws {
    let links = { (child: String, rest: String) in
      let old = Self.yaml().replacing("[region, number]", with: "code")
      let rows = Self.rows.replacing(#"'["eu",1]'"#, with: "17").replacing(
        #"'["us",2]'"#, with: "18")
      let new = Self.yaml(parent: "code", child: child, rest: rest)
      return try MigratedDatabase(old, new, rows: rows)
        .rows("SELECT child_id, parent_id FROM swiftsync_links ORDER BY position")
    }
    #expect(try links("[depot, id]", "") == ["[17,5]|17", "[18,6]|18"])
    #expect(
      try links("[id, label]", "migrations: { 2: [{ allow-lossy: [Cart] }] }") == [])
  }

  @Test func lossNeedsPermission() throws {
    let (old, new) = (Self.yaml(), Self.yaml(child: "[id, label]"))
    #expect(
      try MigratedDatabase.changes(old, new).last
        == "changes the identity of entity 'Cart' from [id] to [id, label]: rows are kept; references in "
        + "lists to rows that are not stored are lost")
    #expect(try MigratedDatabase.problems(old, new).count == 1)
  }
}
