import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The templates of a run by name: those of the user's folders, then the built-in ones.
struct TemplateSources: TemplateLoader {
  private static let builtIn = BuiltInTemplateLoader()

  private let userSources: [String: SourceFile]
  private let userPaths: Set<String>
  /// The names of the user's templates, each once, in the order of the folders.
  let userNames: [String]

  init(_ templates: [UserTemplate]) {
    // The folder that is named first wins.
    userSources = Dictionary(
      templates.map { ($0.name, $0.source) }, uniquingKeysWith: { first, _ in first })
    userPaths = Set(templates.map(\.source.path))
    userNames = templates.map(\.name).uniqued()
  }

  func source(named name: String) -> SourceFile? {
    userSource(named: name) ?? Self.builtIn(name)
  }

  var names: [String] { userNames + Self.builtIn.names }

  /// The user's file of that name.
  func userSource(named name: String) -> SourceFile? {
    BuiltInTemplateLoader.isBuiltIn(name) ? nil : userSources[name]
  }

  var hasUserTemplates: Bool { !userNames.isEmpty }

  func isUserSource(_ source: SourceFile) -> Bool {
    userPaths.contains(source.path)
  }

  static func builtIn(_ name: String) -> SourceFile? {
    builtIn.source(named: name)
  }
}
