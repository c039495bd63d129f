import SyncGenDiagnostics
import SyncGenSchema

@_spi(Generated) @testable import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncRuntime
@_spi(Generated) @testable import swiftsync_gen

/// A schema in YAML, with what the tool tells the runtime of it.
struct LawSchema {
  struct Failure: Error, CustomStringConvertible {
    let text: String
    let messages: [String]

    var description: String { messages.joined(separator: "\n") + "\n" + text }
  }

  let text: String
  let metadata: SchemaMetadata
  let plan: SchemaPlan

  init(_ text: String) throws {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "law.yaml",
      read: { path in SourceFile(path: path, bytes: Array(text.utf8)) }, into: &bag)
    guard let schema, bag.diagnostics.isEmpty else {
      throw Failure(text: text, messages: bag.diagnostics.map(\.message))
    }
    self.text = text
    metadata = SchemaMetadata(schema)
    plan = SchemaPlan(metadata)
  }

  /// A random schema.
  init(seed: Int, _ features: SchemaFeatures = .all) throws {
    var maker = SchemaMaker(seed: seed, features)
    try self.init(maker.text())
  }

  var entities: [EntityMetadata] { metadata.entities }

  func index(of entity: String) -> Int {
    metadata.entities.firstIndex { $0.name == entity } ?? 0
  }
}
