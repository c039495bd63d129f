import SyncGenBuiltInTemplates
package import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The templates of a run by name: those of the user's folders, followed by the built-in ones.
struct TemplateSources: TemplateLoader {
  private static let builtIn = BuiltInTemplateLoader()
  private static let cache = TemplateCache()

  private let userSources: [String: SourceFile]
  private let userPaths: Set<String>
  /// The names of the user's templates, each once, in the order of the folders.
  let userNames: [String]

  init(_ templates: [UserTemplate]) {
    // The folder that is named first takes precedence.
    userSources = Dictionary(
      templates.map { ($0.name, $0.source) }, uniquingKeysWith: { first, _ in first })
    userPaths = Set(templates.map(\.source.path))
    userNames = templates.map(\.name).uniqued()
  }

  func source(named name: String) -> SourceFile? {
    userSource(named: name) ?? Self.builtIn(name)
  }

  var names: [String] { userNames + Self.builtIn.names }

  /// Built-in templates are parsed once, because some commands render them for many versions.
  func cache(for source: SourceFile) -> TemplateCache? {
    BuiltInTemplateLoader.isBuiltIn(source) ? Self.cache : nil
  }

  /// The user's file with that name.
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

/// The templates that are compiled into the tool, by name.
///
/// `builtin:Entity.swift` and `builtin:Entity.swift.stencil` always name the tool's own file, even
/// if a user's folder contains one with that name.
package struct BuiltInTemplateLoader: TemplateLoader {
  private static let scheme = "builtin:"
  private static let folder = "<built-in>/"
  /// The suffix of template files.
  package static let suffix = ".stencil"

  package init() {}

  package func source(named name: String) -> SourceFile? {
    let file = Self.fileName(name) ?? name
    return BuiltInTemplates.files[file].map { Self.source(file, $0) }
  }

  /// A built-in source. Its path, which messages show, cannot be that of a file.
  static func source(_ name: String, _ bytes: [UInt8]) -> SourceFile {
    SourceFile(path: folder + name, bytes: bytes)
  }

  static func isBuiltIn(_ source: SourceFile) -> Bool { source.path.hasPrefix(folder) }

  package var names: [String] {
    BuiltInTemplates.files.keys.map { Self.scheme + Self.shortName($0) }
  }

  /// The short name, e.g. `Entity.swift` for `Entity.swift.stencil`.
  package static func shortName(_ file: String) -> String {
    file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
  }

  /// Whether a name can only refer to a built-in template.
  package static func isBuiltIn(_ name: String) -> Bool {
    name.hasPrefix(scheme)
  }

  /// The file that `builtin:…` names; `nil` for any other name.
  private static func fileName(_ name: String) -> String? {
    guard isBuiltIn(name) else { return nil }
    let file = name.dropFirst(scheme.count)
    return file.hasSuffix(suffix) ? String(file) : file + suffix
  }
}
