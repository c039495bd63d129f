/// The variables that are visible at one point of a rendering.
///
/// Each name has a cell with its innermost value. The values that a frame hides are recorded and
/// restored when the frame ends, so that looking up a variable takes the same time regardless of
/// their number.
struct Scope {
  private struct Cell {
    var value: TemplateValue?
    /// The number of frames when the value was set.
    var level = 0
  }

  /// The content of a cell before the current frame.
  private struct Hidden {
    let number: Int
    var cell: Cell
  }

  /// A dictionary or object whose members are variables.
  private struct Members {
    let value: TemplateValue
    let level: Int
  }

  /// The cells by the numbers of the names, up to the highest one set.
  private var cells: [Cell] = []
  private var hidden: [Hidden] = []
  /// For each frame, the number of hidden cells when it began.
  private var frames: [Int] = []
  private var members: [Members] = []

  init(_ context: TemplateValue) {
    cells.reserveCapacity(256)
    hidden.reserveCapacity(64)
    frames.reserveCapacity(32)
    add(members: context)
  }

  mutating func push() {
    frames.append(hidden.count)
  }

  mutating func push(members: TemplateValue) {
    push()
    add(members: members)
  }

  mutating func pop() {
    guard let start = frames.popLast() else { return }
    while hidden.count > start {
      let last = hidden.removeLast()
      cells[last.number] = last.cell
    }
    while let last = members.last, last.level > frames.count { members.removeLast() }
  }

  /// Sets a variable of the innermost frame.
  mutating func set(_ name: TemplateName, _ value: TemplateValue) {
    let (number, level) = (name.number, frames.count)
    while cells.count <= number { cells.append(Cell()) }
    if level > 0, cells[number].level < level || cells[number].value == nil {
      hidden.append(Hidden(number: number, cell: cells[number]))
    }
    cells[number] = Cell(value: value, level: level)
  }

  /// Changes the innermost variable with the name that is set outside the current frame; returns
  /// false if there is none.
  mutating func change(_ name: TemplateName, to value: TemplateValue) -> Bool {
    let number = name.number
    guard cells.indices.contains(number), cells[number].value != nil else { return false }
    if cells[number].level < frames.count {
      cells[number].value = value
      return true
    }
    guard let start = frames.last,
      let index = hidden[start...].firstIndex(where: { $0.number == number }),
      hidden[index].cell.value != nil
    else { return false }
    hidden[index].cell.value = value
    return true
  }

  /// Adds the entries of a dictionary as variables, which are found faster.
  private mutating func add(members value: TemplateValue) {
    switch value {
    case .dictionary(let entries):
      for (key, value) in entries.entries { set(.stated(key), value) }
    case .object: members.append(Members(value: value, level: frames.count))
    default: break
    }
  }

  /// The innermost value of the name, or nil if it is unknown.
  func value(_ name: TemplateName) -> TemplateValue? {
    let number = name.number
    guard cells.indices.contains(number), let value = cells[number].value else {
      return member(name, above: -1)
    }
    return member(name, above: cells[number].level) ?? value
  }

  /// The variable among the members that were added in frames above a level.
  private func member(_ name: TemplateName, above level: Int) -> TemplateValue? {
    var index = members.count
    while index > 0, members[index - 1].level > level {
      index -= 1
      if case .object(let object) = members[index].value, let value = object.member(name) {
        return value
      }
    }
    return nil
  }

  /// All names known to `value`, for suggestions.
  var names: [TemplateName] {
    TemplateName.all.prefix(cells.count).filter { cells[$0.number].value != nil }
      + members.flatMap { $0.value.memberNames.map(TemplateName.stated) }
  }
}
