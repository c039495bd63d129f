import SyncGenEmit
import Testing

/// The schema page names the endpoints that a push of single rows uses.
@Suite struct RowUploadPageTests {
  @Test func pageListsUploadEndpoints() throws {
    let schema = """
      swiftsync: 1
      name: App
      version: 1
      generate: { sets: [html] }
      entities:
        Shop: { attributes: { id: uuid, name: string }, sync: { push: true } }
      api:
        endpoints:
          createShop: { post: /shops, body: Shop, returns: Shop }
          deleteShop: { delete: "/shops/{id}" }
          shop: { get: "/shops/{id}", returns: Shop, stores: false }
        uploads: { protocol: rest, entities: { Shop: { create: createShop, delete: deleteShop } } }
      """
    let file = try #require(try SchemaFixture.files(schema).first { $0.path.hasSuffix(".html") })
    let html = String(decoding: file.bytes, as: UTF8.self)
    #expect(
      html.contains(
        """
        <td data-label="Request"><a href="#endpoint-createShop">createShop</a>, \
        <a href="#endpoint-deleteShop">deleteShop</a></td>
        """))
    #expect(html.contains(##"local changes of <a href="#Shop">Shop</a>"##))
  }
}
