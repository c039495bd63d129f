import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct RowSizeLimitTests {
  private static let short = #"{"id":1,"email":"a"}"#
  private let database: Database

  init() throws {
    database = try Database()
  }

  private func sync(_ source: PayloadSource, limit: Int) async throws -> ApplyReport {
    var options = ApplyOptions()
    options.rowSizeLimit = limit
    let store = try await SyncStore.open(ShopSchema.metadata, at: database.path)
    return try await store.apply(source, as: "Member", options: options)
  }

  /// A list of two rows, the second of which has `size` bytes.
  private func payload(_ size: Int) -> Data {
    let frame = #"{"id":2,"email":""}"#
    let text = String(repeating: "x", count: size - frame.utf8.count)
    return Data("[\(Self.short),\n{\"id\":2,\"email\":\"\(text)\"}]".utf8)
  }

  @Test func acceptsRowAtLimit() async throws {
    #expect(try await sync(.data(payload(1_000)), limit: 1_000).inserted == 2)
    #expect(try await sync(.data(payload(900_000)), limit: 900_000).updated == 1)
  }

  @Test(arguments: [1_000, 900_000]) func rejectsLargerRow(limit: Int) async throws {
    let message =
      "payload:2:1: this value is larger than \(limit) bytes, the limit for a row (rowSizeLimit)"
      + " (byte 23)"
    await #expect {
      try await sync(.data(payload(limit + 1)), limit: limit)
    } throws: { error in
      String(describing: error) == message
    }
    #expect(try database.rows("SELECT count(*) FROM members") == ["0"])
  }

  @Test func rejectsLargerRowInEndlessStream() async throws {
    let piece = Data(repeating: UInt8(ascii: "x"), count: 100_000)
    let chunks = AsyncStream<Data> { continuation in
      continuation.yield(Data(#"[{"id":1,"email":""#.utf8))
      for _ in 0..<1_000 { continuation.yield(piece) }
    }
    await #expect {
      try await sync(.stream(chunks), limit: 2_000_000)
    } throws: { error in
      String(describing: error).hasPrefix("payload:1:2: this value is larger than 2000000 bytes")
    }
  }

  @Test func limitAppliesToRowsNotList() async throws {
    let rows = (1...1_000).map { #"{"id":\#($0),"email":"\#($0)"}"# }
    let text = "[\(rows.joined(separator: ","))]"
    #expect(try await sync(.data(Data(text.utf8)), limit: 40).inserted == 1_000)
  }
}
