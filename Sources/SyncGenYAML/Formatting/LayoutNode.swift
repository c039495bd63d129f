/// A value of YAML text as it is written, with the comments in it.
struct LayoutNode {
  enum Content {
    case empty
    /// The lines of a scalar or an alias, with quotation marks.
    case scalar([String])
    case alias(String)
    case blockScalar(LayoutBlockScalar)
    case collection(LayoutCollection)
  }

  /// The anchor with a blank after it; often empty.
  var anchor = ""
  /// The comment after the anchor or the bracket at its start.
  var opening: LayoutRemark?
  var content: Content
}

struct LayoutCollection {
  enum Kind: Hashable {
    case mapping, sequence
    /// A mapping of one pair in a sequence, without braces.
    case pair
  }

  let kind: Kind
  let isFlow: Bool
  /// The comment after the bracket at its start.
  var opening: LayoutRemark?
  var entries: [LayoutEntry] = []
  /// The comments after the last entry.
  var closing: [LayoutComment] = []
}

/// A pair of a mapping or an element of a sequence.
struct LayoutEntry {
  /// The comments above it.
  var comments: [LayoutComment] = []
  var hasBlank = false
  /// `nil` in a sequence.
  var key: LayoutNode?
  /// The comment after the colon or the dash, if the value is on a later line.
  var opening: LayoutRemark?
  /// The comments above a value on a later line.
  var valueComments: [LayoutComment] = []
  var value: LayoutNode
  /// The comment after the value.
  var remark: LayoutRemark?
}

/// A scalar that begins with `|` or `>`.
struct LayoutBlockScalar {
  /// `|` or `>` and what follows it, without a comment.
  let header: String
  /// The number in the header, which states the indentation of the first line.
  let stated: Int?
  let remark: LayoutRemark?
  /// The lines without indentation.
  let lines: [String]
}

/// The content of a file, and what is around it.
struct LayoutDocument {
  /// Directives, the mark before the document, and comments among them.
  var before: [LayoutComment] = []
  /// Whether there is a blank line before the content.
  var hasBlank = false
  var root: LayoutNode
  var remark: LayoutRemark?
  var after: [LayoutComment] = []
}
