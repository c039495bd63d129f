import SyncGenBuiltInTemplates
import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The templates of a run by name: those of the user's folders, then the built-in ones.
struct TemplateSources: TemplateLoader {
  private let userSources: [String: SourceFile]
  /// The names of the user's templates, each once, in the order of the folders.
  let userNames: [String]

  init(_ templates: [UserTemplate]) {
    // The folder that is named first wins.
    userSources = Dictionary(
      templates.map { ($0.name, $0.source) }, uniquingKeysWith: { first, _ in first })
    userNames = templates.map(\.name).uniqued()
  }

  func source(named name: String) -> SourceFile? {
    userSources[name] ?? Self.builtIn(name)
  }

  static func builtIn(_ name: String) -> SourceFile? {
    BuiltInTemplates.files[name].map { SourceFile(path: "<built-in>/\(name)", bytes: $0) }
  }
}
