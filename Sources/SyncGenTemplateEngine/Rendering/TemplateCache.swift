import SwiftSyncThreads
import SyncGenDiagnostics

/// Parsed templates that several libraries share. Their sources must not change while the process
/// runs.
///
/// These libraries must have the same filters and the same setting for white space.
///
/// `@unchecked`: the lock protects all mutable state.
package final class TemplateCache: @unchecked Sendable {
  private let lock = ThreadLock()
  private var templates: [String: Template] = [:]

  package init() {}

  /// The template of a source; `nil` if it is not in the cache.
  func template(of source: SourceFile) -> Template? {
    lock.withLock { templates[source.path] }.flatMap { $0.source == source ? $0 : nil }
  }

  func keep(_ template: Template) {
    lock.withLock { templates[template.source.path] = template }
  }
}
