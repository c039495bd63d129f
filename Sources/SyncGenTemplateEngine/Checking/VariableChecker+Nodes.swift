extension VariableChecker {
  mutating func check(_ nodes: [TemplateNode], _ scope: inout TypeScope) {
    descend { checker in
      for node in nodes { checker.check(node, &scope) }
    }
  }

  /// Checks nodes in a scope that ends with them.
  private mutating func check(_ nodes: [TemplateNode], within scope: TypeScope) {
    var inner = scope
    check(nodes, &inner)
  }

  private mutating func check(_ node: TemplateNode, _ scope: inout TypeScope) {
    switch node {
    case .text, .jump: break
    case .output(let node): output(node, scope)
    case .branches(let node): check(node, scope)
    case .loop(let node): check(node, scope)
    case .include(let node): include(node, scope)
    case .importMacros(let node): importMacros(node, &scope)
    case .extends(let node): extend(node, scope)
    case .block(let node): check(node, &scope)
    case .filter(let node):
      check(node.filters, scope)
      check(node.nodes, &scope)
    case .macro(let node):
      scope[node.name] = .macro(node, template)
      macros.append((node, template, scope))
    case .call(let node): call(node, scope)
    case .set(let node): set(node, &scope)
    case .map(let node): map(node, &scope)
    case .now(let node): if let format = node.format { _ = type(of: format, scope) }
    }
  }

  private mutating func output(_ node: OutputNode, _ scope: TypeScope) {
    let type = type(of: node.expression, scope)
    guard case .path(let path) = node.expression else { return }
    switch type {
    case .object: report(.unprintable(isList: false), path.text, at: path.range)
    case .list(.object): report(.unprintable(isList: true), path.text, at: path.range)
    case .unknown, .plain, .list: break
    }
  }

  /// A branch may use the variables that one of the conditions tests.
  private mutating func check(_ node: BranchesNode, _ scope: TypeScope) {
    let scope = scope.testing(node.branches.compactMap(\.condition))
    for branch in node.branches {
      if let condition = branch.condition { _ = type(of: condition, scope) }
      check(branch.nodes, within: scope)
    }
  }

  // MARK: Loops and variables

  private mutating func check(_ node: LoopNode, _ scope: TypeScope) {
    let scope = scope.testing([node.header.source])
    let source = type(of: node.header.source, scope)
    var inner = scope
    inner[.forloop] = .value(.unknown)
    let variables = node.header.variables.compactMap(\.self)
    for name in variables { inner[name] = .value(.unknown) }
    if case .list(let element) = source, node.header.variables.count == 1,
      let name = variables.first
    {
      inner[name] = .value(element)
    }
    if let condition = node.header.condition { test(condition, inner) }
    check(node.nodes, within: inner)
    check(node.emptyNodes, within: scope)
  }

  private mutating func set(_ node: SetNode, _ scope: inout TypeScope) {
    let type: TemplateType
    switch node.value {
    case .expression(let expression): type = self.type(of: expression, scope)
    case .nodes(let nodes):
      check(nodes, &scope)
      type = .plain
    }
    if node.isOuter, scope[node.name] == nil, !scope.isOpen {
      reportUnknown(node.name, "outer.\(node.name.text)", in: scope, at: node.range)
    }
    // A nested tag may have changed it to a value of any type.
    let isChanged = template.changedNames.contains(node.name)
    scope[node.name] = .value(isChanged ? .unknown : type)
  }

  private mutating func map(_ node: MapNode, _ scope: inout TypeScope) {
    let source = type(of: node.source, scope)
    var inner = scope
    inner[.maploop] = .value(.unknown)
    if let name = node.variable {
      if case .list(let element) = source {
        inner[name] = .value(element)
      } else {
        inner[name] = .value(.unknown)
      }
    }
    check(node.nodes, within: inner)
    scope[node.result] = .value(.list(.plain))
  }

  // MARK: Other templates

  /// The named template, if its name is stated and it has no mistakes.
  private func used(_ name: TemplateExpression) -> Template? {
    guard case .literal(.string(let text)) = name else { return nil }
    return library.knownTemplate(named: text)
  }

  private mutating func include(_ node: IncludeNode, _ scope: TypeScope) {
    var inner = scope
    _ = type(of: node.name, scope)
    if let context = node.context {
      _ = type(of: context, scope)
      inner.isOpen = true
    }
    guard let included = used(node.name) else { return }
    enter(included) { $0.check(included.nodes, within: inner) }
  }

  private mutating func importMacros(_ node: IncludeNode, _ scope: inout TypeScope) {
    guard let imported = used(node.name) else {
      scope.isOpen = true
      return
    }
    var inner = scope
    enter(imported) { $0.check(imported.nodes, &inner) }
    scope = inner
  }

  private mutating func extend(_ node: ExtendsNode, _ scope: TypeScope) {
    guard let base = used(node.name), base !== template else { return }
    let previous = overrides
    for block in node.blocks {
      overrides[block.name, default: []].append(BlockDefinition(node: block, template: template))
    }
    enter(base) { $0.check(base.nodes, within: scope) }
    overrides = previous
  }

  private mutating func check(_ node: BlockNode, _ scope: inout TypeScope) {
    for definition in overrides[node.name] ?? [] {
      var inner = scope
      inner[.stated("block")] = .value(.unknown)
      enter(definition.template) { $0.check(definition.node.nodes, within: inner) }
    }
    check(node.nodes, &scope)
  }

  mutating func call(_ node: CallNode, _ scope: TypeScope) {
    let types = node.arguments.map { type(of: $0, scope) }
    guard case .macro(let macro, let home)? = scope[node.target.root] else { return }
    check(macro, of: home, with: types, scope)
  }

  /// Checks a macro that is used as a filter.
  mutating func call(
    macro name: TemplateName, _ types: [TemplateType], _ scope: TypeScope, _ call: FilterCall
  ) {
    if case .macro(let macro, let home)? = scope[name] {
      check(macro, of: home, with: types, scope)
    } else if scope[name] == nil, !scope.isOpen {
      reportUnknownFilter(call, in: scope)
    }
  }

  private mutating func check(
    _ macro: MacroNode, of home: Template, with types: [TemplateType], _ scope: TypeScope
  ) {
    let use = MacroUse(macro: ObjectIdentifier(macro), types: types)
    guard macroUses.insert(use).inserted else { return }
    var inner = scope
    for (name, type) in zip(macro.parameters, types) { inner[name] = .value(type) }
    enter(home) { $0.check(macro.nodes, within: inner) }
  }

  /// Checks the macros that nothing calls. Their parameters may have any type, and they can use the
  /// variables of any caller.
  mutating func checkUnusedMacros() {
    let called = Set(macroUses.map(\.macro))
    for (macro, home, scope) in macros where !called.contains(ObjectIdentifier(macro)) {
      var inner = scope
      inner.isOpen = true
      for name in macro.parameters { inner[name] = .value(.unknown) }
      enter(home) { $0.check(macro.nodes, within: inner) }
    }
  }
}
