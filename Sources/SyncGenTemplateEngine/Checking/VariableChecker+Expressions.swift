import SyncGenDiagnostics

extension VariableChecker {
  /// The word that templates write for no value, as in `name != nil`; no variable has this name.
  private static let nothing = "nil"

  mutating func check(_ calls: [FilterCall], _ scope: TypeScope) {
    for argument in calls.flatMap(\.arguments) { _ = type(of: argument, scope) }
  }

  /// The type of an expression's value, after all names in it were looked up.
  mutating func type(of expression: TemplateExpression, _ scope: TypeScope) -> TemplateType {
    switch expression {
    case .literal: return .plain
    case .path(let path): return type(of: path, scope)
    case .filtered(let base, let calls):
      _ = type(of: base, scope)
      check(calls, scope)
      return .unknown
    case .range(let first, let last, _):
      return .list(plain([first, last], scope))
    case .not(let operand): return plain([operand], scope)
    case .all(let terms), .any(let terms): return plain(terms, scope)
    case .comparison(_, let left, let right), .contained(let left, in: let right):
      return plain([left, right], scope)
    case .conditional(let value, if: let condition, else: let other):
      _ = plain([condition], scope)
      let types = [value, other].compactMap(\.self).map { type(of: $0, scope) }
      return types.allSatisfy { $0 == types[0] } ? types[0] : .unknown
    }
  }

  private mutating func plain(_ parts: [TemplateExpression], _ scope: TypeScope) -> TemplateType {
    for part in parts { _ = type(of: part, scope) }
    return .plain
  }

  private mutating func type(of path: TemplatePath, _ scope: TypeScope) -> TemplateType {
    guard case .value(let variable)? = scope[path.root] else {
      let isKnown = scope[path.root] != nil || scope.isOpen || path.text == Self.nothing
      if !isKnown { missing(nil, path, upTo: path.rootRange) }
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
        if case .list(let element) = type { type = element } else { type = .unknown }
      }
    }
    return type
  }

  private mutating func type(
    of member: TemplatePath.NamedMember, of type: TemplateType, _ path: TemplatePath
  ) -> TemplateType {
    switch (type, member.name.text) {
    case (.unknown, _): return .unknown
    case (.list, "count"), (.plain, "count"), (.plain, "first"), (.plain, "last"): return .plain
    case (.list(let element), "first"), (.list(let element), "last"): return element
    case (.list(let element), _) where member.index != nil: return element
    case (.plain, _) where member.index != nil: return .plain
    case (.list, _), (.plain, _): missing(nil, path, upTo: member.range)
    case (.object(let kind), let name):
      guard let known = vocabulary.kinds[kind]?[name] else {
        missing(kind, path, upTo: member.range)
        break
      }
      if let advice = known.deprecation {
        report(.deprecated(advice), text(path, upTo: member.range), at: member.range)
      }
      return known.type
    }
    return .unknown
  }

  private mutating func missing(_ kind: String?, _ path: TemplatePath, upTo range: Range<Int>) {
    report(.unknown(of: kind), text(path, upTo: range), at: range)
  }

  /// The path up to one of its parts, as written.
  private func text(_ path: TemplatePath, upTo range: Range<Int>) -> String {
    let bytes = template.source.bytes[path.range.lowerBound..<range.upperBound]
    return String(decoding: bytes, as: UTF8.self)
  }
}
