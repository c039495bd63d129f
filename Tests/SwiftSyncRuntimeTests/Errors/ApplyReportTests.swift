import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct ApplyReportTests {
  private func report(_ rows: [String: Int]?) -> ApplyReport {
    var report = ApplyReport()
    report.unresolvedReferences = rows?.values.reduce(0, +) ?? 1
    report.unresolvedRows = rows
    return report
  }

  private func lastLine(_ report: ApplyReport) -> Substring? {
    report.description.split(separator: "\n").last
  }

  @Test func namesUnresolvedRows() {
    #expect(
      lastLine(report(["Todo/7": 1]))
        == "  1 unresolved reference to a row that is not stored yet: Todo/7")
    #expect(
      lastLine(report(["Todo/7": 1, "Label/work": 2]))
        == "  3 unresolved references to rows that are not stored yet: Label/work (2 times), Todo/7"
    )
    #expect(lastLine(report(nil)) == "  1 unresolved reference to a row that is not stored yet")
  }

  @Test func namesAtMostTenRows() throws {
    let rows = Dictionary(uniqueKeysWithValues: (10..<21).map { ("Todo/\($0)", 1) })
    let line = try #require(lastLine(report(rows)))
    #expect(
      line.hasPrefix(
        "  11 unresolved references to rows that are not stored yet: Todo/10, Todo/11,"))
    #expect(line.hasSuffix(" Todo/18, Todo/19, …"))
  }

  @Test func addsUnresolvedRowsOfCalls() {
    var sum = report(["Todo/7": 1])
    sum.add(report(["Label/work": 1, "Todo/7": 2]))
    #expect(sum.unresolvedReferences == 4)
    #expect(sum.unresolvedRows == ["Label/work": 1, "Todo/7": 3])
  }

  @Test func keepsAtMost100Rows() throws {
    var sum = report(Dictionary(uniqueKeysWithValues: (0..<99).map { ("Todo/\($0)", 1) }))
    sum.add(report(["Label/a": 1, "Label/b": 1, "Todo/7": 1]))
    let rows = try #require(sum.unresolvedRows)
    #expect(rows.count == 100 && sum.unresolvedReferences == 102)
    #expect(rows["Label/a"] == 1 && rows["Label/b"] == nil && rows["Todo/7"] == 2)
  }
}
