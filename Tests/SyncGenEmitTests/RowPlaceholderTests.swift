import SyncGenEmit
import Testing

/// The placeholders that stand for the identity of a pushed row.
@Suite struct RowPlaceholderTests {
  @Test func entityNameStandsForIdentity() throws {
    let text = try client(
      """
          createShop: { post: /shops, body: Shop, returns: Shop }
          updateShop: { patch: "/shops/{shopID}", body: Shop.Patch, returns: Shop }
          deleteShop: { delete: "/shops/{shopId}" }
          nextShop: { get: "/shops/{shop}/next", returns: Shop, stores: false }
          shop: { get: "/shops/{shop}", returns: Shop, stores: false }
      """)
    #expect(text.contains(#"update: RowEndpoint(.patch, "/shops/{slug}", body: .changed"#))
    #expect(text.contains(#"delete: RowEndpoint(.delete, "/shops/{slug}")"#))
    #expect(text.contains(#"fetch: RowEndpoint(.get, "/shops/{slug}", returns: .row)"#))
  }

  /// A placeholder with the name of a member stands for the member.
  @Test func memberNamePrecedesEntityName() throws {
    let text = try client(
      """
          createShop: { post: /shops, body: Shop, returns: Shop }
          updateShop: { patch: "/{owner}/shops/{id}", body: Shop.Patch, returns: Shop }
          deleteShop: { delete: "/shops/{slug}" }
          shop: { get: "/shops/{number}", returns: Shop, stores: false }
      """)
    #expect(text.contains(#"update: RowEndpoint(.patch, "/{owner}/shops/{slug}", body: .changed"#))
    #expect(!text.contains("fetch: RowEndpoint"))
  }

  private func client(_ endpoints: String) throws -> String {
    let schema = """
      swiftsync: 1
      name: App
      version: 1
      entities:
        Shop:
          attributes: { slug: string, name: string, number: int }
          relations: { owner: { to: Shop?, inverse: none } }
          identity: slug
          sync: { push: true }
      api:
        endpoints:
      \(endpoints)
        uploads:
          protocol: rest
          entities: { Shop: { create: createShop, update: updateShop, delete: deleteShop } }
      """
    let file = try #require(
      try SchemaFixture.files(schema).first { $0.path.hasSuffix("AppAPI.swift") })
    return String(decoding: file.bytes, as: UTF8.self)
  }
}
