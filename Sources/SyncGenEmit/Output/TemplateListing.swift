package import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The templates of a schema, with the origin of each.
package struct TemplateListing: Sendable {
  package struct Origin: Hashable, Sendable {
    /// A user's file that overrides blocks.
    package struct Override: Hashable, Sendable {
      package let path: String
      package let blocks: [String]
    }

    /// The path of the user's file in place of the built-in one; `nil` for the built-in one.
    package let path: String?
    /// The files that override blocks of it, from the last one to the first.
    package let overrides: [Override]

    package var isBuiltIn: Bool { path == nil && overrides.isEmpty }
  }

  package struct Entry: Hashable, Sendable {
    /// The name of the file, e.g. `Entity.swift.stencil`.
    package let name: String
    package let origin: Origin
    package let use: Use
  }

  package enum Use: Hashable, Sendable {
    case output
    /// It does not generate a file, but is included or imported by others.
    case part
    case none
  }

  package struct TemplateSet: Hashable, Sendable {
    package let name: String
    package let summary: String
    package let entries: [Entry]
  }

  package let sets: [TemplateSet]
  /// The user's files that do not replace a built-in template.
  package let own: [Entry]

  package init(_ templates: [UserTemplate]) {
    let sources = TemplateSources(templates)
    let layers = TemplateLayers(sources)
    sets = OutputCatalog.sets.map { set in
      let outputs = set.outputs.map {
        Entry(name: $0, origin: layers.origin(of: $0), use: .output)
      }
      let parts = set.parts.map { Entry(name: $0, origin: layers.origin(of: $0), use: .part) }
      return TemplateSet(name: set.name, summary: set.summary, entries: outputs + parts)
    }
    let files = sources.userNames.map { (name: $0, templates: layers.templates(named: $0)) }
    let parsed = files.compactMap { name, templates in
      templates.first.map { (name: name, template: $0) }
    }
    let later = files.flatMap { $0.templates.dropFirst() }
    let unused = Set(UnusedTemplates.unused(parsed, layers: later).map(\.name))
    let outputs = Set(parsed.filter { $0.template.directive?[.for] != nil }.map(\.name))
    own = sources.userNames.filter { TemplateSources.builtIn($0) == nil }.map { name in
      let use: Use = outputs.contains(name) ? .output : unused.contains(name) ? .none : .part
      return Entry(name: name, origin: layers.origin(of: name), use: use)
    }
  }

  /// The built-in templates with a name: one template, or those of a set; none if the name is
  /// unknown.
  package static func builtIn(named name: String) -> [SourceFile] {
    let set = OutputCatalog.sets.first { $0.name == name }
    let names = set.map { $0.outputs + $0.parts } ?? [name]
    return names.compactMap {
      BuiltInTemplateLoader().source(named: $0)
        ?? BuiltInTemplateLoader().source(named: $0 + BuiltInTemplateLoader.suffix)
    }
  }

  /// All names that `builtIn(named:)` accepts, in their short form.
  package static var builtInNames: [String] {
    OutputCatalog.sets.flatMap { set in
      [set.name] + (set.outputs + set.parts).map(BuiltInTemplateLoader.shortName)
    }
  }
}
