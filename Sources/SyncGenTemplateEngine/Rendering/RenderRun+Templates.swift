import SyncGenDiagnostics

extension RenderRun {
  mutating func include(_ node: IncludeNode) throws(RenderFailure) {
    let included = try load(node.name, "included from", at: node.range)
    let context = try node.context.map { expression throws(RenderFailure) in
      try evaluate(expression)
    }
    try checkDepth(at: node.range)
    // Only a dictionary or an object adds variables.
    scope.push(members: context ?? .null)
    defer { scope.pop() }
    let previous = enter(included, "included from", at: node.range)
    defer { leave(to: previous) }
    try render(included.nodes)
  }

  /// Renders a template only for its macros and variables.
  mutating func importMacros(_ node: IncludeNode) throws(RenderFailure) {
    let imported = try load(node.name, "imported from", at: node.range)
    try checkDepth(at: node.range)
    if let macros = imported.macros {
      for index in macros.indices {
        scope.set(macros[index].name, .object(Macro(macros[index], imported)))
      }
      return
    }
    let previous = enter(imported, "imported from", at: node.range)
    defer { leave(to: previous) }
    _ = try capture { run throws(RenderFailure) in try run.render(imported.nodes) }
  }

  mutating func extend(_ node: ExtendsNode) throws(RenderFailure) {
    let base = try load(node.name, "extended from", at: node.range)
    let chain = callers.reversed().prefix { $0.verb == "extended from" }
    let isCircle = chain.contains { $0.template === base }
    if base === template || isCircle {
      throw failure(
        .templateRecursion, "the template extends itself through '\(base.source.path)'",
        at: node.range)
    }
    try checkDepth(at: node.range)
    let previous = overrides
    defer { overrides = previous }
    let blocks = Dictionary(node.blocks.map { ($0.name, $0) }) { _, last in last }
    for (name, block) in blocks {
      overrides[name, default: []].append(BlockDefinition(node: block, template: template))
    }
    let caller = enter(base, "extended from", at: node.range)
    defer { leave(to: caller) }
    try render(base.nodes)
  }

  private mutating func load(
    _ expression: TemplateExpression, _ verb: String, at range: Range<Int>
  ) throws(RenderFailure) -> Template {
    let value = try evaluate(expression, asking: true)
    guard case .string(let name) = value else {
      throw failure(
        .templateValue, "the name of a template is a string, found \(value.kindName)", at: range)
    }
    switch library.template(named: name) {
    case .template(let template): return template
    case .missing:
      throw failure(
        .templateNotFound, "there is no template '\(name)'", at: range,
        suggestion: library.suggestion(for: name))
    case .outside:
      throw failure(
        .templateNotFound, "'\(name)' is outside the template folders", at: range)
    case .invalid(let bag) where bag.diagnostics.isEmpty: throw RenderFailure(diagnostics: [])
    case .invalid(let bag): throw invalid(bag, verb, at: range)
    }
  }

  /// The mistakes of another template, with the path of includes to it.
  private func invalid(
    _ bag: DiagnosticBag, _ verb: String, at range: Range<Int>
  ) -> RenderFailure {
    let here = template.source.span(of: range)
    let notes = [Diagnostic.Note("\(verb) here", at: here)] + circumstances(at: here)
    return RenderFailure(
      diagnostics: bag.diagnostics.map {
        Diagnostic($0.severity, $0.code, $0.message, at: $0.span, notes: $0.notes + notes)
      })
  }

  // MARK: Macros

  mutating func call(_ node: CallNode) throws(RenderFailure) {
    let macro = try macro(of: node)
    try check(node.arguments.count, of: macro, at: node.range)
    try render(macro, try values(of: node.arguments), at: node.range)
  }

  /// The text of a macro that is called in an expression.
  mutating func text(of node: CallNode) throws(RenderFailure) -> String {
    let macro = try macro(of: node)
    try check(node.arguments.count, of: macro, at: node.range)
    return try text(of: macro, try values(of: node.arguments), at: node.range)
  }

  /// The text of a macro that is used as a filter.
  mutating func text(
    ofMacro name: TemplateName, _ arguments: [TemplateValue], at range: Range<Int>
  ) throws(RenderFailure) -> String {
    guard let macro = macro(name) else {
      throw failure(
        .templateUnknownFilter, "unknown filter '\(name.text)'", at: range,
        suggestion: suggestion(forFilter: name.text))
    }
    try check(arguments.count, of: macro, at: range)
    return try text(of: macro, arguments, at: range)
  }

  func macro(_ name: TemplateName) -> Macro? {
    guard case .object(let object)? = scope.value(name) else { return nil }
    return object as? Macro
  }

  func suggestion(forFilter name: String) -> String? {
    OtherLanguages.filter(name, among: library.filters.names + macroNames.sorted())
  }

  private mutating func text(
    of macro: Macro, _ arguments: [TemplateValue], at range: Range<Int>
  ) throws(RenderFailure) -> String {
    // Expressions need more of the stack than tags.
    depth += 1
    defer { depth -= 1 }
    let text = try capture { run throws(RenderFailure) in
      try run.render(macro, arguments, at: range)
    }
    return text.valueOfMacro
  }

  private mutating func macro(of node: CallNode) throws(RenderFailure) -> Macro {
    if case .object(let object) = try resolve(node.target), let macro = object as? Macro {
      return macro
    }
    let name = node.target.text
    throw failure(
      .templateMacro, "there is no macro '\(name)'", at: node.target.range,
      suggestion: Suggestion.nearest(to: name, in: macroNames.sorted()))
  }

  private func check(
    _ count: Int, of macro: Macro, at range: Range<Int>
  ) throws(RenderFailure) {
    let expected = macro.node.parameters.count
    if expected == count { return }
    let arguments = expected == 1 ? "1 argument" : "\(expected) arguments"
    throw failure(
      .templateMacro, "macro '\(macro.node.name.text)' takes \(arguments), found \(count)",
      at: range)
  }

  private mutating func render(
    _ macro: Macro, _ arguments: [TemplateValue], at range: Range<Int>
  ) throws(RenderFailure) {
    try checkDepth(at: range)
    scope.push()
    defer { scope.pop() }
    for index in arguments.indices { scope.set(macro.node.parameters[index], arguments[index]) }
    let caller = enter(macro.template, "called from", at: range)
    defer { leave(to: caller) }
    try render(macro.node.nodes)
  }

  private mutating func values(
    of arguments: [TemplateExpression]
  ) throws(RenderFailure) -> [TemplateValue] {
    var values: [TemplateValue] = []
    values.reserveCapacity(arguments.count)
    for index in arguments.indices {
      values.append(try evaluate(arguments[index], asking: true))
    }
    return values
  }

  private var macroNames: [String] {
    scope.names.filter {
      if case .object(let object)? = scope.value($0) { object is Macro } else { false }
    }.map(\.text)
  }
}

/// A macro as a value, with the template that its nodes belong to.
final class Macro: TemplateObject {
  let node: MacroNode
  let template: Template

  init(_ node: MacroNode, _ template: Template) {
    self.node = node
    self.template = template
  }

  func member(_ name: TemplateName) -> TemplateValue? { nil }

  var memberNames: [String] { [] }
}

extension String {
  /// A macro's text as a value. As in a shell's `$(…)`, the line ends at its end are dropped. If it
  /// is then one line, so are the blanks around it, which are the layout of the macro.
  fileprivate var valueOfMacro: String {
    guard utf8.last == UInt8(ascii: "\n") else { return self }
    let end = utf8.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let end else { return "" }
    let text = self[...end]
    guard !text.utf8.contains(UInt8(ascii: "\n")) else { return String(text) }
    let isText: (Character) -> Bool = { $0 != " " && $0 != "\t" }
    guard let first = text.firstIndex(where: isText), let last = text.lastIndex(where: isText)
    else {
      return ""
    }
    return String(text[first...last])
  }
}
