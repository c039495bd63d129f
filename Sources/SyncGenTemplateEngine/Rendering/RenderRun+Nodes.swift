import SyncGenDiagnostics

extension RenderRun {
  /// Renders nodes in order, until one of them leaves a loop.
  mutating func render(_ nodes: [TemplateNode]) throws(RenderFailure) {
    depth += 1
    defer { depth -= 1 }
    // By index, because an iterator retains the list and each of its elements again.
    for index in nodes.indices {
      try render(nodes[index])
      if jump != nil { return }
    }
  }

  private mutating func render(_ node: TemplateNode) throws(RenderFailure) {
    switch node {
    case .text(let range): try write(textAt: range)
    case .output(let node): try print(node)
    case .branches(let node): try render(node)
    case .loop(let node): try render(node)
    case .jump(let node): try leave(node)
    case .include(let node): try include(node)
    case .importMacros(let node): try importMacros(node)
    case .extends(let node): try extend(node)
    case .block(let node): try render(node)
    case .filter(let node): try render(node)
    case .macro(let node): scope.set(node.name, .object(Macro(node, template)))
    case .call(let node): try call(node)
    case .set(let node): try set(node)
    case .map(let node): try map(node)
    case .now(let node): try printNow(node)
    }
  }

  private mutating func print(_ node: OutputNode) throws(RenderFailure) {
    let value = try evaluate(node.expression)
    switch value {
    case .undefined, .null: break
    case .string(let text): try write(text, at: node.range)
    case .array, .object:
      if let message = unprintable(value, node.expression) {
        return try report(diagnostic(.templateValue, message, at: node.place))
      }
      try write(value.text, at: node.range)
    default: try write(value.text, at: node.range)
    }
  }

  /// Why a value has no text. Objects of JSON have one, as in Stencil.
  private func unprintable(_ value: TemplateValue, _ expression: TemplateExpression) -> String? {
    let name = if case .path(let path) = expression { "'\(path.text)'" } else { "the value" }
    switch value {
    case .object(let macro as Macro):
      return "\(name) is a macro; call it with '\(macro.node.name.text)(…)'"
    case .object(let object) where object.hasFixedMembers:
      return "\(name) is an object and has no text; print one of its members"
    case .array(let values) where values.contains(where: \.isFixedObject):
      return "\(name) is a list of objects and has no text; print members of its elements"
    default: return nil
    }
  }

  private mutating func render(_ node: BranchesNode) throws(RenderFailure) {
    if try render(node.first, of: node) { return }
    for index in node.others.indices where try render(node.others[index], of: node) { return }
  }

  /// Renders the branch if its condition holds.
  private mutating func render(
    _ branch: Branch, of node: BranchesNode
  ) throws(RenderFailure) -> Bool {
    if let condition = branch.condition, try !isTrue(condition) { return false }
    try checkDepth(at: node.range)
    scope.push()
    defer { scope.pop() }
    try render(branch.nodes)
    return true
  }

  func checkDepth(at range: Range<Int>) throws(RenderFailure) {
    guard depth < options.limits.depth else {
      throw failure(
        .templateRecursion,
        "tags, includes and calls are nested more than \(options.limits.depth) deep", at: range)
    }
  }

  private mutating func set(_ node: SetNode) throws(RenderFailure) {
    let value: TemplateValue
    switch node.value {
    case .expression(let expression): value = try evaluate(expression, asking: true)
    case .nodes(let nodes):
      try checkDepth(at: node.range)
      value = .string(try capture { run throws(RenderFailure) in try run.render(nodes) })
    }
    guard node.isOuter else { return scope.set(node.name, value) }
    guard scope.change(node.name, to: value) else {
      throw failure(
        .templateUndefinedVariable,
        "undefined variable 'outer.\(node.name.text)': nothing outside the surrounding tag sets it",
        at: node.range,
        suggestion: Suggestion.nearest(to: node.name.text, in: scope.names.map(\.text).sorted())
          .map { "outer.\($0)" })
    }
  }

  private mutating func render(_ node: FilterNode) throws(RenderFailure) {
    try checkDepth(at: node.range)
    let text = try capture { run throws(RenderFailure) in try run.render(node.nodes) }
    let value = try apply(node.filters, to: .string(text))
    try write(value.text, at: node.range)
  }

  private mutating func printNow(_ node: NowNode) throws(RenderFailure) {
    var pattern = "yyyy-MM-dd 'at' HH:mm"
    if let format = node.format {
      guard case .string(let text) = try evaluate(format) else { return }
      pattern = text
    }
    let text: String
    do throws(LocalTime.UnknownLetter) {
      text = try LocalTime(secondsSince1970: options.now).formatted(pattern)
    } catch {
      throw failure(
        .templateValue,
        "'\(error.letter)' has no meaning in the date pattern '\(pattern)'; the letters are "
          + "\(LocalTime.letters), and text is between single quotes", at: node.range)
    }
    try write(text, at: node.range)
  }
}

extension OutputNode {
  /// The range of the expression, if it is known.
  fileprivate var place: Range<Int> { expression.range.isEmpty ? range : expression.range }
}
