import SyncGenDiagnostics

extension RenderRun {
  mutating func resolve(_ path: TemplatePath) throws(RenderFailure) -> TemplateValue {
    guard var value = scope.value(path.root) ?? renderedBlock(path.root) else {
      return .undefined
    }
    var index = path.components.startIndex
    while index < path.components.endIndex {
      let container = value
      if let found = memberOfGroup(at: index, in: path, of: container) {
        value = found
        index += 2
        continue
      }
      value = try member(path.components[index], of: container)
      index += 1
      if !value.isUndefined { continue }
      guard case .object(let object) = container, object.hasFixedMembers else { return value }
      try reportUndefined(path)
      return .null
    }
    return value
  }

  /// The value of two names at once, if the first one is that of a group of members.
  private func memberOfGroup(
    at index: Int, in path: TemplatePath, of value: TemplateValue
  ) -> TemplateValue? {
    guard index + 1 < path.components.endIndex, case .object(let object) = value,
      case .name(let group) = path.components[index],
      case .name(let member) = path.components[index + 1]
    else { return nil }
    return object.member(member.name, in: group.name)
  }

  private mutating func member(
    _ component: TemplatePath.Component, of value: TemplateValue
  ) throws(RenderFailure) -> TemplateValue {
    switch component {
    case .name(let member):
      let found = value.member(member.name, index: member.index)
      guard found.isUndefined, case .object(let object as OverriddenBlock) = value else {
        return found
      }
      return try self.member(member.name, of: object, at: member.range)
    case .key(let member):
      let key = try evaluate(member.key, asking: true)
      if key.isNothing {
        throw failure(
          .templateValue, "the value between the brackets is undefined", at: member.range)
      }
      let name = TemplateName.computed(key.text)
      if case .int(let index) = key { return value.member(name, index: index) }
      return value.member(name, index: Int(name.text))
    }
  }

  /// The value that a loop iterates over. All members of an object are known, so a missing one is a
  /// mistake there.
  mutating func evaluateSource(
    _ expression: TemplateExpression
  ) throws(RenderFailure) -> TemplateValue {
    let value = try evaluate(expression, asking: true)
    if isStrict, value.isUndefined, case .path(let path) = expression {
      let gap = try firstGap(in: path)
      if case .object = gap.container { try report(undefined(gap, path)) }
    }
    return value
  }

  // MARK: Undefined variables

  /// The first part of a path that does not exist, and the value in which it was searched for.
  private struct Gap {
    let name: String
    let range: Range<Int>
    /// Nil for the path's first name.
    let container: TemplateValue?
  }

  mutating func reportUndefined(_ path: TemplatePath) throws(RenderFailure) {
    try report(undefined(try firstGap(in: path), path))
  }

  private func undefined(_ gap: Gap, _ path: TemplatePath) -> Diagnostic {
    if case .null? = gap.container {
      let message =
        "undefined variable '\(path.text)': '\(start(of: path, until: gap))' has no value here"
      return diagnostic(.templateUndefinedVariable, message, at: gap.range)
    }
    let message =
      gap.container == nil || path.components.isEmpty
      ? "undefined variable '\(path.text)'"
      : "undefined variable '\(path.text)': there is no '\(gap.name)'"
    let known = gap.container.map(\.memberNames) ?? scope.names.map(\.text)
    return diagnostic(
      .templateUndefinedVariable, message, at: gap.range,
      suggestion: Suggestion.nearest(to: gap.name, in: known.sorted()))
  }

  /// The part of a path before a gap, as written.
  private func start(of path: TemplatePath, until gap: Gap) -> String {
    let text = path.text.utf8.prefix(max(0, gap.range.lowerBound - path.range.lowerBound))
    let start = String(decoding: text, as: UTF8.self)
    return start.hasSuffix(".") || start.hasSuffix("[") ? String(start.dropLast()) : start
  }

  private mutating func firstGap(in path: TemplatePath) throws(RenderFailure) -> Gap {
    guard var value = scope.value(path.root) ?? renderedBlock(path.root), !value.isUndefined else {
      return Gap(name: path.root.text, range: path.rootRange, container: nil)
    }
    for component in path.components {
      let next = try member(component, of: value)
      if next.isUndefined {
        let name: String
        switch component {
        case .name(let member): name = member.name.text
        case .key(let member): name = try evaluate(member.key, asking: true).text
        }
        return Gap(name: name, range: component.range, container: value)
      }
      value = next
    }
    return Gap(name: path.root.text, range: path.rootRange, container: nil)
  }
}
