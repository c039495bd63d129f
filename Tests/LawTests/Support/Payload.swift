/// JSON that keeps the order of its keys and the spelling of its scalars.
indirect enum Payload: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    var key: String
    var value: Payload
  }

  /// A number, a quoted string, `true`, `false` or `null`, as spelled.
  case scalar(String)
  case list([Payload])
  case object([Member])

  static let null = Payload.scalar("null")
  static let nothing = Payload.object([])

  /// A text that needs no escaping.
  static func text(_ text: String) -> Payload { .scalar("\"\(text)\"") }

  var isNull: Bool { self == .null }

  var elements: [Payload] {
    if case .list(let elements) = self { elements } else { [] }
  }

  /// The value at a dotted path of objects.
  subscript(path: String) -> Payload? {
    get {
      guard case .object(let members) = self else { return nil }
      let (first, rest) = Self.split(path)
      guard let value = members.last(where: { $0.key == first })?.value else { return nil }
      return rest.isEmpty ? value : value[rest]
    }
    set {
      guard case .object(var members) = self else { return }
      let (first, rest) = Self.split(path)
      let index = members.lastIndex { $0.key == first }
      var value = index.map { members[$0].value }
      if rest.isEmpty {
        value = newValue
      } else {
        if value == nil, newValue != nil { value = .nothing }
        value?[rest] = newValue
      }
      switch (index, value) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: first, value: value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  private static func split(_ path: String) -> (first: String, rest: String) {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : "")
  }
}

extension Payload: CustomStringConvertible {
  /// The JSON text.
  var description: String {
    switch self {
    case .scalar(let text): text
    case .list(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
    }
  }
}

extension Payload {
  /// The payloads without one element or key of this one, at any depth; large parts go first.
  func withoutOnePart(_ isRemovable: (String) -> Bool) -> [Payload] {
    switch self {
    case .scalar: []
    case .list(let elements): Self.withoutOneElement(elements, isRemovable)
    case .object(let members): Self.withoutOneMember(members, isRemovable)
    }
  }

  private static func withoutOneElement(
    _ elements: [Payload], _ isRemovable: (String) -> Bool
  ) -> [Payload] {
    var smaller: [Payload] = []
    // Removing an element changes the meaning of a list, so it is allowed only where any key may
    // go.
    for index in elements.indices where isRemovable("") {
      var rest = elements
      rest.remove(at: index)
      smaller.append(.list(rest))
    }
    for (index, element) in elements.enumerated() {
      for part in element.withoutOnePart(isRemovable) {
        var changed = elements
        changed[index] = part
        smaller.append(.list(changed))
      }
    }
    return smaller
  }

  private static func withoutOneMember(
    _ members: [Member], _ isRemovable: (String) -> Bool
  ) -> [Payload] {
    var smaller: [Payload] = []
    for (index, member) in members.enumerated() {
      if isRemovable(member.key) {
        var rest = members
        rest.remove(at: index)
        smaller.append(.object(rest))
      }
      for part in member.value.withoutOnePart(isRemovable) {
        var changed = members
        changed[index].value = part
        smaller.append(.object(changed))
      }
    }
    return smaller
  }
}
