import SwiftSyncThreads
import SyncGenBuiltInTemplates
package import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// The templates of a run by name: those of the user's folders, followed by the built-in ones.
struct TemplateSources: TemplateLoader {
  private static let builtIn = BuiltInTemplateLoader()

  /// The user's files by name, in the order of the folders.
  private let userSources: [String: [SourceFile]]
  private let userPaths: Set<String>
  /// The user's templates, without those of the same name in folders before theirs.
  let laterTemplates: [UserTemplate]
  /// The names of the user's templates, each once, in the order of the folders.
  let userNames: [String]

  init(_ templates: [UserTemplate]) {
    userSources = Dictionary(grouping: templates, by: \.name).mapValues { $0.map(\.source) }
    userPaths = Set(templates.map(\.source.path))
    var known: Set<String> = []
    laterTemplates = templates.filter { !known.insert($0.name).inserted }
    userNames = templates.map(\.name).uniqued()
  }

  func source(named name: String) -> SourceFile? {
    if let layer = TemplateLayer(name) { return source(of: layer) }
    return userSource(named: name) ?? Self.builtIn(name)
  }

  private func source(of layer: TemplateLayer) -> SourceFile? {
    let sources = userSources[layer.file] ?? []
    return sources.indices.contains(layer.index) ? sources[layer.index] : nil
  }

  /// A file that extends a template of its own name extends that of the next folder, or the
  /// built-in one.
  func base(named name: String, of source: SourceFile) -> String {
    let file = BuiltInTemplateLoader.fileName(name) ?? name
    guard let index = userSources[file]?.firstIndex(where: { $0.path == source.path }) else {
      return name
    }
    let next = TemplateLayer(index: index + 1, file: file)
    if self.source(of: next) != nil { return next.name }
    let isBuiltIn = BuiltInTemplateLoader.isBuiltIn(name)
    return isBuiltIn || Self.builtIn(file) == nil ? name : BuiltInTemplateLoader.name(of: file)
  }

  var names: [String] { userNames + Self.builtIn.names }

  /// The user's file with that name.
  func userSource(named name: String) -> SourceFile? {
    BuiltInTemplateLoader.isBuiltIn(name) ? nil : userSources[name]?.first
  }

  var hasUserTemplates: Bool { !userNames.isEmpty }

  func isUserSource(_ source: SourceFile) -> Bool {
    userPaths.contains(source.path)
  }

  static func builtIn(_ name: String) -> SourceFile? {
    builtIn.source(named: name)
  }

  /// The built-in templates of sets, followed by the user's other templates.
  func outputNames(of sets: some Collection<String>) -> [String] {
    let wanted = OutputCatalog.sets.filter { sets.contains($0.name) }.flatMap(\.outputs)
    return wanted + userNames.filter { !wanted.contains($0) }
  }

  /// Whether a template is rendered in an output: it belongs to one of its sets, or to none.
  ///
  /// A user's template with the name of a built-in one belongs to the same set. In an item of
  /// `outputs`, a template that says what it generates does so, whatever its name.
  func isWanted(
    _ template: Template, named name: String, in output: GenerationOptions
  ) -> Bool {
    if let set = template.directive?[.set] { return output.sets.contains(set.text) }
    if userSource(named: name) == nil || output.isItem && template.isComplete { return true }
    return OutputCatalog.sets.allSatisfy {
      output.sets.contains($0.name) || !($0.outputs + $0.parts).contains(name)
    }
  }
}

extension Template {
  /// Whether the template says by itself what it generates, neither overriding nor copying another.
  fileprivate var isComplete: Bool {
    directive?[.for] != nil && directive?[.path] != nil && directive?[.original] == nil
      && extendedName == nil
  }
}

/// The file of one of several template folders that have a file of that name.
package struct TemplateLayer: Hashable, Sendable {
  private static let scheme = "folder-"

  /// The position among the folders that have such a file.
  package let index: Int
  package let file: String

  package init(index: Int, file: String) {
    self.index = index
    self.file = file
  }

  /// Reads the name of a layer; `nil` for the name of a template that does not state one.
  package init?(_ name: String) {
    guard name.hasPrefix(Self.scheme), let colon = name.firstIndex(of: ":"),
      let index = Int(name[..<colon].dropFirst(Self.scheme.count))
    else { return nil }
    self.init(index: index, file: String(name[name.index(after: colon)...]))
  }

  /// The name by which templates of a run refer to it, which users do not write.
  package var name: String { "\(Self.scheme)\(index):\(file)" }
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

  func base(named name: String, of source: SourceFile) -> String {
    sources.base(named: name, of: source)
  }

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

  /// The name that always refers to a built-in file.
  package static func name(of file: String) -> String { scheme + file }

  /// The file that `builtin:…` names; `nil` for any other name.
  package static func fileName(_ name: String) -> String? {
    guard isBuiltIn(name) else { return nil }
    let file = name.dropFirst(scheme.count)
    return file.hasSuffix(suffix) ? String(file) : file + suffix
  }
}
