/// The variables that are visible at one moment of a rendering.
///
/// Each name has a cell with its innermost value. What a frame hides is noted and comes back when
/// the frame ends, so that finding a variable takes the same time however many there are.
struct Scope {
  private struct Cell {
    var value: TemplateValue?
    /// How many frames there were when the value was set.
    var level = 0
  }

  /// What a cell held before the current frame.
  private struct Hidden {
    let number: Int
    let cell: Cell
  }

  /// A dictionary or object whose members are variables.
  private struct Members {
    let value: TemplateValue
    let level: Int
  }

  /// By the numbers of the names, as far as they were set.
  private var cells: [Cell] = []
  private var hidden: [Hidden] = []
  /// For each frame, how many cells were hidden when it began.
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

  /// The entries of a dictionary become variables, which are found faster.
  private mutating func add(members value: TemplateValue) {
    switch value {
    case .dictionary(let entries):
      for (key, value) in entries.entries { set(.stated(key), value) }
    case .object: members.append(Members(value: value, level: frames.count))
    default: break
    }
  }

  /// The innermost value of that name, or nil if no one knows it.
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

  /// All names that `value` knows, for suggestions.
  var names: [TemplateName] {
    TemplateName.all.prefix(cells.count).filter { cells[$0.number].value != nil }
      + members.flatMap { $0.value.memberNames.map(TemplateName.stated) }
  }
}
