import SyncGenDiagnostics

/// What authors who know other template languages write, and what it is called here.
enum OtherLanguages {
  /// The tag that was probably meant.
  static func tag(_ name: String) -> String? {
    tags[name]
      ?? Suggestion.nearest(to: name, in: TemplateTag.allCases.map(\.rawValue) + TemplateTag.inner)
  }

  /// The filter that was probably meant.
  static func filter(_ name: String, among known: [String]) -> String? {
    filters[name].flatMap { known.contains($0) ? $0 : nil }
      ?? Suggestion.nearest(to: name, in: known)
  }

  /// The operator that was probably meant.
  static func `operator`(_ text: String) -> String? { operators[text] }

  private static let tags = [
    "raw": "verbatim", "endraw": "endverbatim",
    "elseif": "elif", "elsif": "elif", "unless": "ifnot", "endunless": "endif",
    "endifnot": "endif", "foreach": "for", "each": "for", "endforeach": "endfor",
    "assign": "set", "let": "set", "var": "set", "with": "set", "capture": "set",
    "endcapture": "endset", "def": "macro", "function": "macro", "from": "import", "use": "import",
    "render": "include", "partial": "include", "extend": "extends",
  ]

  private static let filters = [
    "upper": "uppercase", "upcase": "uppercase", "lower": "lowercase", "downcase": "lowercase",
    "title": "titlecase", "size": "length", "count": "length", "uniq": "unique",
    "pluck": "map", "attr": "map", "sort_by": "sort", "sortBy": "sort", "sorted": "sort",
    "order_by": "sort", "d": "default", "slugify": "kebabCase", "kebab": "kebabCase",
    "dasherize": "kebabCase", "snakeCase": "camelToSnakeCase", "snakecase": "camelToSnakeCase",
    "underscore": "camelToSnakeCase", "camelCase": "snakeToCamelCase",
    "camelcase": "snakeToCamelCase", "camelize": "snakeToCamelCase",
    "pascalCase": "snakeToCamelCase", "startsWith": "hasPrefix", "starts_with": "hasPrefix",
    "endsWith": "hasSuffix", "ends_with": "hasSuffix", "includes": "contains",
    "json": "jsonLiteral", "tojson": "jsonLiteral", "escape": "htmlText", "e": "htmlText",
    "pluralize": "plural", "singularize": "singular", "concat": "join",
  ]

  private static let operators = [
    "~": "+", "=": "==", "===": "==", "&&": "and", "||": "or", "is": "==", "&": "and",
  ]
}
