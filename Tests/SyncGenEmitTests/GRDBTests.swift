import Programs
import SyncGenEmit
import Testing

/// GRDB is not a dependency of this package: its conformances are type-checked against a module that
/// declares the symbols they use, as GRDB 7 declares them. They are not run.
@Suite struct GRDBTests {
  @Test(arguments: ["internal", "package", "public"])
  func conformancesCompileBesideTheStructs(access: String) async throws {
    let text = TortureSchema.names(access: access, count: 12)
      .replacing("sets: [swift, sql", with: "sets: [swift, grdb, sql")
    try await check(SchemaFixture.files(text), besides: "the odd names")
  }

  @Test func conformancesOfEveryTypeCompile() async throws {
    let text = try GoldenTests.schema(of: "tracker")
      .replacing("sets: [swift, sql", with: "sets: [swift, grdb, sql")
    try await check(SchemaFixture.files(text), besides: "the sample")
  }

  private func check(_ files: [GeneratedFile], besides what: String) async throws {
    #expect(files.contains { $0.path == "GRDBValue.swift" }, "no conformances in \(what)")
    let toolchain = try SwiftToolchain()
    try toolchain.write(files)
    let lint = try await toolchain.lint()
    #expect(lint.output == "")
    let module = try await toolchain.makeModule("GRDB", of: Self.stub)
    try #require(module.output == "")
    for mode in [IsolationMode.plain, .xcode] {
      let outcome = try await toolchain.check(mode)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
    }
    try toolchain.remove()
  }

  private static let stub = """
    public import Foundation

    public struct DatabaseValue: Hashable, Sendable, DatabaseValueConvertible {
      public enum Storage: Hashable, Sendable {
        case null, int64(Int64), double(Double), string(String), blob(Data)
      }
      public let storage: Storage
      public static let null = DatabaseValue(storage: .null)
      public var databaseValue: DatabaseValue { self }
    }
    public protocol DatabaseValueConvertible { var databaseValue: DatabaseValue { get } }
    extension Int64: DatabaseValueConvertible {
      public var databaseValue: DatabaseValue { DatabaseValue(storage: .int64(self)) }
    }
    extension Double: DatabaseValueConvertible {
      public var databaseValue: DatabaseValue { DatabaseValue(storage: .double(self)) }
    }
    extension String: DatabaseValueConvertible {
      public var databaseValue: DatabaseValue { DatabaseValue(storage: .string(self)) }
    }
    extension Data: DatabaseValueConvertible {
      public var databaseValue: DatabaseValue { DatabaseValue(storage: .blob(self)) }
    }
    public final class Row {
      public subscript(_ name: String) -> (any DatabaseValueConvertible)? { nil }
      public subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value { fatalError() }
      public subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value? { nil }
    }
    public protocol FetchableRecord { init(row: Row) throws }
    extension FetchableRecord where Self: Decodable {
      public init(row: Row) throws { fatalError() }
    }
    public struct PersistenceContainer: Sendable {
      public subscript(_ name: String) -> (any DatabaseValueConvertible)? {
        get { nil }
        set {}
      }
    }
    public protocol TableRecord { static var databaseTableName: String { get } }
    extension TableRecord { public static var databaseTableName: String { "" } }
    public protocol EncodableRecord { func encode(to container: inout PersistenceContainer) throws }
    extension EncodableRecord where Self: Encodable {
      public func encode(to container: inout PersistenceContainer) throws {}
    }
    public protocol MutablePersistableRecord: EncodableRecord, TableRecord {}
    public protocol PersistableRecord: MutablePersistableRecord {}
    """
}
