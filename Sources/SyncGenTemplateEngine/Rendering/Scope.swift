/// The variables that are visible at one moment of a rendering, innermost last.
struct Scope {
  private enum Slot {
    case variable(String, TemplateValue)
    /// A dictionary or object whose members are variables.
    case members(TemplateValue)
  }

  private var slots: [Slot]
  private var frames: [Int] = []

  init(_ context: TemplateValue) {
    slots = [.members(context)]
  }

  mutating func push() {
    frames.append(slots.count)
  }

  mutating func push(members: TemplateValue) {
    push()
    slots.append(.members(members))
  }

  mutating func pop() {
    guard let start = frames.popLast() else { return }
    slots.removeSubrange(start...)
  }

  /// Sets a variable of the innermost frame.
  mutating func set(_ name: String, _ value: TemplateValue) {
    let start = frames.last ?? 0
    for index in slots.indices[start...].reversed() {
      if case .variable(name, _) = slots[index] {
        slots[index] = .variable(name, value)
        return
      }
    }
    slots.append(.variable(name, value))
  }

  /// The innermost value of that name, or nil if nobody knows it.
  func value(_ name: String) -> TemplateValue? {
    var index = slots.count
    while index > 0 {
      index -= 1
      switch slots[index] {
      case .variable(let known, let value):
        if known == name { return value }
      case .members(.object(let object)):
        if let value = object.member(name) { return value }
      case .members(.dictionary(let entries)):
        if let value = entries[name] { return value }
      case .members: break
      }
    }
    return nil
  }

  /// All names that `value` answers, for suggestions.
  var names: [String] {
    slots.flatMap { slot in
      switch slot {
      case .variable(let name, _): [name]
      case .members(let value): value.memberNames
      }
    }
  }
}
