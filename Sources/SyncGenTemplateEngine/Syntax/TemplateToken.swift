/// A piece of a template's text, as offsets into its bytes.
struct TemplateToken {
  enum Kind {
    case text
    case variable
    case block
    case comment
  }

  /// What a `{% %}` tag asks of the white space on one of its sides.
  enum Whitespace {
    case unspecified
    case trim
    case keep
  }

  let kind: Kind
  /// The whole token, delimiters included.
  let range: Range<Int>
  /// What is between the delimiters and the white space marks.
  let content: Range<Int>
  var leading = Whitespace.unspecified
  var trailing = Whitespace.unspecified
}
