import SyncGenDiagnostics

extension VariableChecker {
  /// The word that templates write for no value, as in `name != nil`; no variable has this name.
  private static let nothing = "nil"

  mutating func check(_ calls: [FilterCall], _ scope: TypeScope) {
    for argument in calls.flatMap(\.arguments) { _ = type(of: argument, scope) }
  }

  /// Checks an expression that may use undefined variables, such as a condition.
  mutating func test(_ expression: TemplateExpression, _ scope: TypeScope) {
    _ = type(of: expression, scope.testing([expression]))
  }

  /// The type of an expression's value, after all names in it were looked up.
  mutating func type(of expression: TemplateExpression, _ scope: TypeScope) -> TemplateType {
    switch expression {
    case .literal: return .plain
    case .path(let path): return type(of: path, scope)
    case .filtered(let base, let calls):
      let isTest = calls.contains { $0.filter.acceptsUndefined }
      let scope = isTest ? scope.testing([expression]) : scope
      let type = type(of: base, scope)
      return self.type(of: calls, for: type, scope)
    case .call(let node):
      call(node, scope)
      return .plain
    case .sum(let terms, _):
      let types = terms.map { type(of: $0, scope) }
      return types.allSatisfy { $0 == types[0] } ? types[0] : .unknown
    case .range(let first, let last, _):
      return .list(plain([first, last], scope))
    case .not(let operand): return plain([operand], scope)
    case .all(let terms), .any(let terms): return plain(terms, scope)
    case .comparison(_, let left, let right):
      let types = [type(of: left, scope), type(of: right, scope)]
      if types.contains(.plain) { reportObjects(in: [left, right], types) }
      return .plain
    case .contained(let left, in: let right):
      let types = [type(of: left, scope), type(of: right, scope)]
      if types[0] == .plain { reportObjects(in: [right], [types[1]]) }
      return .plain
    case .conditional(let value, if: let condition, else: let other):
      let scope = scope.testing([condition])
      _ = plain([condition], scope)
      let types = [value, other].compactMap(\.self).map { type(of: $0, scope) }
      return types.allSatisfy { $0 == types[0] } ? types[0] : .unknown
    }
  }

  /// The type of the result of filters, after the members that they name were looked up.
  private mutating func type(
    of calls: [FilterCall], for type: TemplateType, _ scope: TypeScope
  ) -> TemplateType {
    var type = type
    for call in calls {
      let arguments = call.arguments.map { self.type(of: $0, scope) }
      type = self.type(of: call, for: type, arguments, scope)
    }
    return type
  }

  private mutating func type(
    of call: FilterCall, for type: TemplateType, _ arguments: [TemplateType], _ scope: TypeScope
  ) -> TemplateType {
    if case .macro(let name) = call.filter.body {
      self.call(macro: name, [type] + arguments, scope, call)
      return .plain
    }
    reportObjects(in: type, call)
    guard case .list(let element) = type else { return .unknown }
    var member = element
    if case .literal(.string(let path))? = call.arguments.first {
      guard ["map", "sort", "unique"].contains(call.name) else { return .unknown }
      if call.name == "map", library.filters[path] != nil, !hasMember(element, path) {
        report(.filterAsMember(name: path), path, at: call.range)
        return .list(.unknown)
      }
      for part in path.split(separator: ".") {
        member = self.type(of: String(part), index: Int(part), at: call.range, of: member, path)
      }
    }
    return switch call.name {
    case "first", "last": element
    case "sort", "unique": type
    case "map" where !call.arguments.isEmpty: .list(member)
    case "length": .plain
    default: .unknown
    }
  }

  /// Reports objects that a template compares with values that they never equal.
  private mutating func reportObjects(
    in operands: [TemplateExpression], _ types: [TemplateType]
  ) {
    for (operand, type) in zip(operands, types) {
      guard case .path(let path) = operand else { continue }
      switch type {
      case .object: report(.incomparable(isList: false), path.text, at: path.range)
      case .list(.object): report(.incomparable(isList: true), path.text, at: path.range)
      case .unknown, .plain, .list: break
      }
    }
  }

  /// Whether a value may have a member.
  private func hasMember(_ type: TemplateType, _ name: String) -> Bool {
    switch type {
    case .unknown: true
    case .plain, .list: Self.listMembers.contains(name)
    case .object(let kind): vocabulary.kinds[kind]?[name] != nil
    }
  }

  /// The filters of lists that accept objects as elements.
  private static let listFilters: Set = ["first", "last", "length", "map", "sort", "unique"]

  /// Reports a filter of texts whose value is an object or a list of objects.
  private mutating func reportObjects(in type: TemplateType, _ call: FilterCall) {
    if case .named = call.filter.body { return }
    if call.filter.acceptsUndefined { return }
    switch type {
    case .object: report(.unfilterable(filter: call.name, isList: false), call.name, at: call.range)
    case .list(.object) where !Self.listFilters.contains(call.name):
      report(.unfilterable(filter: call.name, isList: true), call.name, at: call.range)
    default: break
    }
  }

  private mutating func plain(_ parts: [TemplateExpression], _ scope: TypeScope) -> TemplateType {
    for part in parts { _ = type(of: part, scope) }
    return .plain
  }

  private mutating func type(of path: TemplatePath, _ scope: TypeScope) -> TemplateType {
    guard case .value(let variable)? = scope[path.root] else {
      let isKnown =
        scope[path.root] != nil || scope.isOpen || path.text == Self.nothing || permitsUndefined
      if !isKnown { reportUnknown(path, in: scope) }
      return .unknown
    }
    var type = variable.type
    if let advice = variable.deprecation {
      report(.deprecated(advice), text(path, upTo: path.rootRange), at: path.rootRange)
    }
    for component in path.components {
      switch component {
      case .name(let member): type = self.type(of: member, of: type, path)
      case .key(let member):
        _ = self.type(of: member.key, scope)
        type = self.type(of: member, of: type, path)
      }
    }
    return type
  }

  private mutating func type(
    of member: TemplatePath.NamedMember, of type: TemplateType, _ path: TemplatePath
  ) -> TemplateType {
    self.type(
      of: member.name.text, index: member.index, at: member.range,
      of: type, text(path, upTo: member.range))
  }

  /// The type of a member whose name is in brackets; a computed name may be that of any member.
  private mutating func type(
    of member: TemplatePath.ComputedMember, of type: TemplateType, _ path: TemplatePath
  ) -> TemplateType {
    guard case .literal(let key) = member.key else {
      if case .list(let element) = type { return element }
      return .unknown
    }
    let end = member.range.upperBound + 1
    let place = member.range.lowerBound..<min(end, path.range.upperBound)
    return self.type(
      of: key.text, index: Int(key.text), at: member.range, of: type, text(path, upTo: place))
  }

  /// - Parameters:
  ///   - index: `name` as a number, if it is one.
  ///   - path: The path up to the member, as written.
  private mutating func type(
    of name: String, index: Int?, at range: Range<Int>, of type: TemplateType, _ path: String
  ) -> TemplateType {
    switch (type, name) {
    case (.unknown, _): return .unknown
    case (.list, "count"), (.plain, "count"), (.plain, "first"), (.plain, "last"): return .plain
    case (.list(let element), "first"), (.list(let element), "last"): return element
    case (.list(let element), _) where index != nil: return element
    case (.plain, _) where index != nil: return .plain
    case (.list, _): reportUnknown(name, ofListAt: path, at: range)
    case (.plain, _): reportUnknown(name, of: "value", Self.listMembers, path, at: range)
    case (.object(let kind), let name):
      let members = vocabulary.kinds[kind] ?? [:]
      guard let known = members[name] else {
        let names = members.filter { $0.value.deprecation == nil }.map(\.key)
        reportUnknown(name, of: kind, names, path, at: range)
        break
      }
      if let advice = known.deprecation { report(.deprecated(advice), path, at: range) }
      return known.type
    }
    return .unknown
  }

  // MARK: Unknown names

  private static let listMembers = ["count", "first", "last"]

  /// Suggests the member that has the elements of a list by name, if there is one.
  private mutating func reportUnknown(
    _ name: String, ofListAt path: String, at range: Range<Int>
  ) {
    let list = path.split { !$0.isLetter && !$0.isNumber }.dropLast().last ?? ""
    let byName = "\(list)ByName"
    let suggestion =
      vocabulary.kinds.values.contains { $0[byName] != nil }
      ? byName : Suggestion.nearest(to: name, in: Self.listMembers)
    report(.unknownMember(name: name, of: "list", suggestion: suggestion), path, at: range)
  }

  private mutating func reportUnknown(
    _ name: String, of kind: String, _ known: [String], _ path: String, at range: Range<Int>
  ) {
    let suggestion = Suggestion.nearest(to: name, in: known.sorted())
    report(.unknownMember(name: name, of: kind, suggestion: suggestion), path, at: range)
  }

  private mutating func reportUnknown(_ path: TemplatePath, in scope: TypeScope) {
    reportUnknown(path.root, text(path, upTo: path.rootRange), in: scope, at: path.rootRange)
  }

  mutating func reportUnknown(
    _ name: TemplateName, _ text: String, in scope: TypeScope, at range: Range<Int>
  ) {
    let suggestion = Suggestion.nearest(to: name.text, in: scope.names.sorted())
    report(.unknownVariable(suggestion: suggestion), text, at: range)
  }

  mutating func reportUnknownFilter(_ call: FilterCall, in scope: TypeScope) {
    let known = library.filters.names + scope.macroNames.sorted()
    let suggestion = OtherLanguages.filter(call.name, among: known)
    report(.unknownFilter(suggestion: suggestion), call.name, at: call.range)
  }

  /// The path up to one of its parts, as written.
  private func text(_ path: TemplatePath, upTo range: Range<Int>) -> String {
    let bytes = template.source.bytes[path.range.lowerBound..<range.upperBound]
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension TemplateExpression {
  /// The variables that the expression uses.
  var variables: [TemplateName] {
    switch self {
    case .literal: []
    case .path(let path): [path.root] + path.components.flatMap(\.variables)
    case .filtered(let base, let calls):
      base.variables + calls.flatMap(\.arguments).flatMap(\.variables)
    case .call(let node): [node.target.root] + node.arguments.flatMap(\.variables)
    case .sum(let terms, _): terms.flatMap(\.variables)
    case .range(let first, let last, _): first.variables + last.variables
    case .not(let operand): operand.variables
    case .all(let terms), .any(let terms): terms.flatMap(\.variables)
    case .comparison(_, let left, let right), .contained(let left, in: let right):
      left.variables + right.variables
    case .conditional(let value, if: let condition, else: let other):
      value.variables + condition.variables + (other?.variables ?? [])
    }
  }
}

extension TemplatePath.Component {
  fileprivate var variables: [TemplateName] {
    if case .key(let member) = self { member.key.variables } else { [] }
  }
}
