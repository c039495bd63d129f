import SyncGenYAML

/// Descriptions, which may be pages of Markdown.
enum OpenAPIProse {
  private static let length = 200

  /// The first paragraph, truncated after a sentence or a word if it is long; nil if nothing is
  /// left.
  static func short(_ text: String) -> String? {
    var lines: [Substring] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let isBlank = line.allSatisfy(\.isWhitespace)
      if isBlank, !lines.isEmpty { break }
      if !isBlank { lines.append(line) }
    }
    let words = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace)
    var result = ""
    var sentence: String?
    for word in words {
      guard result.count + word.count < length else { return sentence ?? result + " …" }
      result += (result.isEmpty ? "" : " ") + word
      if word.hasSuffix(".") { sentence = result }
    }
    return result.isEmpty ? nil : result
  }

  private static let nullSigns = [
    "specified as null", "may be null", "can be null", "could be null", "will be null",
    "or null if",
    "null if", "null when", "null unless", "null otherwise", "returned as null",
  ]
  private static let valueSigns = [
    "not be null", "not null", "non-null", "never null", "never be null",
  ]

  /// Whether a description says that there may be null instead of a value.
  static func mentionsNull(_ text: String) -> Bool {
    let words = plain(text)
    return nullSigns.contains(where: words.contains) && !valueSigns.contains(where: words.contains)
  }

  /// The text in lower case, with single blanks and without the quotation marks of Markdown.
  private static func plain(_ text: String) -> String {
    text.lowercased().filter { !"`*'\"_".contains($0) }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// The letters and digits in lower case.
  static func letters(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}

extension OpenAPIShape {
  /// The documentation, unless it is a title that only repeats a name, such as `Owner Id` of
  /// `owner_id`: FastAPI writes these for all members and types.
  func documentation(of name: String) -> String? {
    guard isTitled, let documentation else { return documentation }
    let title = OpenAPIProse.letters(documentation)
    return Self.plainNames(of: name).map(OpenAPIProse.letters).contains(title) ? nil : documentation
  }

  /// The name, also without what FastAPI adds to equal names: `Item` for `Item-Output` and for
  /// `app__models__Item`.
  private static func plainNames(of name: String) -> [String] {
    let forms = ["-Input", "-Output"].filter(name.hasSuffix).map { name.dropLast($0.count) }
    return [name]
      + ([name[...]] + forms).map { form in
        var (last, before) = (form.startIndex, Character(" "))
        for (index, letter) in zip(form.indices, form) {
          if letter == "_", before == "_" { last = form.index(after: index) }
          before = letter
        }
        return String(form[last...])
      }
  }
}

extension OpenAPIDocument {
  /// Whether the description of a property, or of its component, says that it may be null.
  func mentionsNull(_ node: YAMLNode) -> Bool {
    let texts = [node["description"], resolved(node)["description"]].compactMap { $0?.text }
    return !isOwn && texts.contains(where: OpenAPIProse.mentionsNull)
  }
}
