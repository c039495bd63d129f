package import SyncGenDiagnostics

/// Looks up every name that a template uses, also in branches that no schema reaches.
///
/// It knows types only as far as they are stated: the result of a filter, or of a computed name,
/// may have any type.
package struct VariableChecker {
  /// A name in a template that the vocabulary reports.
  package struct Finding: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// There is no such variable.
      case unknownVariable(suggestion: String?)
      /// A value of a certain kind has no such member.
      case unknownMember(name: String, of: String, suggestion: String?)
      /// The elements of a list have no such member, but there is a filter with that name.
      case filterAsMember(name: String)
      /// A filter is applied to an object, or to a list of objects.
      case unfilterable(filter: String, isList: Bool)
      /// An object, or a list of objects, is compared with a string, a number or a Boolean.
      case incomparable(isList: Bool)
      /// Neither a filter nor a macro has the name.
      case unknownFilter(suggestion: String?)
      /// The value is an object, or a list of objects, which has no text.
      case unprintable(isList: Bool)
      /// The name is deprecated; the text states the replacement.
      case deprecated(String)
    }

    /// The path up to the name, as written.
    package let path: String
    package let kind: Kind
    package let span: SourceSpan

    /// The finding as reported to the author of the template.
    package var diagnostic: Diagnostic {
      switch kind {
      case .unknownVariable(let suggestion):
        undefined("undefined variable '\(path)'", suggestion)
      case .unknownMember(let name, _, let suggestion):
        undefined("undefined variable '\(path)': there is no '\(name)'", suggestion)
      case .filterAsMember(let name):
        error(
          .templateUndefinedVariable, "undefined variable '\(path)': there is no '\(name)'",
          note: "to apply a filter to each element, use the tag 'map'")
      case .unfilterable(let filter, let isList):
        error(
          .templateFilter,
          "filter '\(filter)' needs "
            + (isList ? "texts, found a list of objects" : "a value, found an object"),
          note: isList ? Self.listAdvice : "use one of its members, such as 'name'")
      case .incomparable(let isList):
        error(
          .templateValue,
          isList
            ? "'\(path)' is a list of objects, which contains no text"
            : "'\(path)' is an object, which equals no text",
          note: isList ? Self.listAdvice : "compare one of its members, such as 'name'")
      case .unknownFilter(let suggestion):
        error(.templateUnknownFilter, "unknown filter '\(path)'", suggestion)
      case .unprintable(let isList):
        Diagnostic(
          .error, .templateValue,
          isList
            ? "'\(path)' is a list of objects and has no text; print members of its elements"
            : "'\(path)' is an object and has no text; print one of its members", at: span)
      case .deprecated(let advice):
        Diagnostic(
          .warning, .templateDeprecatedName, "'\(path)' is deprecated: \(advice)", at: span)
      }
    }

    private func undefined(_ message: String, _ suggestion: String?) -> Diagnostic {
      error(.templateUndefinedVariable, message, suggestion)
    }

    private static let listAdvice = "use 'map' to take a member of each"

    private func error(
      _ code: DiagnosticCode, _ message: String, _ suggestion: String?
    ) -> Diagnostic {
      error(code, message, note: suggestion.map { "did you mean '\($0)'?" })
    }

    private func error(_ code: DiagnosticCode, _ message: String, note: String?) -> Diagnostic {
      let notes = note.map { [Diagnostic.Note($0, at: span)] } ?? []
      return Diagnostic(.error, code, message, at: span, notes: notes)
    }
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
  /// What undefined variables do in templates that do not state it.
  private let undefined: TemplateOptions.Undefined
  var template: Template
  private var depth = 0
  private var visits = 0
  var macroUses: Set<MacroUse> = []
  /// The definitions of macros, each with its template and the variables before it.
  var macros: [(node: MacroNode, home: Template, scope: TypeScope)] = []
  var overrides: [String: [BlockDefinition]] = [:]
  private(set) var findings: [Finding] = []
  /// The known findings, since macros are checked for each of their calls.
  private var known: Set<Finding> = []

  /// The findings in a template and in everything that it uses, each once.
  ///
  /// - Parameter undefined: What undefined variables do in templates that do not state it.
  package static func findings(
    in template: Template, library: TemplateLibrary, vocabulary: TemplateVocabulary,
    undefined: TemplateOptions.Undefined = .error
  ) -> [Finding] {
    var checker = VariableChecker(
      library: library, vocabulary: vocabulary, template: template, undefined: undefined)
    var scope = TypeScope(vocabulary)
    checker.check(template.nodes, &scope)
    checker.checkUnusedMacros()
    return checker.findings
  }

  private init(
    library: TemplateLibrary, vocabulary: TemplateVocabulary, template: Template,
    undefined: TemplateOptions.Undefined
  ) {
    self.library = library
    self.vocabulary = vocabulary
    self.template = template
    self.undefined = undefined
  }

  /// Whether undefined variables, but not members, print nothing in the current template.
  var permitsUndefined: Bool {
    (template.directive?.undefined ?? undefined) == .empty
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
  private var bindings: [String: Binding]
  /// The variables that may exist, for expressions and branches that test it.
  private let possible: [String: TemplateVocabulary.Member]
  /// Whether variables with unknown names are visible.
  var isOpen = false

  init(_ vocabulary: TemplateVocabulary) {
    bindings = vocabulary.variables.mapValues(Binding.value)
    possible = vocabulary.otherVariables
  }

  subscript(name: TemplateName) -> Binding? {
    get { bindings[name.text] }
    set { bindings[name.text] = newValue }
  }

  var names: [String] { Array(bindings.keys) }

  var macroNames: [String] {
    bindings.keys.filter { if case .macro? = bindings[$0] { true } else { false } }
  }

  /// Returns the scope of expressions that may use undefined variables, and of the branches that
  /// depend on them.
  func testing(_ expressions: [TemplateExpression]) -> TypeScope {
    var scope = self
    for name in expressions.flatMap(\.variables) where bindings[name.text] == nil {
      scope.bindings[name.text] = possible[name.text].map(Binding.value)
    }
    return scope
  }
}
