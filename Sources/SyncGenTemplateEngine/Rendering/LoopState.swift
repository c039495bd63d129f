/// The value of `forloop`: the counters of the current iteration, and labeled loops by their
/// label.
///
/// `@unchecked`: it belongs to one rendering, which runs on one thread. The variables of an
/// iteration end with it, so nothing keeps the state longer than it is valid.
final class LoopState: TemplateObject, @unchecked Sendable {
  var index = 0
  let count: Int
  let label: TemplateName?
  let parent: LoopState?

  init(count: Int, label: TemplateName?, parent: LoopState?) {
    self.count = count
    self.label = label
    self.parent = parent
  }

  func member(_ name: TemplateName) -> TemplateValue? {
    switch name {
    case .first: return .bool(index == 0)
    case .last: return .bool(index == count - 1)
    case .counter: return .int(index + 1)
    case .counter0: return .int(index)
    case .length: return .int(count)
    case .label: return TemplateValue(label?.text)
    case .parentloop: return parent.map(TemplateValue.object) ?? .null
    default: break
    }
    var loop: LoopState? = self
    while let current = loop {
      if current.label === name { return .object(current) }
      loop = current.parent
    }
    return nil
  }

  var memberNames: [String] { ["counter", "counter0", "first", "last", "length"] }
}

/// The value of `maploop` during one iteration of `{% map %}`. Its counter begins at 0, as in
/// StencilSwiftKit.
final class MapLoopState: TemplateObject {
  let index: Int
  let count: Int
  let item: TemplateValue

  init(index: Int, count: Int, item: TemplateValue) {
    self.index = index
    self.count = count
    self.item = item
  }

  func member(_ name: TemplateName) -> TemplateValue? {
    switch name {
    case .counter: .int(index)
    case .first: .bool(index == 0)
    case .last: .bool(index == count - 1)
    case .item: item
    default: nil
    }
  }

  var memberNames: [String] { ["counter", "first", "item", "last"] }
}

extension TemplateName {
  static let forloop = stated("forloop")
  static let maploop = stated("maploop")
  static let counter = stated("counter")
  static let counter0 = stated("counter0")
  static let length = stated("length")
  static let label = stated("label")
  static let parentloop = stated("parentloop")
  static let item = stated("item")
}
