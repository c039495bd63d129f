/// A piece of a template's text, as offsets into its bytes.
struct TemplateToken {
  enum Kind {
    case text
    case variable
    case block
    case comment
  }

  /// The treatment of white space on one side of a `{% %}` tag.
  enum Whitespace {
    case unspecified
    case trim
    case keep
  }

  let kind: Kind
  /// The whole token, including delimiters.
  let range: Range<Int>
  /// The content between the delimiters and the white space marks.
  let content: Range<Int>
  var leading = Whitespace.unspecified
  var trailing = Whitespace.unspecified
  /// Whether the blanks before it are not printed, since its line has no text.
  var dropsMargin = false
  /// Whether the blanks after it and the line end are not printed, since its line has no text.
  var dropsLineEnd = false
}

/// The tags of the language.
package enum TemplateTag: String, CaseIterable, Sendable {
  case block, `break`, call, `continue`, extends, filter, `for`, `if`, ifnot, `import`, include
  case macro, map, now, set, verbatim

  /// The tags that close or divide another one.
  static let inner: Set<String> = [
    "elif", "else", "empty", "endif", "endfor", "endblock", "endfilter", "endmacro", "endmap",
    "endset", "endverbatim",
  ]

  /// The tag that ends this one, if it has a body.
  package var end: String? {
    switch self {
    case .if, .ifnot: "endif"
    case .for: "endfor"
    case .block: "endblock"
    case .filter: "endfilter"
    case .macro: "endmacro"
    case .map: "endmap"
    case .set: "endset"
    case .verbatim: "endverbatim"
    case .break, .call, .continue, .extends, .import, .include, .now: nil
    }
  }
}
