package import SyncGenDiagnostics

/// Finds the templates that others include, extend or import.
package protocol TemplateLoader {
  /// The file with a name, which is relative and inside the loader's folders.
  func source(named name: String) -> SourceFile?

  /// Candidates for a name that no template has; not necessarily complete.
  var names: [String] { get }

  /// The name of the template that a file extends where it states `name`.
  ///
  /// Files of the same name in several folders extend each other, in the order of the folders.
  func base(named name: String, of source: SourceFile) -> String

  /// The cache that shares the parsed template of a source with other libraries, if any.
  func cache(for source: SourceFile) -> TemplateCache?
}

extension TemplateLoader {
  package var names: [String] { [] }

  package func base(named name: String, of source: SourceFile) -> String { name }

  package func cache(for source: SourceFile) -> TemplateCache? { nil }
}

/// Templates by name, each loaded and parsed once.
package final class TemplateLibrary {
  private enum Entry {
    case parsed(Template)
    /// The mistakes, until they are reported.
    case invalid(DiagnosticBag)
    case missing
  }

  package let filters: FilterTable
  package let trim: TemplateOptions.Trim
  private let loader: any TemplateLoader
  private var entries: [String: Entry] = [:]

  package init(
    loader: any TemplateLoader = NoTemplates(), filters: FilterTable = .standard,
    trim: TemplateOptions.Trim = .lines
  ) {
    self.loader = loader
    self.filters = filters
    self.trim = trim
  }

  /// Parses a file that no other template refers to by name.
  package func parse(_ source: SourceFile, into bag: inout DiagnosticBag) -> Template? {
    let cache = loader.cache(for: source)
    if let known = cache?.template(of: source) { return known }
    let template = Template.parse(source, filters: filters, trim: trim, into: &bag)?
      .extending { loader.base(named: $0, of: source) }
    if let template { cache?.keep(template) }
    return template
  }

  /// Parses a value of a template's directive that is itself a small template: the `path`.
  package func parse(
    _ value: TemplateDirective.Value, of template: Template, into bag: inout DiagnosticBag
  ) -> Template? {
    Template.parse(value, of: template, filters: filters, into: &bag)
  }

  /// Parses the `when` of a template, whose output is then empty if it is false.
  package func parse(
    condition value: TemplateDirective.Value, of template: Template, into bag: inout DiagnosticBag
  ) -> Template? {
    Template.parse(condition: value, of: template, filters: filters, into: &bag)
  }

  enum Result {
    case template(Template)
    /// The template's mistakes; empty if they were already reported.
    case invalid(DiagnosticBag)
    case missing
    case outside
  }

  /// The name that was probably meant by one that no template has.
  func suggestion(for name: String) -> String? {
    let names = loader.names.sorted()
    // A template's short name, without a prefix or suffix.
    return names.first { $0.hasSuffix(":" + name) } ?? names.first { $0.hasPrefix(name + ".") }
      ?? Suggestion.nearest(to: name, in: names)
  }

  func template(named stated: String) -> Result {
    guard let name = Self.name(stated) else { return .outside }
    switch entries[name] {
    case .parsed(let template): return .template(template)
    case .invalid(let bag):
      entries[name] = .invalid(DiagnosticBag())
      return .invalid(bag)
    case .missing: return .missing
    case nil: break
    }
    load(name)
    return template(named: name)
  }

  /// The template with a name; `nil` if there is none, or if it has mistakes, which are added to the
  /// bag the first time.
  package func template(named name: String, into bag: inout DiagnosticBag) -> Template? {
    switch template(named: name) {
    case .template(let template): return template
    case .invalid(let problems):
      for problem in problems.diagnostics { bag.add(problem) }
      return nil
    case .missing, .outside: return nil
    }
  }

  private func load(_ name: String) {
    guard let source = loader.source(named: name) else { return entries[name] = .missing }
    var bag = DiagnosticBag()
    entries[name] = parse(source, into: &bag).map(Entry.parsed) ?? .invalid(bag)
  }

  /// The template with a name, if there is one without mistakes. Mistakes are not reported yet.
  func knownTemplate(named stated: String) -> Template? {
    guard let name = Self.name(stated) else { return nil }
    if entries[name] == nil { load(name) }
    return if case .parsed(let template)? = entries[name] { template } else { nil }
  }

  /// A template and everything that it includes, imports and extends by a stated name, in the order
  /// in which they are named, each once. Unavailable ones are left out.
  package func templates(of template: Template) -> [Template] {
    var templates = [template]
    var names: Set<String> = []
    var waiting = template.references
    while let name = waiting.popLast() {
      guard names.insert(name).inserted, let used = knownTemplate(named: name) else { continue }
      templates.append(used)
      waiting += used.references
    }
    return templates
  }

  /// The files of these templates.
  package func sources(of template: Template) -> [SourceFile] {
    templates(of: template).map(\.source)
  }

  /// The stated name without `..`; `nil` if it is outside the folders that the loader searches.
  package static func name(_ stated: String) -> String? {
    let isWhole = !stated.isEmpty && !stated.contains("\0")
    guard isWhole, let first = stated.first, first != "/", first != "\\" else { return nil }
    let parts = stated.split(separator: "/")
    guard parts.contains(where: { $0.contains("..") }) else { return stated }
    var path: [Substring] = []
    for part in parts where part != "." {
      if part == ".." {
        if path.popLast() == nil { return nil }
      } else if part.split(separator: "\\").contains("..") {
        return nil
      } else {
        path.append(part)
      }
    }
    return path.isEmpty ? nil : path.joined(separator: "/")
  }
}

/// A loader that finds nothing, for templates that use no others.
package struct NoTemplates: TemplateLoader {
  package init() {}

  package func source(named name: String) -> SourceFile? { nil }
}
