import Foundation
import SwiftSyncValues
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Inputs under `Regressions/` that once broke the scanner, or that a fuzzer found to be
/// interesting.
@Suite struct RegressionTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Regressions")

  @Test func scansPartsLikeWholeText() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 20)
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      let whole = JSONScannerTests.failure(bytes)
      for count in 0..<bytes.count {
        let part = JSONScannerTests.failure(Array(bytes.prefix(count)), isFinal: false)
        guard let part, part.reason != .incomplete, part.reason != .trailingText else { continue }
        #expect(part == whole, "\(file.lastPathComponent) up to \(count)")
      }
    }
  }
}
