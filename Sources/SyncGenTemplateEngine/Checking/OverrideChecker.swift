package import SyncGenDiagnostics

/// Finds blocks of a template that override nothing, whose content would be lost silently.
package enum OverrideChecker {
  /// A warning for each such block; none if templates are named by expressions that are only known
  /// while rendering.
  package static func warnings(for template: Template, in library: TemplateLibrary) -> [Diagnostic]
  {
    let overrides = template.overrides
    guard !overrides.isEmpty, let known = library.blockNames(after: template) else { return [] }
    return overrides.filter { !known.contains($0.name) }.map { block in
      let span = template.source.span(of: block.range)
      let notes = Suggestion.nearest(to: block.name, in: known.sorted()).map {
        [Diagnostic.Note("did you mean '\($0)'?", at: span)]
      }
      return Diagnostic(
        .warning, .templateInheritance,
        "block '\(block.name)' overrides nothing: no template declares it",
        at: span, notes: notes ?? [])
    }
  }
}

extension Template {
  /// The blocks with which the file overrides those of the template that it extends.
  fileprivate var overrides: [BlockNode] {
    for case .extends(let node) in nodes { return node.blocks }
    return []
  }
}

extension TemplateLibrary {
  /// The blocks of everything that a template extends and includes, and those inside its own
  /// overrides; `nil` if a template is not available or its name is computed.
  fileprivate func blockNames(after template: Template) -> Set<String>? {
    var names = Set(template.overrides.flatMap { TemplateNode.blockNames(in: $0.nodes) })
    var seen: Set<String> = []
    var waiting = template.references
    guard template.namesAllReferences else { return nil }
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted else { continue }
      guard let used = knownTemplate(named: name), used.namesAllReferences else { return nil }
      names.formUnion(used.blockNames)
      waiting += used.references
    }
    return names
  }
}
