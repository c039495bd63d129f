import SyncGenDiagnostics

/// The files that a schema was read from.
package struct SchemaSources: Sendable {
  /// The paths relative to the working folder, beginning with the schema.
  package private(set) var paths: [String] = []
  private var content = ContentDigest()

  init() {}

  /// The source of a schema that is a single file.
  init(_ file: SourceFile) {
    add(file.path)
    add(contentOf: file)
  }

  /// Adds a file that may turn out to be unreadable.
  mutating func add(_ path: String) { paths.append(path) }

  mutating func add(contentOf file: SourceFile) { content.add(file.bytes) }

  /// A digest of the contents of all files, regardless of their paths.
  package var digest: String { content.text }
}
