import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// If no payload could contain a value, the app cannot write it.
@Suite struct UnwritableValueTests {
  private static let metadata = EntityMetadata(
    name: "Item", table: "items",
    columns: [
      ColumnMetadata("id", .integer, required: true), ColumnMetadata("tags", .text),
      ColumnMetadata("fee_minor", .integer), ColumnMetadata("fee_currency", .text),
    ],
    attributes: [
      AttributeMetadata("id", FieldMetadata(.int, remote: ["id"]), column: 0),
      AttributeMetadata(
        "tags", FieldMetadata(.array(.string, separator: ","), optional: true, remote: ["tags"]),
        column: 1),
      AttributeMetadata(
        "fee", FieldMetadata(.money, optional: true, remote: ["fee"], currencyCode: "EUR"),
        column: 2),
    ], identity: [0])

  @Test(arguments: [
    (["a", "b"], true), ([], true), (["a", ""], true), (["a,b"], false), ([""], false),
  ])
  func rejectsElementsThatCannotBeSeparated(_ tags: [String], _ isWritable: Bool) {
    var row = RowWriter(Self.metadata)
    row.set(1, tags)
    #expect((row.problem == nil) == isWritable)
  }

  @Test(arguments: [("EUR", true), ("eur", true), ("USD", false)])
  func rejectsUndeclaredCurrency(_ currency: String, _ isWritable: Bool) {
    var row = RowWriter(Self.metadata)
    row.set(2, money: Money(minorUnits: 1, currency: currency))
    #expect((row.problem == nil) == isWritable)
  }
}
