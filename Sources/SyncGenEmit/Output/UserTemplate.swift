package import SyncGenDiagnostics

/// A file in one of the schema's template folders.
package struct UserTemplate: Hashable, Sendable {
  /// Relative to its folder, e.g. `Entity+GRDB.swift.stencil`.
  package let name: String
  package let source: SourceFile

  package init(name: String, source: SourceFile) {
    self.name = name
    self.source = source
  }
}
