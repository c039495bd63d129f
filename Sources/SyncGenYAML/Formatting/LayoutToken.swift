import CYAML

/// A token of YAML text, with what stands before it.
struct LayoutToken {
  enum Kind: Hashable {
    case mappingStart(isFlow: Bool)
    case sequenceStart(isFlow: Bool)
    case blockEnd
    case flowEnd
    case key
    case value
    case blockEntry
    case flowEntry
    case anchor
    case alias
    case scalar(ScalarStyle)
    /// `---`, `...` or a directive.
    case marker
    case end
  }

  enum ScalarStyle: Hashable {
    case plain, singleQuoted, doubleQuoted, block
  }

  let kind: Kind
  /// The characters of the token; empty if it only marks a place.
  var range: Range<Int>
  /// The column, from 0.
  let column: Int
  var gap = LayoutGap()
}

/// What stands between two tokens: comments and blank lines.
struct LayoutGap {
  /// The comment on the line of the token before.
  var remark: LayoutRemark?
  /// The comments on lines of their own.
  var comments: [LayoutComment] = []
  /// Whether there is a blank line directly before the next token.
  var hasBlank = false
}

/// A comment on a line of its own.
struct LayoutComment {
  let text: String
  /// The column, from 0.
  let column: Int
  /// Whether there is a blank line before it.
  let hasBlank: Bool
}

/// A comment after something else on its line.
struct LayoutRemark {
  let text: String
  /// The lines that continue it: comments below it in the same column.
  var rest: [String] = []
  /// The column, from 0.
  let column: Int
  /// The number of characters before it on its line, without those that indent it.
  let width: Int
  /// The number of blanks between them and the comment.
  let blanks: Int

  var texts: [String] { [text] + rest }
}

/// Splits YAML text into tokens with libyaml's scanner.
final class LayoutScanner {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// The tokens of text that can be parsed; `nil` if there is one that a schema cannot contain.
  static func tokens(of bytes: [UInt8]) -> [LayoutToken]? {
    let scanner = LayoutScanner(bytes)
    var tokens: [LayoutToken] = []
    while let token = scanner.next() {
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
    return nil
  }

  private init(_ bytes: [UInt8]) {
    parser = .allocate(capacity: 1)
    input = .allocate(capacity: max(bytes.count, 1))
    _ = input.initialize(from: bytes)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  private func next() -> LayoutToken? {
    var token = yaml_token_t()
    repeat {
      yaml_token_delete(&token)
      guard yaml_parser_scan(parser, &token) == 1 else { return nil }
    } while token.type == YAML_STREAM_START_TOKEN
    defer { yaml_token_delete(&token) }
    return Self.kind(of: token).map { kind in
      LayoutToken(
        kind: kind, range: Int(token.start_mark.index)..<Int(token.end_mark.index),
        column: Int(token.start_mark.column))
    }
  }

  private static func kind(of token: yaml_token_t) -> LayoutToken.Kind? {
    switch token.type {
    case YAML_BLOCK_MAPPING_START_TOKEN: .mappingStart(isFlow: false)
    case YAML_FLOW_MAPPING_START_TOKEN: .mappingStart(isFlow: true)
    case YAML_BLOCK_SEQUENCE_START_TOKEN: .sequenceStart(isFlow: false)
    case YAML_FLOW_SEQUENCE_START_TOKEN: .sequenceStart(isFlow: true)
    case YAML_BLOCK_END_TOKEN: .blockEnd
    case YAML_FLOW_MAPPING_END_TOKEN, YAML_FLOW_SEQUENCE_END_TOKEN: .flowEnd
    case YAML_KEY_TOKEN: .key
    case YAML_VALUE_TOKEN: .value
    case YAML_BLOCK_ENTRY_TOKEN: .blockEntry
    case YAML_FLOW_ENTRY_TOKEN: .flowEntry
    case YAML_ANCHOR_TOKEN: .anchor
    case YAML_ALIAS_TOKEN: .alias
    case YAML_SCALAR_TOKEN: .scalar(style(of: token))
    case YAML_DOCUMENT_START_TOKEN, YAML_DOCUMENT_END_TOKEN, YAML_VERSION_DIRECTIVE_TOKEN,
      YAML_TAG_DIRECTIVE_TOKEN:
      .marker
    case YAML_STREAM_END_TOKEN: .end
    default: nil
    }
  }

  private static func style(of token: yaml_token_t) -> LayoutToken.ScalarStyle {
    switch token.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
    default: .plain
    }
  }
}
