/// An expression in a tag, prepared for repeated evaluation.
indirect enum TemplateExpression: Sendable {
  enum Comparison: Sendable {
    case equal, notEqual, less, lessOrEqual, more, moreOrEqual
  }

  case literal(TemplateValue)
  case path(TemplatePath)
  case filtered(TemplateExpression, [FilterCall])
  /// The text that a macro writes.
  case call(CallNode)
  case range(TemplateExpression, TemplateExpression, at: Range<Int>)
  /// The sum of numbers, or the concatenation of texts or lists.
  case sum([TemplateExpression], at: Range<Int>)
  case not(TemplateExpression)
  case all([TemplateExpression])
  case any([TemplateExpression])
  case comparison(Comparison, TemplateExpression, TemplateExpression)
  case contained(TemplateExpression, in: TemplateExpression)
  case conditional(TemplateExpression, if: TemplateExpression, else: TemplateExpression?)
}

/// A dotted variable, split when the template is parsed.
final class TemplatePath: Sendable {
  enum Component: Sendable {
    /// A member by name.
    case name(NamedMember)
    /// A member whose name is the value of another expression.
    case key(ComputedMember)

    var range: Range<Int> {
      switch self {
      case .name(let member): member.range
      case .key(let member): member.range
      }
    }
  }

  final class NamedMember: Sendable {
    let name: TemplateName
    /// The name as a number, if it is one.
    let index: Int?
    let range: Range<Int>

    init(_ name: String, at range: Range<Int>) {
      self.name = .stated(name)
      index = Int(name)
      self.range = range
    }
  }

  final class ComputedMember: Sendable {
    let key: TemplateExpression
    let range: Range<Int>

    init(_ key: TemplateExpression, at range: Range<Int>) {
      self.key = key
      self.range = range
    }
  }

  /// The path as written.
  let text: String
  let root: TemplateName
  let components: [Component]
  let range: Range<Int>
  let rootRange: Range<Int>

  init(
    text: String, root: String, rootRange: Range<Int>, components: [Component], range: Range<Int>
  ) {
    self.text = text
    self.root = .stated(root)
    self.rootRange = rootRange
    self.components = components
    self.range = range
  }
}

/// A filter with its arguments, bound when the template is parsed.
final class FilterCall: Sendable {
  let name: String
  let filter: TemplateFilter
  let arguments: [TemplateExpression]
  let range: Range<Int>

  init(name: String, filter: TemplateFilter, arguments: [TemplateExpression], range: Range<Int>) {
    self.name = name
    self.filter = filter
    self.arguments = arguments
    self.range = range
  }
}
