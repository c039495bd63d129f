import SyncGenTemplateEngine
import Testing

struct FilterTests {
  /// The result of a filter chain for `x`, one line per input.
  static let results: [(chain: String, input: String, output: String)] = [
    ("capitalize", "it's o'neil a1b x_y été ǆ ß", "It's O'neil A1B X_Y Été ǅ Ss"),
    ("lowerFirstLetter", "People", "people"),
    ("upperFirstLetter", "ßa", "SSa"),
    ("titlecase", "peopleChooser", "PeopleChooser"),
    ("lowerFirstWord", "ID3Tag", "id3Tag"),
    ("snakeToCamelCase", "__snake_case", "__SnakeCase"),
    ("snakeToCamelCase:true", "__snake_case", "SnakeCase"),
    ("snakeToCamelCase", "SNAKE_CASE", "SnakeCase"),
    ("snakeToCamelCase", "snAke_case", "SnAkeCase"),
    ("snakeToCamelCase", "ABC-DEF", "AbcDef"),
    ("camelToSnakeCase", "HTMLParserX", "html_parser_x"),
    ("camelToSnakeCase:false", "9Lives", "9_Lives"),
    ("swiftIdentifier:\"pretty\"", "some-URL list", "SomeURLList"),
    ("swiftIdentifier:\"pretty\"", "1 a", "_1A"),
    ("swiftIdentifier:\"valid\"", "a$b", "a_b"),
    ("swiftIdentifier", "", ""),
    ("escapeReservedKeywords", "in", "`in`"),
    ("removeNewlines:\"leading\"", "a \n  b\u{A0}\n\tc ", "a b\u{A0}c"),
    ("removeNewlines", " a\u{A0}b\u{2028}c ", "abc"),
    ("basename", "/a/b/c.txt", "c.txt"),
    ("basename", "/a/b/", "b"),
    ("basename", "/", "/"),
    ("dirname", "/a/b/c.txt", "/a/b"),
    ("dirname", "c.txt", "."),
    ("dirname", "/c.txt", "/"),
    ("replace:\"a\",\"b\"", "banana", "bbnbnb"),
    ("replace:\"\",\"x\"", "abc", "abc"),
    ("contains:\"nan\"", "banana", "true"),
    ("!hasSuffix:\"na\"", "banana", "false"),
    ("split:\"\"", "abc", "[\"abc\"]"),
    ("split", "a b", "[\"a\", \"b\"]"),
    ("indent:1,\"\t\",true", "a\r\n\r\nb", "\ta\r\n\r\n\tb"),
    (
      "indent:1,\"-\"", "a\u{2028}b\u{85}é\u{2029}\u{2029}c\n",
      "a\u{2028}-b\u{85}-é\u{2029}\u{2029}-c\n"
    ),
    ("hexToInt|default:\"none\"", "xyz", "none"),
    ("filter:\"uppercase|lowerFirstLetter\"", "abc", "aBC"),
  ]

  @Test(arguments: results)
  func filter(_ chain: String, _ input: String, _ output: String) {
    let context = TemplateValue.dictionary(TemplateDictionary(["x": .string(input)]))
    #expect(render(Array("{{ x|\(chain) }}".utf8), context) == .text(output))
  }

  static let errors: [(template: String, message: String)] = [
    ("{{ xs|lowerFirstWord }}", "filter 'lowerFirstWord' needs a string, found a list"),
    ("{{ s|uppercase:1 }}", "filter 'uppercase' takes no argument, found 1"),
    ("{{ s|join:1,2 }}", "filter 'join' takes at most one argument, found 2"),
    ("{{ s|replace:\"a\" }}", "filter 'replace' needs an argument: the replacement"),
    ("{{ s|contains }}", "filter 'contains' needs an argument: the part to look for"),
    ("{{ s|indent:\"2\" }}", "filter 'indent' needs an integer as width, found a string"),
    ("{{ s|indent:2,3 }}", "filter 'indent' needs a string as the indentation, found an integer"),
    ("{{ s|indent:2,true }}", "filter 'indent' needs a string as the indentation, found a boolean"),
    ("{{ xs|join:xs }}", "filter 'join' needs a string as the separator, found a list"),
    ("{{ s|split:xs }}", "filter 'split' needs a string as the separator, found a list"),
    ("{{ s|indent:99999999999 }}", "filter 'indent' makes more than 67108864 bytes"),
    (
      "{{ s|camelToSnakeCase:\"maybe\" }}",
      "filter 'camelToSnakeCase' needs true or false as argument, found 'maybe'"
    ),
    (
      "{{ s|swiftIdentifier:\"nice\" }}",
      "filter 'swiftIdentifier' has no mode 'nice', expected one of 'normal', 'pretty', 'valid'"
    ),
    (
      "{{ s|replace:\"(\",\"\",\"regex\" }}",
      "filter 'replace' has an invalid regular expression '(': '(' without ')'"
    ),
    ("{{ 1|percent }}", "filter 'percent' needs a decimal number, found an integer"),
  ]

  @Test(arguments: errors)
  func filterError(_ template: String, _ message: String) throws {
    let place = template.contains("xs|") ? 7 : 6
    #expect(
      try render(template, #"{"s":"a","xs":[1]}"#)
        == .errors(["main.stencil:1:\(place): error: \(message) [template-filter]"]))
  }

  @Test func customFilterWithArguments() {
    var table = FilterTable.standard
    table.register("repeat") { value, arguments throws(FilterError) in
      guard case .int(let count)? = arguments.first else { throw FilterError("needs a count") }
      return .string(String(repeating: try value.requireString(), count: count))
    }
    #expect(table.names.contains("repeat"))
    #expect(!FilterTable.standard.names.contains("repeat"))
  }
}
