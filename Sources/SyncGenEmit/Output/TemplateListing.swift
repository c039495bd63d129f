package import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The templates of a schema, with the origin of each.
package struct TemplateListing: Sendable {
  package enum Origin: Hashable, Sendable {
    case builtIn
    /// A user's file in place of the built-in one.
    case file(path: String)
    /// A user's file that overrides these blocks of the built-in one.
    case blocks([String], path: String)
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
    sets = OutputCatalog.sets.map { set in
      let outputs = set.outputs.map {
        Entry(name: $0, origin: sources.origin(of: $0), use: .output)
      }
      let parts = set.parts.map { Entry(name: $0, origin: sources.origin(of: $0), use: .part) }
      return TemplateSet(name: set.name, summary: set.summary, entries: outputs + parts)
    }
    let parsed = sources.userNames.compactMap { name in
      sources.userTemplate(named: name).map { (name: name, template: $0) }
    }
    let unused = Set(UnusedTemplates.unused(parsed).map(\.name))
    let outputs = Set(parsed.filter { $0.template.directive?[.for] != nil }.map(\.name))
    own = sources.userNames.filter { TemplateSources.builtIn($0) == nil }.map { name in
      let use: Use = outputs.contains(name) ? .output : unused.contains(name) ? .none : .part
      return Entry(name: name, origin: sources.origin(of: name), use: use)
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

extension TemplateSources {
  fileprivate func origin(of name: String) -> TemplateListing.Origin {
    guard let source = userSource(named: name) else { return .builtIn }
    guard let template = userTemplate(named: name), let base = template.extendedName,
      let extended = self.source(named: base), extended == Self.builtIn(name)
    else { return .file(path: source.path) }
    return .blocks(template.blockNames, path: source.path)
  }

  /// The parsed user's file; `nil` if it has mistakes, which `generate` will report.
  fileprivate func userTemplate(named name: String) -> Template? {
    var bag = DiagnosticBag()
    return userSource(named: name).flatMap {
      Template.parse($0, filters: SchemaFilters.table, into: &bag)
    }
  }
}
