import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Children that a list of ids names before they are stored.
@Suite struct AwaitedChildTests {
  private let tree: GalleryDatabase

  init() throws {
    tree = try GalleryDatabase(TreeSchema.metadata)
  }

  @Test func laterChildStaysInParentList() throws {
    try tree.apply(#"[{"id":1,"down":[9,3]},{"id":3}]"#, to: "Node")
    #expect(try tree.export("Node") { $0.id = "1" } == #"{"id":1,"up_id":null,"down":[3,9]}"#)
  }

  @Test func lastListWins() throws {
    try tree.apply(#"[{"id":1,"down":[3]}]"#, to: "Node")
    try tree.apply(#"[{"id":3},{"id":1,"down":[]}]"#, to: "Node")
    #expect(try tree.export("Node") { $0.id = "3" } == #"{"id":3,"up_id":null,"down":[]}"#)
  }

  @Test func childWithReferenceKeepsListPosition() throws {
    let gallery = try GalleryDatabase()
    let hall = GalleryPayload.hallID(1)
    try gallery.apply(#"[{"id":\#(hall),"piece_ids":[2,1]}]"#, to: "Hall")
    try gallery.apply(
      #"[{"id":1,"hall_id":\#(hall)},{"id":2,"hall_id":\#(hall)}]"#, to: "Piece")
    #expect(try gallery.export("Hall").contains(#""piece_ids":[2,1]"#))
  }
}
