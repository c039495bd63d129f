package import SyncGenDiagnostics

/// A parsed template, which can be rendered any number of times.
package final class Template: Sendable {
  package let source: SourceFile
  /// The statements of the first line about the output, if it is a `{# swiftsync: … #}` comment.
  package let directive: TemplateDirective?
  /// How the file treats white space.
  let trim: TemplateOptions.Trim
  let nodes: [TemplateNode]
  /// The variables that `{% set outer.name … %}` changes.
  let changedNames: Set<TemplateName>
  /// The macros, if there is nothing else but text.
  let macros: [MacroNode]?

  init(
    source: SourceFile, directive: TemplateDirective?, trim: TemplateOptions.Trim,
    nodes: [TemplateNode], changedNames: Set<TemplateName>
  ) {
    self.source = source
    self.directive = directive
    self.trim = trim
    self.nodes = nodes
    self.changedNames = changedNames
    macros = Self.macros(of: nodes)
  }

  private static func macros(of nodes: [TemplateNode]) -> [MacroNode]? {
    var macros: [MacroNode] = []
    for node in nodes {
      switch node {
      case .macro(let macro): macros.append(macro)
      case .text: break
      default: return nil
      }
    }
    return macros
  }

  /// Parses a whole file; returns nil if there are errors, all of which are added to the bag.
  package static func parse(
    _ source: SourceFile, filters: FilterTable = .standard, trim: TemplateOptions.Trim = .lines,
    into bag: inout DiagnosticBag
  ) -> Template? {
    let range = 0..<source.bytes.count
    return parse(source, range, filters: filters, trim: trim, into: &bag)
  }

  /// Parses a value of a directive that is itself a small template: the `path`.
  package static func parse(
    _ value: TemplateDirective.Value, of template: Template, filters: FilterTable = .standard,
    into bag: inout DiagnosticBag
  ) -> Template? {
    let trim = template.trim == .lines ? TemplateOptions.Trim.lines : .nothing
    return parse(template.source, value.range, filters: filters, trim: trim, into: &bag)
  }

  /// Parses a value of a directive that is a condition, as a template whose output is empty if the
  /// condition is false: the `when`.
  package static func parse(
    condition value: TemplateDirective.Value, of template: Template,
    filters: FilterTable = .standard, into bag: inout DiagnosticBag
  ) -> Template? {
    do throws(SyntaxProblem) {
      var parser = ExpressionParser(
        try TagScanner(
          template.source.bytes, value.range, hasEscapes: !template.trim.followsStencil),
        filters: filters, macros: FileMacros())
      let branch = Branch(
        condition: try parser.expressionToEnd(), nodes: [.text(value.range)])
      let node = BranchesNode(branch, [], range: value.range)
      return Template(
        source: template.source, directive: nil, trim: template.trim, nodes: [.branches(node)],
        changedNames: [])
    } catch {
      bag.add(template.source.diagnostic(for: error))
      return nil
    }
  }

  private static func parse(
    _ source: SourceFile, _ range: Range<Int>, filters: FilterTable, trim: TemplateOptions.Trim,
    into bag: inout DiagnosticBag
  ) -> Template? {
    var parser = TemplateParser(source, range, filters: filters, trim: trim)
    let template = parser.parse()
    for problem in parser.problems {
      bag.add(source.diagnostic(for: problem))
    }
    return parser.problems.isEmpty ? template : nil
  }
}

extension SourceFile {
  func diagnostic(for problem: SyntaxProblem) -> Diagnostic {
    let span = span(of: problem.range)
    let notes = problem.suggestion.map { [Diagnostic.Note("did you mean '\($0)'?", at: span)] }
    return Diagnostic(.error, problem.code, problem.message, at: span, notes: notes ?? [])
  }
}

extension Template {
  /// The distinct names of the file's blocks, in the order in which they begin.
  package var blockNames: [String] {
    TemplateNode.blockNames(in: nodes)
  }
}

extension TemplateNode {
  /// The names of the blocks among the nodes and inside them.
  static func blockNames(in nodes: [TemplateNode]) -> [String] {
    var names: [String] = []
    collect(nodes, into: &names)
    return names
  }

  private static func collect(_ nodes: [TemplateNode], into names: inout [String]) {
    for node in nodes {
      if case .block(let block) = node, !names.contains(block.name) { names.append(block.name) }
      for body in node.bodies { collect(body, into: &names) }
    }
  }
}

extension TemplateNode {
  fileprivate var declaredNames: [String] {
    switch self {
    case .set(let node): [node.name.text]
    case .map(let node): [node.result.text] + (node.variable.map { [$0.text] } ?? [])
    case .loop(let node): node.header.variables.compactMap { $0?.text }
    case .macro(let node): node.parameters.map(\.text)
    case .text, .output, .branches, .jump, .include, .importMacros, .extends, .block, .filter,
      .call, .now:
      []
    }
  }

  /// The nodes between the tag and its end tag, for each branch.
  var bodies: [[TemplateNode]] {
    switch self {
    case .branches(let node): node.branches.map(\.nodes)
    case .loop(let node): [node.nodes, node.emptyNodes]
    case .extends(let node): [node.blocks.map(TemplateNode.block)]
    case .block(let node): [node.nodes]
    case .filter(let node): [node.nodes]
    case .macro(let node): [node.nodes]
    case .map(let node): [node.nodes]
    case .set(let node): if case .nodes(let nodes) = node.value { [nodes] } else { [] }
    case .text, .output, .jump, .include, .importMacros, .call, .now: []
    }
  }
}

extension Template {
  /// The variables and parameters that the file defines, for itself or for others.
  package var declaredNames: [String] { Self.declaredNames(in: nodes) }

  private static func declaredNames(in nodes: [TemplateNode]) -> [String] {
    nodes.flatMap { $0.declaredNames + $0.bodies.flatMap(declaredNames) }
  }

  /// The names of the templates that the file includes, imports or extends, as far as they are
  /// stated.
  ///
  /// Names that are computed while rendering are not included.
  package var references: [String] {
    var names: [String] = []
    Self.collect(nodes, into: &names)
    return names
  }

  /// Whether `references` is complete because none of the names is computed.
  package var namesAllReferences: Bool {
    Self.namesAllReferences(nodes)
  }

  private static func namesAllReferences(_ nodes: [TemplateNode]) -> Bool {
    nodes.allSatisfy { node in
      if let name = node.reference, name.statedText == nil { return false }
      return node.bodies.allSatisfy(namesAllReferences)
    }
  }

  /// The name of the template that the file extends, if it states one.
  package var extendedName: String? {
    for case .extends(let node) in nodes { return node.name.statedText }
    return nil
  }

  /// Returns the template with another name in its `extends`, if it states one.
  ///
  /// - Parameter base: The name to use, given the stated one.
  func extending(_ base: (String) -> String) -> Template {
    guard let stated = extendedName, case let name = base(stated), name != stated else {
      return self
    }
    let nodes = nodes.map { node in
      guard case .extends(let node) = node else { return node }
      return .extends(
        ExtendsNode(name: .literal(.string(name)), blocks: node.blocks, range: node.range))
    }
    return Template(
      source: source, directive: directive, trim: trim, nodes: nodes, changedNames: changedNames)
  }

  private static func collect(_ nodes: [TemplateNode], into names: inout [String]) {
    for node in nodes {
      if let name = node.reference?.statedText, !names.contains(name) { names.append(name) }
      for body in node.bodies { collect(body, into: &names) }
    }
  }
}

extension TemplateNode {
  /// The expression that names another template.
  fileprivate var reference: TemplateExpression? {
    switch self {
    case .include(let node), .importMacros(let node): node.name
    case .extends(let node): node.name
    default: nil
    }
  }
}

extension TemplateExpression {
  /// The text of a literal.
  fileprivate var statedText: String? {
    if case .literal(.string(let text)) = self { text } else { nil }
  }
}
