import SwiftSyncThreads
import SyncGenBuiltInTemplates
package import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The templates of a run by name: those of the user's folders, followed by the built-in ones.
struct TemplateSources: TemplateLoader {
  private static let builtIn = BuiltInTemplateLoader()

  private let userSources: [String: SourceFile]
  private let userPaths: Set<String>
  /// The user's templates that are not used, because a folder before theirs has one of that name.
  let hiddenTemplates: [UserTemplate]
  /// The names of the user's templates, each once, in the order of the folders.
  let userNames: [String]

  init(_ templates: [UserTemplate]) {
    // The folder that is named first takes precedence.
    userSources = Dictionary(
      templates.map { ($0.name, $0.source) }, uniquingKeysWith: { first, _ in first })
    userPaths = Set(templates.map(\.source.path))
    hiddenTemplates = templates.filter { [userSources] in userSources[$0.name] != $0.source }
    userNames = templates.map(\.name).uniqued()
  }

  func source(named name: String) -> SourceFile? {
    userSource(named: name) ?? Self.builtIn(name)
  }

  var names: [String] { userNames + Self.builtIn.names }

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

  /// The built-in templates of sets, followed by those that the user's folders add.
  func outputNames(of sets: some Collection<String>) -> [String] {
    let builtIn = Set(OutputCatalog.sets.flatMap { $0.outputs + $0.parts })
    let wanted = OutputCatalog.sets.filter { sets.contains($0.name) }
    return wanted.flatMap(\.outputs) + userNames.filter { !builtIn.contains($0) }
  }
}

/// The templates of a run with parsed built-in ones that no other run uses at the same time.
///
/// Some commands render the built-in templates for many versions, so parsed ones are kept. Threads
/// do not share them, since all threads would update the reference counts of the same nodes.
final class LeasedTemplates: TemplateLoader {
  /// The parsed templates that no run uses.
  ///
  /// `@unchecked`: the lock protects all mutable state.
  private final class Pool: @unchecked Sendable {
    private let lock = ThreadLock()
    private var caches: [TemplateCache] = []

    func take() -> TemplateCache? { lock.withLock { caches.popLast() } }

    func give(_ cache: TemplateCache) { lock.withLock { caches.append(cache) } }
  }

  private static let pool = Pool()

  private let sources: TemplateSources
  private let cache: TemplateCache

  init(_ sources: TemplateSources) {
    self.sources = sources
    cache = Self.pool.take() ?? TemplateCache()
  }

  deinit { Self.pool.give(cache) }

  func source(named name: String) -> SourceFile? { sources.source(named: name) }

  var names: [String] { sources.names }

  func cache(for source: SourceFile) -> TemplateCache? {
    BuiltInTemplateLoader.isBuiltIn(source) ? cache : nil
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
