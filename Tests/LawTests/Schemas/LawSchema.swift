import Foundation
import SyncGenDiagnostics
import SyncGenSchema

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore
@_spi(Generated) @testable import swiftsync_gen

/// A schema in YAML, with the metadata that the tool generates for the runtime.
struct LawSchema {
  struct Failure: Error, CustomStringConvertible {
    let text: String
    let messages: [String]

    var description: String { messages.joined(separator: "\n") + "\n" + text }
  }

  let text: String
  let metadata: SchemaMetadata
  let plan: SchemaPlan

  /// The schema of a text, compiled once for all seeds and laws that use it.
  static func of(_ text: String) throws -> LawSchema {
    try LawSchemas.shared.schema(text)
  }

  /// A random schema.
  static func random(seed: Int, _ features: SchemaFeatures = .all) throws -> LawSchema {
    var maker = SchemaMaker(seed: seed, features)
    return try of(maker.text())
  }

  fileprivate init(_ text: String) throws {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "law.yaml",
      read: { path in SourceFile(path: path, bytes: Array(text.utf8)) }, into: &bag)
    let findings = bag.diagnostics.filter { $0.code != .clockIsNotSet }
    guard let schema, findings.isEmpty else {
      throw Failure(text: text, messages: findings.map(\.message))
    }
    self.text = text
    metadata = SchemaMetadata(schema)
    plan = SchemaPlan(metadata)
  }

  var entities: [EntityMetadata] { metadata.entities }

  func index(of entity: String) -> Int {
    metadata.entities.firstIndex { $0.name == entity } ?? 0
  }
}

/// The compiled schemas. Compiling one takes longer than most trials.
///
/// `@unchecked`: the lock protects all mutable state.
private final class LawSchemas: @unchecked Sendable {
  static let shared = LawSchemas()
  /// With many seeds, the oldest schemas are no longer needed.
  private static let limit = 256

  private let lock = NSLock()
  private var schemas: [String: LawSchema] = [:]

  func schema(_ text: String) throws -> LawSchema {
    if let known = lock.withLock({ schemas[text] }) { return known }
    let schema = try LawSchema(text)
    lock.withLock {
      if schemas.count >= Self.limit { schemas.removeAll() }
      schemas[text] = schema
    }
    return schema
  }
}
