package import SyncGenDiagnostics

/// Looks up every name that a template uses, also in branches that no schema reaches.
///
/// It knows types only as far as they are stated: the result of a filter, or of a computed name,
/// may have any type.
package struct VariableChecker {
  /// A name in a template that the vocabulary reports.
  package struct Finding: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// There is no such variable or member; the value is the kind of object that lacks it, if it
      /// is one.
      case unknown(of: String?)
      /// The name is deprecated; the text states the replacement.
      case deprecated(String)
    }

    /// The path up to the name, as written.
    package let path: String
    package let kind: Kind
    package let span: SourceSpan
  }

  /// The maximum nesting depth of tags, macros and templates.
  private static let maximumDepth = 300
  /// The maximum number of visits to other templates and macros, which may call each other without
  /// end.
  private static let maximumVisits = 2_000
  private static let maximumFindings = 1_000

  /// A call of a macro with arguments of certain types, which is checked only once.
  struct MacroUse: Hashable {
    let macro: ObjectIdentifier
    let types: [TemplateType]
  }

  let library: TemplateLibrary
  let vocabulary: TemplateVocabulary
  var template: Template
  private var depth = 0
  private var visits = 0
  var macroUses: Set<MacroUse> = []
  var overrides: [String: [BlockDefinition]] = [:]
  private(set) var findings: [Finding] = []
  /// The known findings, since macros are checked for each of their calls.
  private var known: Set<Finding> = []

  /// The findings in a template and in everything that it uses, each once.
  package static func findings(
    in template: Template, library: TemplateLibrary, vocabulary: TemplateVocabulary
  ) -> [Finding] {
    var checker = VariableChecker(library: library, vocabulary: vocabulary, template: template)
    var scope = TypeScope(vocabulary.variables)
    checker.check(template.nodes, &scope)
    return checker.findings
  }

  private init(library: TemplateLibrary, vocabulary: TemplateVocabulary, template: Template) {
    self.library = library
    self.vocabulary = vocabulary
    self.template = template
  }

  mutating func report(_ kind: Finding.Kind, _ path: String, at range: Range<Int>) {
    guard findings.count < Self.maximumFindings else { return }
    let finding = Finding(path: path, kind: kind, span: template.source.span(of: range))
    if known.insert(finding).inserted { findings.append(finding) }
  }

  /// Runs `body` with the nodes of another template as the current ones, unless a limit is reached.
  mutating func enter(_ other: Template, _ body: (inout VariableChecker) -> Void) {
    guard visits < Self.maximumVisits else { return }
    visits += 1
    let previous = template
    template = other
    body(&self)
    template = previous
  }

  /// Runs `body`, unless the nesting is too deep.
  mutating func descend(_ body: (inout VariableChecker) -> Void) {
    guard depth < Self.maximumDepth else { return }
    depth += 1
    body(&self)
    depth -= 1
  }
}

/// What is known about the visible variables.
struct TypeScope {
  enum Binding {
    case value(TemplateVocabulary.Member)
    case macro(MacroNode, Template)

    static func value(_ type: TemplateType) -> Binding { .value(.init(type)) }
  }

  /// The bindings by the names of the variables.
  private var bindings: [String: Binding] = [:]
  /// Whether variables with unknown names are visible.
  var isOpen = false

  init(_ variables: [String: TemplateVocabulary.Member]) {
    bindings = variables.mapValues(Binding.value)
  }

  subscript(name: TemplateName) -> Binding? {
    get { bindings[name.text] }
    set { bindings[name.text] = newValue }
  }
}
