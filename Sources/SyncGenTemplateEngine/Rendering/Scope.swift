/// The variables that are visible at one moment of a rendering, innermost last.
struct Scope {
  private enum Slot {
    case variable(TemplateName, TemplateValue)
    /// A dictionary or object whose members are variables.
    case members(TemplateValue)
  }

  private var slots: [Slot] = []
  /// The number of each slot's name, so that a search looks at little memory.
  private var numbers: [Int] = []
  private var frames: [Int] = []

  /// In `numbers`, a slot of members.
  private static let members = -2

  init(_ context: TemplateValue) {
    add(members: context)
  }

  mutating func push() {
    frames.append(slots.count)
  }

  mutating func push(members: TemplateValue) {
    push()
    add(members: members)
  }

  mutating func pop() {
    guard let start = frames.popLast() else { return }
    slots.removeSubrange(start...)
    numbers.removeSubrange(start...)
  }

  /// Sets a variable of the innermost frame.
  mutating func set(_ name: TemplateName, _ value: TemplateValue) {
    var index = slots.count
    let start = frames.last ?? 0
    while index > start {
      index -= 1
      guard numbers[index] == name.number else { continue }
      slots[index] = .variable(name, value)
      return
    }
    slots.append(.variable(name, value))
    numbers.append(name.number)
  }

  /// The entries of a dictionary become variables, which are found faster.
  private mutating func add(members: TemplateValue) {
    guard case .dictionary(let entries) = members else {
      slots.append(.members(members))
      numbers.append(Self.members)
      return
    }
    for (key, value) in entries.entries { set(.stated(key), value) }
  }

  /// The innermost value of that name, or nil if nobody knows it.
  func value(_ name: TemplateName) -> TemplateValue? {
    let number = name.number
    var index = numbers.count
    while index > 0 {
      index -= 1
      guard numbers[index] == number || numbers[index] == Self.members else { continue }
      switch slots[index] {
      case .variable(_, let value): return value
      case .members(.object(let object)):
        if let value = object.member(name) { return value }
      case .members: break
      }
    }
    return nil
  }

  /// All names that `value` answers, for suggestions.
  var names: [TemplateName] {
    slots.flatMap { slot in
      switch slot {
      case .variable(let name, _): [name]
      case .members(let value): value.memberNames.map(TemplateName.stated)
      }
    }
  }
}
