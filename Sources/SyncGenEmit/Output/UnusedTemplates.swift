import SyncGenDiagnostics
import SyncGenTemplateEngine

/// Finds the user's templates that have no effect, and says what is missing.
enum UnusedTemplates {
  typealias NamedTemplate = (name: String, template: Template)

  /// A warning for each such template.
  ///
  /// - Parameters:
  ///   - templates: All of the user's templates that a name refers to.
  ///   - layers: The files of later folders that they extend by their own name.
  static func warnings(
    _ templates: [NamedTemplate], layers: [Template], _ sources: TemplateSources
  ) -> [Diagnostic] {
    let used = Set(layers.map(\.source.path))
    return hidden(by: templates, used: used, sources)
      + unused(templates, layers: layers).map(warning)
  }

  /// Templates of a built-in name that a file in a folder named earlier replaces as a whole.
  private static func hidden(
    by templates: [NamedTemplate], used: Set<String>, _ sources: TemplateSources
  ) -> [Diagnostic] {
    sources.laterTemplates.compactMap { hidden in
      guard TemplateSources.builtIn(hidden.name) != nil, !used.contains(hidden.source.path),
        let other = templates.first(where: { $0.name == hidden.name })
      else { return nil }
      let place = SourceSpan(path: hidden.source.path)
      return Diagnostic(
        .warning, .templateUnused,
        "the template is not used: '\(other.template.source.path)' replaces the same one",
        at: place,
        notes: [
          .init(
            "its folder comes first under 'templates:'; begin that file with "
              + "{% extends \"\(hidden.name)\" %} to override blocks of this one", at: place)
        ])
    }
  }

  /// Templates that neither generate files, nor are a part of others.
  static func unused(_ templates: [NamedTemplate], layers: [Template]) -> [NamedTemplate] {
    let all = templates.map(\.template) + layers
    // A computed name may be that of any template.
    guard all.allSatisfy(\.namesAllReferences) else { return [] }
    let used = Set(all.flatMap(\.references).compactMap(TemplateLibrary.name))
    return templates.filter { name, template in
      template.directive?[.for] == nil && TemplateSources.builtIn(name) == nil
        && !used.contains(name)
    }
  }

  private static func warning(_ unused: NamedTemplate) -> Diagnostic {
    let place = SourceSpan(path: unused.template.source.path)
    return Diagnostic(
      .warning, .templateUnused,
      "the template is not used: its first line has no 'for=…', and no other template uses it",
      at: place, notes: [.init(remedy(for: unused), at: place)])
  }

  private static func remedy(for unused: NamedTemplate) -> String {
    let file = unused.name.split(separator: "/").last.map(String.init) ?? unused.name
    if TemplateSources.builtIn(file) != nil {
      return
        "to replace the built-in template '\(file)', move the file to the template folder itself"
    }
    let builtIn = OutputCatalog.sets.flatMap { $0.outputs + $0.parts }.sorted()
    if let meant = Suggestion.nearest(to: file, in: builtIn) {
      return "to replace the built-in template '\(meant)', give the file its name"
    }
    return "to generate files, begin it with {# swiftsync: for=entity path=\"…\" #}"
  }
}
