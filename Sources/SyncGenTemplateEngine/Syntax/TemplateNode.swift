/// A part of a parsed template.
///
/// All but text are held by reference, so that a node can be copied as quickly as a pointer.
enum TemplateNode: Sendable {
  /// Text that is printed unchanged.
  case text(Range<Int>)
  case output(OutputNode)
  case branches(BranchesNode)
  case loop(LoopNode)
  case jump(JumpNode)
  case include(IncludeNode)
  case importMacros(IncludeNode)
  case extends(ExtendsNode)
  case block(BlockNode)
  case filter(FilterNode)
  case macro(MacroNode)
  case call(CallNode)
  case set(SetNode)
  case map(MapNode)
  case now(NowNode)
}

/// `{{ … }}`.
final class OutputNode: Sendable {
  let expression: TemplateExpression
  let range: Range<Int>

  init(_ expression: TemplateExpression, range: Range<Int>) {
    self.expression = expression
    self.range = range
  }
}

/// `{% if %}` with all its branches.
final class BranchesNode: Sendable {
  /// By itself because it is often the only one, and an element of an array has to be retained.
  let first: Branch
  let others: [Branch]
  let range: Range<Int>

  init(_ first: Branch, _ others: [Branch], range: Range<Int>) {
    self.first = first
    self.others = others
    self.range = range
  }

  var branches: [Branch] { [first] + others }
}

/// A branch of `{% if %}`; the one without a condition is `{% else %}`.
final class Branch: Sendable {
  let condition: TemplateExpression?
  let nodes: [TemplateNode]

  init(condition: TemplateExpression?, nodes: [TemplateNode]) {
    self.condition = condition
    self.nodes = nodes
  }
}

final class LoopNode: Sendable {
  /// The parsed text after the tag's name.
  struct Header: Sendable {
    var label: TemplateName?
    /// `nil` for `_`, which discards a value.
    var variables: [TemplateName?] = []
    var source = TemplateExpression.literal(.undefined)
    var condition: TemplateExpression?
  }

  let header: Header
  let nodes: [TemplateNode]
  let emptyNodes: [TemplateNode]
  let range: Range<Int>

  init(header: Header, nodes: [TemplateNode], emptyNodes: [TemplateNode], range: Range<Int>) {
    self.header = header
    self.nodes = nodes
    self.emptyNodes = emptyNodes
    self.range = range
  }
}

/// `{% break %}` or `{% continue %}`.
final class JumpNode: Sendable {
  let isBreak: Bool
  let label: TemplateName?
  let range: Range<Int>

  init(isBreak: Bool, label: TemplateName?, range: Range<Int>) {
    self.isBreak = isBreak
    self.label = label
    self.range = range
  }
}

final class IncludeNode: Sendable {
  let name: TemplateExpression
  let context: TemplateExpression?
  let range: Range<Int>

  init(name: TemplateExpression, context: TemplateExpression?, range: Range<Int>) {
    self.name = name
    self.context = context
    self.range = range
  }
}

final class ExtendsNode: Sendable {
  let name: TemplateExpression
  let blocks: [BlockNode]
  let range: Range<Int>

  init(name: TemplateExpression, blocks: [BlockNode], range: Range<Int>) {
    self.name = name
    self.blocks = blocks
    self.range = range
  }
}

final class BlockNode: Sendable {
  let name: String
  let nodes: [TemplateNode]
  let range: Range<Int>

  init(name: String, nodes: [TemplateNode], range: Range<Int>) {
    self.name = name
    self.nodes = nodes
    self.range = range
  }
}

final class FilterNode: Sendable {
  let filters: [FilterCall]
  let nodes: [TemplateNode]
  let range: Range<Int>

  init(filters: [FilterCall], nodes: [TemplateNode], range: Range<Int>) {
    self.filters = filters
    self.nodes = nodes
    self.range = range
  }
}

final class MacroNode: Sendable {
  let name: TemplateName
  let parameters: [TemplateName]
  let nodes: [TemplateNode]

  init(name: TemplateName, parameters: [TemplateName], nodes: [TemplateNode]) {
    self.name = name
    self.parameters = parameters
    self.nodes = nodes
  }
}

final class CallNode: Sendable {
  let target: TemplatePath
  let arguments: [TemplateExpression]
  let range: Range<Int>

  init(target: TemplatePath, arguments: [TemplateExpression], range: Range<Int>) {
    self.target = target
    self.arguments = arguments
    self.range = range
  }
}

final class SetNode: Sendable {
  enum Value: Sendable {
    case expression(TemplateExpression)
    case nodes([TemplateNode])
  }

  let name: TemplateName
  /// Whether the tag changes a variable that is defined outside the surrounding tag.
  let isOuter: Bool
  let value: Value
  let range: Range<Int>

  init(name: TemplateName, isOuter: Bool, value: Value, range: Range<Int>) {
    self.name = name
    self.isOuter = isOuter
    self.value = value
    self.range = range
  }
}

final class MapNode: Sendable {
  let source: TemplateExpression
  let result: TemplateName
  let variable: TemplateName?
  let nodes: [TemplateNode]
  /// Whether the result for an empty list is an empty list rather than undefined.
  let definesEmptyList: Bool
  let range: Range<Int>

  init(
    source: TemplateExpression, result: TemplateName, variable: TemplateName?,
    nodes: [TemplateNode], definesEmptyList: Bool, range: Range<Int>
  ) {
    self.definesEmptyList = definesEmptyList
    self.source = source
    self.result = result
    self.variable = variable
    self.nodes = nodes
    self.range = range
  }
}

final class NowNode: Sendable {
  let format: TemplateExpression?
  let range: Range<Int>

  init(format: TemplateExpression?, range: Range<Int>) {
    self.format = format
    self.range = range
  }
}
