import SyncGenBuiltInTemplates
package import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The templates that are compiled into the tool, by name.
///
/// `builtin:Entity.swift` and `builtin:Entity.swift.stencil` always mean the tool's own file, also
/// where a folder of the user's has one of that name.
package struct BuiltInTemplateLoader: TemplateLoader {
  private static let scheme = "builtin:"
  /// What the names of template files end with.
  package static let suffix = ".stencil"

  package init() {}

  package func source(named name: String) -> SourceFile? {
    let file = Self.fileName(name) ?? name
    return BuiltInTemplates.files[file].map { SourceFile(path: "<built-in>/\(file)", bytes: $0) }
  }

  package var names: [String] {
    BuiltInTemplates.files.keys.map { Self.scheme + Self.shortName($0) }
  }

  /// `Entity.swift` for `Entity.swift.stencil`.
  package static func shortName(_ file: String) -> String {
    file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
  }

  /// Whether a name can mean nothing but a built-in template.
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
