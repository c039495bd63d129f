import SyncGenDiagnostics

/// Reads the key-value pairs of a first-line `{# swiftsync: … #}` comment.
struct DirectiveReader {
  private static let marker = Array("swiftsync:".utf8)

  private let source: SourceFile
  private var bytes: [UInt8] { source.bytes }
  private(set) var problems: [SyntaxProblem] = []

  init(_ source: SourceFile) {
    self.source = source
  }

  /// The directive, if the comment is one.
  mutating func directive(in comment: Range<Int>) -> TemplateDirective? {
    var index = skippingBlanks(from: comment.lowerBound, to: comment.upperBound)
    guard bytes[index..<comment.upperBound].starts(with: Self.marker) else {
      checkMarker(bytes[index..<comment.upperBound])
      return nil
    }
    index += Self.marker.count
    var values: [TemplateDirective.Key: TemplateDirective.Value] = [:]
    while true {
      index = skippingBlanks(from: index, to: comment.upperBound)
      guard index < comment.upperBound else { break }
      guard let (key, keyRange, value) = pair(at: &index, end: comment.upperBound) else { break }
      if values[key] != nil { report("'\(key.rawValue)' is given twice", keyRange) }
      check(key, value)
      values[key] = value
    }
    return TemplateDirective(values: values)
  }

  /// Reports a comment that was meant to be a directive.
  private mutating func checkMarker(_ comment: ArraySlice<UInt8>) {
    let word = comment.prefix { $0 > 0x20 }
    let name = text(word.indices)
    let isNearly = name.hasSuffix(":") || (name.lowercased() == "swiftsync" && hasKey(comment))
    guard isNearly, let meant = Suggestion.nearest(to: name, in: ["swiftsync:"]) else {
      return
    }
    problems.append(
      SyntaxProblem(
        .templateDirective, "unknown '\(name)' in the first-line comment", at: word.indices,
        suggestion: meant))
  }

  /// Whether a comment contains `for=` or another key of a directive.
  private func hasKey(_ comment: ArraySlice<UInt8>) -> Bool {
    let words = comment.split { $0 <= 0x20 }
    return TemplateDirective.Key.allCases.contains { key in
      let start = Array("\(key.rawValue)=".utf8)
      return words.contains { $0.starts(with: start) }
    }
  }

  /// Reports a directive that does not begin the file, so that it would have no effect.
  mutating func checkPosition(of comment: Range<Int>) {
    let start = skippingBlanks(from: comment.lowerBound, to: comment.upperBound)
    guard bytes[start..<comment.upperBound].starts(with: Self.marker),
      hasKey(bytes[start..<comment.upperBound])
    else { return }
    report("the comment 'swiftsync:' does not begin the file", start..<start + Self.marker.count)
  }

  private func skippingBlanks(from start: Int, to end: Int) -> Int {
    bytes[start..<end].firstIndex { $0 > 0x20 } ?? end
  }

  /// Reads one `key=value` pair. An unknown key is reported and skipped.
  private mutating func pair(
    at index: inout Int, end: Int
  ) -> (TemplateDirective.Key, Range<Int>, TemplateDirective.Value)? {
    while index < end {
      let keyEnd = bytes[index..<end].firstIndex { $0 == UInt8(ascii: "=") || $0 <= 0x20 } ?? end
      let keyRange = index..<keyEnd
      guard keyEnd < end, bytes[keyEnd] == UInt8(ascii: "=") else {
        report("expected '\(text(keyRange))=value'", keyRange)
        return nil
      }
      index = keyEnd + 1
      guard let value = value(at: &index, end: end) else { return nil }
      if let key = TemplateDirective.Key(rawValue: text(keyRange)) { return (key, keyRange, value) }
      reportUnknown(keyRange)
      index = skippingBlanks(from: index, to: end)
    }
    return nil
  }

  private mutating func value(at index: inout Int, end: Int) -> TemplateDirective.Value? {
    let range: Range<Int>
    if index < end, bytes[index] == UInt8(ascii: "\"") {
      guard let close = closingQuote(from: index + 1, to: end) else {
        report("the value has no closing quote", index..<end)
        return nil
      }
      range = index + 1..<close
      index = close + 1
    } else {
      range = index..<(bytes[index..<end].firstIndex { $0 <= 0x20 } ?? end)
      index = range.upperBound
    }
    return TemplateDirective.Value(text: text(range), span: source.span(of: range), range: range)
  }

  /// The quote that ends a value. Tags in the value may contain quotes of their own.
  private func closingQuote(from start: Int, to end: Int) -> Int? {
    let lexer = TemplateLexer(bytes, hasEscapes: true)
    var index = start
    while index < end {
      if bytes[index] == UInt8(ascii: "\"") { return index }
      if bytes[index] == UInt8(ascii: "{"), index + 1 < end,
        let kind = TemplateLexer.kind(of: bytes[index + 1]),
        let close = lexer.closingDelimiter(from: index + 2, end: end, kind: kind)
      {
        index = close + 2
      } else {
        index += 1
      }
    }
    return nil
  }

  private mutating func check(_ key: TemplateDirective.Key, _ value: TemplateDirective.Value) {
    let known: [String]
    switch key {
    case .trim: known = TemplateOptions.Trim.allCases.map(\.rawValue)
    case .undefined: known = TemplateOptions.Undefined.allCases.map(\.rawValue)
    case .for, .path, .set, .when, .context, .original: return
    }
    if known.contains(value.text) { return }
    let quoted = known.map { "'\($0)'" }
    let others = quoted.dropLast().joined(separator: ", ")
    report(
      "'\(key.rawValue)' is '\(value.text)', expected \(others) or \(quoted.last ?? "")",
      value.range)
  }

  private mutating func reportUnknown(_ range: Range<Int>) {
    let name = text(range)
    let known = TemplateDirective.Key.allCases.map(\.rawValue)
    problems.append(
      SyntaxProblem(
        .templateDirective, "unknown key '\(name)' in the first-line comment", at: range,
        suggestion: Suggestion.nearest(to: name, in: known)))
  }

  private mutating func report(_ message: String, _ range: Range<Int>) {
    problems.append(SyntaxProblem(.templateDirective, message, at: range))
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
