import SyncGenYAML

/// Descriptions, which may be pages of Markdown.
enum OpenAPIProse {
  private static let length = 200

  /// What follows a text that is cut.
  private static let mark = " …"

  /// The first paragraph, without HTML, and without the sentences or words after about 200 characters; nil if nothing
  /// is left. A text that is cut ends with `…`.
  static func short(_ text: String) -> String? {
    var lines: [Substring] = []
    var isCut = false
    for line in OpenAPIMarkup.plain(text).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    {
      let isBlank = line.allSatisfy(\.isWhitespace)
      if isBlank, !lines.isEmpty { isCut = true }
      if !isBlank, isCut {
        return shortParagraph(lines).map { $0.hasSuffix(mark) ? $0 : $0 + mark }
      }
      if !isBlank { lines.append(line) }
    }
    return shortParagraph(lines)
  }

  private static func shortParagraph(_ lines: [Substring]) -> String? {
    let words = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace)
    var result = ""
    var sentence: String?
    for word in words {
      guard result.count + word.count < length else { return (sentence ?? result) + mark }
      result += (result.isEmpty ? "" : " ") + word
      // An abbreviation, such as `e.g.`, ends no sentence.
      if word.hasSuffix("."), !word.dropLast().contains(".") { sentence = result }
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

  /// The documentation of an operation: its description, or its summary if there is none that says
  /// what the operation does.
  ///
  /// - Parameter shared: The descriptions and summaries that several operations have.
  static func documentation(of operation: YAMLNode, shared: Set<String>) -> String? {
    let summary = operation["summary"]?.text.flatMap(short)
    guard let stated = operation["description"]?.text, let text = short(stated) else {
      return summary
    }
    let own = operation["summary"]?.text ?? ""
    let isLessPrecise = shared.contains(stated) && !shared.contains(own)
    return isIncomplete(text) || isLessPrecise ? summary ?? text : text
  }

  /// The descriptions and summaries that several operations have.
  static func shared(by operations: [OpenAPIOperation]) -> Set<String> {
    var counts: [String: Int] = [:]
    for operation in operations {
      let texts = ["summary", "description"].compactMap { operation.node[$0]?.text }
      for text in Set(texts) { counts[text, default: 0] += 1 }
    }
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  /// Whether a text is only a link, a remark on permissions, notes, or the start of a list.
  private static func isIncomplete(_ text: String) -> Bool {
    let text = text.hasSuffix(mark) ? text.dropLast(mark.count) : text[...]
    let isLink = text.hasPrefix("http") && text.contains("://") && !text.contains(" ")
    let start = text.lowercased().drop { !$0.isLetter }
    let isRemark = ["secured by", "note:", "notes:", "note**:", "notes**:"]
      .contains(where: start.hasPrefix)
    return isLink || text.hasSuffix(":") || isRemark
  }

  private static let usual: Set<String> = [
    "a", "access", "an", "and", "associated", "be", "by", "change", "create", "created", "current",
    "delete", "deleted", "desired", "existing", "fetch", "fetched", "for", "from", "get", "given",
    "guid", "id", "identifier", "identifies", "identify", "ids", "in", "int", "integer", "internal",
    "is", "it", "item", "its", "key", "modified", "modify", "number", "numeric", "object",
    "of", "on", "param", "parameter", "particular", "path", "primary", "read", "record", "related",
    "remove", "request", "requested", "required", "resource", "retrieve", "retrieved", "return",
    "returned", "row", "specific", "specified", "string", "target", "that", "the", "this",
    "to", "unique", "uniquely", "update", "updated", "use", "used", "uuid", "value", "view", "want",
    "which", "with", "you", "your",
  ]

  /// Whether the description of a placeholder says more than what it stands for, as in
  /// `The ID of the task` for `/tasks/{task_id}`.
  static func saysMore(_ text: String, than path: String) -> Bool {
    let known = letters(path)
    let steps = Set(OpenAPINames.snake(path).split(separator: "_"))
    return text.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { word in
      let one = word.hasSuffix("s") ? word.dropLast() : word
      let isInPath = one.count > 2 ? known.contains(one) : steps.contains(one)
      return word.count > 1 && !usual.contains(String(word)) && !isInPath
    }
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

extension OpenAPISchemaMaker {
  /// The documentation of a member: its own, otherwise that of a component that becomes no type and
  /// whose content is the member's.
  func documentation(_ shape: OpenAPIShape, of key: String) -> String? {
    if let text = shape.documentation(of: key) { return text }
    guard let component = shape.component else { return nil }
    switch roles.roles[component] {
    case .inline?, .base?, nil:
      return document.shape(ofComponent: component)?.documentation(of: component)
    case .value? where roles.isCaseInPlace(component):
      return document.shape(ofComponent: component)?.documentation(of: component)
    default: return nil
    }
  }
}
