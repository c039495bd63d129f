import SyncGenDiagnostics

extension FilterTable {
  mutating func registerCollectionFilters() {
    registerEnds()
    register("length") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      switch value {
      case .array(let values): return .int(values.count)
      case .dictionary(let entries): return .int(entries.count)
      case .string(let text): return .int(text.count)
      default: throw FilterError("needs a list, a string or a dictionary, found \(value.kindName)")
      }
    }
    registerForList("map") { values, arguments throws(FilterError) in
      try values.members(at: try arguments.requireText(at: 0, "the name of a member"))
    }
    registerForList("sort") { values, arguments throws(FilterError) in
      try ElementOrder.sorted(values, by: try values.keys(arguments))
    }
    registerForList("unique") { values, arguments throws(FilterError) in
      var seen: Set<ElementKey> = []
      return zip(values, try values.keys(arguments))
        .filter { seen.insert(ElementKey($0.1)).inserted }.map(\.0)
    }
  }

  private mutating func registerEnds() {
    for isFirst in [true, false] {
      register(isFirst ? "first" : "last") { value, arguments throws(FilterError) in
        try arguments.requireCount(atMost: 0)
        switch value {
        case .array(let values): return (isFirst ? values.first : values.last) ?? .null
        case .string(let text):
          return TemplateValue((isFirst ? text.first : text.last).map(String.init))
        case .undefined, .null: return value
        default: throw FilterError("needs a list or a string, found \(value.kindName)")
        }
      }
    }
  }

  /// Registers a filter that makes a list of another one. No list remains no list.
  private mutating func registerForList(
    _ name: String,
    _ convert:
      @escaping @Sendable ([TemplateValue], [TemplateValue]) throws(FilterError) ->
      [TemplateValue]
  ) {
    register(name) { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 1)
      switch value {
      case .array(let values): return .array(try convert(values, arguments))
      case .undefined, .null: return value
      default: throw FilterError("needs a list, found \(value.kindName)")
      }
    }
  }
}

extension [TemplateValue] {
  /// The members of the elements by which a filter compares them, or the elements themselves.
  fileprivate func keys(_ arguments: [TemplateValue]) throws(FilterError) -> [TemplateValue] {
    arguments.isEmpty ? self : try members(at: arguments.requireText(at: 0, "the name of a member"))
  }

  /// The member of each element at a path such as `name` or `type.name`; null where a dictionary
  /// lacks it.
  fileprivate func members(at path: String) throws(FilterError) -> [TemplateValue] {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map {
      (name: TemplateName.computed(String($0)), index: Int($0))
    }
    var members: [TemplateValue] = []
    members.reserveCapacity(count)
    for element in self {
      var value = element
      for (name, index) in names where !value.isNothing {
        value = try value.requireMember(name, index)
      }
      members.append(value)
    }
    return members
  }
}

extension TemplateValue {
  fileprivate func requireMember(
    _ name: TemplateName, _ index: Int?
  ) throws(FilterError) -> TemplateValue {
    let member = self.member(name, index: index)
    guard member.isUndefined else { return member }
    if case .dictionary = self { return .null }
    let hint = Suggestion.nearest(to: name.text, in: memberNames.sorted())
      .map { "; did you mean '\($0)'?" }
    throw FilterError("finds no '\(name.text)' in \(kindName) of the list" + (hint ?? ""))
  }
}

/// A value that can be compared with many others at once.
private enum ElementKey: Hashable {
  case nothing
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case object(ObjectIdentifier)
  /// A list or a dictionary as printed.
  case printed(String)

  init(_ value: TemplateValue) {
    switch value {
    case .undefined, .null: self = .nothing
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = Int(exactly: value).map(ElementKey.int) ?? .double(value)
    case .string(let value): self = .string(value)
    case .object(let object): self = .object(ObjectIdentifier(object))
    case .array, .dictionary: self = .printed(value.text)
    }
  }
}

/// The order of `sort`: numbers by size, strings by their characters, `false` before `true`, and
/// what has no value at the end. Equal elements keep their order.
private enum ElementOrder {
  static func sorted(
    _ values: [TemplateValue], by keys: [TemplateValue]
  ) throws(FilterError) -> [TemplateValue] {
    try requireOneKind(keys)
    let order = keys.indices.sorted { left, right in
      if precedes(keys[left], keys[right]) { return true }
      return !precedes(keys[right], keys[left]) && left < right
    }
    return order.map { values[$0] }
  }

  private static func precedes(_ left: TemplateValue, _ right: TemplateValue) -> Bool {
    switch (left, right) {
    case (.string(let first), .string(let second)): first < second
    case (.bool(let first), .bool(let second)): !first && second
    case (_, _) where right.isNothing: !left.isNothing
    default: left.numericOrder(to: right) == .less
    }
  }

  private static func requireOneKind(_ keys: [TemplateValue]) throws(FilterError) {
    let known = keys.filter { !$0.isNothing }
    guard let first = known.first else { return }
    guard let kind = kind(first) else {
      throw FilterError(
        "cannot order \(first.kindName); state a member with numbers or strings, as in sort:\"name\""
      )
    }
    if let other = known.first(where: { self.kind($0) != kind }) {
      throw FilterError("cannot order \(first.kindName) and \(other.kindName)")
    }
  }

  private static func kind(_ value: TemplateValue) -> Int? {
    switch value {
    case .int, .double: 0
    case .string: 1
    case .bool: 2
    default: nil
    }
  }
}
