import Foundation
import Programs
import Testing

/// Apple's systems have folders for the data of apps, protect files, and exclude them from backups:
/// the sources for this are type-checked against the symbols of Foundation that they use.
@Suite struct FileOptionsSourceTests {
  /// As the SDK declares it.
  private static let stubs = """
    import SwiftSyncFoundation

    struct FileProtectionType: Hashable, Sendable {
      static let none = FileProtectionType()
      static let complete = FileProtectionType()
      static let completeUnlessOpen = FileProtectionType()
      static let completeUntilFirstUserAuthentication = FileProtectionType()
    }

    extension FileAttributeKey {
      static let protectionKey = FileAttributeKey(rawValue: "NSFileProtectionKey")
    }

    struct URLResourceKey: Hashable, Sendable {
      static let isExcludedFromBackupKey = URLResourceKey()
    }

    struct URLResourceValues {
      var isExcludedFromBackup: Bool?
    }

    extension URL {
      func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues {
        URLResourceValues()
      }
      mutating func setResourceValues(_ values: URLResourceValues) throws {}
    }

    final class Bundle: Sendable {
      static let main = Bundle()
      var bundleIdentifier: String? { nil }
    }

    extension FileManager {
      func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
    }
    """

  @Test(arguments: ["SyncStore+Protection+Apple", "DataFolder"])
  func sourceCompiles(name: String) async throws {
    let path = "Sources/SwiftSyncStore/Store/\(name).swift"
    let source = try String(
      contentsOf: SwiftToolchain.package.appendingPathComponent(path), encoding: .utf8)
    let condition = "#if canImport(Darwin)\n"
    #expect(source.contains(condition))
    let toolchain = try SwiftToolchain()
    try toolchain.write(Self.stubs, to: "Stubs.swift")
    try toolchain.write(
      "import SwiftSyncRuntime\n" + source.replacing(condition, with: "#if true\n"),
      to: "Source.swift")
    let outcome = try await toolchain.check(.plain, package: SwiftToolchain.packageName)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }

  /// What `BackgroundSuspension` uses. Foundation has these only on Apple's platforms, or declares
  /// them in a module that stores do not import elsewhere.
  private static let notifications = """
    import SwiftSyncFoundation

    protocol NSObjectProtocol: AnyObject {}

    struct Notification: Sendable {
      struct Name: Hashable, Sendable {
        init(_ rawValue: String) {}
      }
    }

    final class OperationQueue: Sendable {}

    final class NotificationCenter: Sendable {
      static let `default` = NotificationCenter()
      func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
      ) -> any NSObjectProtocol { Token() }
      func removeObserver(_ observer: Any) {}
    }

    final class Token: NSObjectProtocol {}

    final class ProcessInfo: Sendable {
      static let processInfo = ProcessInfo()
      func performExpiringActivity(
        withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
      ) {}
    }

    final class SyncStore: Sendable {
      func follow(_ transition: CallGate.Transition) async {}
    }

    enum CallGate {
      enum Transition { case suspend, resume }
    }
    """

  @Test func backgroundSuspensionCompiles() async throws {
    let path = "Sources/SwiftSyncStore/Store/BackgroundSuspension.swift"
    let source = try String(
      contentsOf: SwiftToolchain.package.appendingPathComponent(path), encoding: .utf8)
    let condition = "#if canImport(Darwin) && !os(macOS) && !os(watchOS)\n"
    #expect(source.contains(condition))
    let toolchain = try SwiftToolchain()
    try toolchain.write(Self.notifications, to: "Stubs.swift")
    try toolchain.write(source.replacing(condition, with: "#if true\n"), to: "Source.swift")
    let outcome = try await toolchain.check(.plain, package: SwiftToolchain.packageName)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }
}
