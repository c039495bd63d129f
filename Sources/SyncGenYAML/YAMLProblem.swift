/// Explains libyaml's errors, which are in terms of the YAML specification, in plain language.
enum YAMLProblem {
  /// The problem and its fix. An unknown error is passed on unchanged.
  ///
  /// - Parameter isAtTab: Whether the character in question is a tab.
  static func words(for problem: String, while context: String?, isAtTab: Bool) -> String {
    if isAtTab, problem.contains("cannot start any token") { return tabs }
    if let words = inContext[context ?? ""]?[problem] { return words }
    return words[problem] ?? problem
  }

  /// The note about the beginning of the construct; `nil` if it would add nothing.
  static func note(for context: String) -> String? { notes[context] }

  /// libyaml's problem with the escape of a surrogate.
  static let escape = "found invalid Unicode character escape code"

  private static let tabs = "a tab cannot indent a line"

  private static let words: [String: String] = [
    // Indentation and structure
    "did not find expected key":
      "this line does not belong to the mapping around it; indent it like the mapping's other keys",
    "did not find expected '-' indicator":
      "this line does not belong to the list around it; indent it like the list's other items",
    "mapping values are not allowed in this context":
      "':' is not allowed here; check the indentation, or put text that contains ': ' in quotes",
    "block sequence entries are not allowed in this context":
      "a list item cannot begin here; put it on a line of its own",
    "mapping keys are not allowed in this context":
      "a key cannot begin here; check the indentation",
    "could not find expected ':'":
      "the line above has no ':' after its key; check its indentation and its quotes",
    "did not find expected node content": "a value is missing here",
    "did not find expected <document start>": "unexpected text after the end of the schema",
    "found a tab character that violates indentation": tabs,
    "found a tab character where an indentation space is expected": tabs,
    "found character that cannot start any token":
      "text cannot begin with this character unless it is in quotes",
    // Brackets and quotes
    "did not find expected ',' or ']'": "',' or ']' is missing here",
    "did not find expected ',' or '}'": "',' or '}' is missing here",
    "found unexpected ':'": "unexpected ':'; put text that contains ':' in quotes",
    "found unexpected end of stream": "the file ends inside a quoted string",
    "found unexpected document indicator": "a quoted string is not closed before this line",
    "found unknown escape character":
      "unknown escape; write '\\\\' for a backslash, or use single quotes",
    "did not find expected hexdecimal number": "hexadecimal digits are missing in this escape",
    escape: "this escape does not stand for a character",
    "found an indentation indicator equal to 0":
      "the number after '|' or '>' must be between 1 and 9",
    // Anchors, tags, directives
    "did not find expected alphabetic or numeric character": "a name is missing after '&' or '*'",
    "found undefined tag handle": "unknown tag; put text that begins with '!' in quotes",
    "found duplicate %YAML directive": directives,
    "found incompatible YAML document": directives,
    "found duplicate %TAG directive": directives,
  ]

  private static let directives =
    "a line that begins with '%' is a YAML directive; put text that begins with '%' in quotes"
  private static let tags = "a tag cannot be read; put text that begins with '!' in quotes"

  /// Messages of libyaml whose meaning depends on the context.
  private static let inContext: [String: [String: String]] = [
    "while scanning a block scalar": [
      "did not find expected comment or line break":
        "unexpected text after '|' or '>'; begin the text on the next line"
    ],
    "while scanning a directive": all(
      [
        "found unknown directive name", "did not find expected comment or line break",
        "could not find expected directive name", "found unexpected non-alphabetical character",
      ], directives),
    "while scanning a %YAML directive": all(
      [
        "did not find expected digit or '.' character", "found extremely long version number",
        "did not find expected version number",
      ], directives),
    "while scanning a %TAG directive": all(
      ["did not find expected whitespace", "did not find expected whitespace or line break"],
      directives),
    "while scanning a tag": all(
      [
        "did not find the expected '>'", "did not find expected whitespace or line break",
        "did not find expected '!'", "did not find expected tag URI",
      ], tags),
    "while parsing a tag": all(
      [
        "did not find expected tag URI", "did not find URI escaped octet",
        "found an incorrect leading UTF-8 octet", "found an incorrect trailing UTF-8 octet",
      ], tags),
  ]

  private static func all(_ problems: [String], _ words: String) -> [String: String] {
    Dictionary(problems.map { ($0, words) }) { first, _ in first }
  }

  private static let notes: [String: String] = [
    "while parsing a block mapping": "the mapping begins here",
    "while parsing a block collection": "the list begins here",
    "while parsing a flow mapping": "the '{' is here",
    "while parsing a flow sequence": "the '[' is here",
    "while scanning a quoted scalar": "the text begins here",
    "while scanning a plain scalar": "the text begins here",
    "while scanning a block scalar": "the text begins here",
    "while scanning a simple key": "the key is here",
    "while scanning an anchor": "the anchor is here",
    "while scanning an alias": "the alias is here",
  ]
}
