package import SyncGenDiagnostics

/// Lays out schemas in their usual format, without changing what they say.
package enum YAMLFormatter {
  /// The reason why a file is not laid out: its content or a comment would be lost.
  package struct Refusal: Error, Hashable, Sendable {
    package let message: String
    package let span: SourceSpan
  }

  /// The text of a file in the format of schemas; `nil` if the file is not valid YAML, which is
  /// reported in the bag.
  ///
  /// Comments and the order of keys stay. The result has the same nodes and the same comments as the
  /// file, or there is none.
  package static func format(
    _ file: SourceFile, into bag: inout DiagnosticBag
  ) throws(Refusal) -> [UInt8]? {
    let markers = file.conflictMarkers
    if !markers.isEmpty {
      bag.add(.conflictMarkers(markers))
      return nil
    }
    var problems = DiagnosticBag()
    let read = YAMLReader.readText(file, into: &problems)
    for problem in problems.diagnostics { bag.add(problem) }
    guard let (root, text) = read, !problems.hasErrors else { return nil }
    let layout = try layout(of: text.bytes, file)
    let result = Array(layout.printed.utf8)
    var others = DiagnosticBag()
    let copy = SourceFile(path: file.path, bytes: result)
    guard let again = YAMLReader.read(copy, into: &others), !others.hasErrors else {
      throw refusal(at: root.span)
    }
    if let node = root.firstDifference(from: again) { throw refusal(at: node.span) }
    guard try self.layout(of: result, copy).comments == layout.comments else {
      throw Refusal(
        message: "'format' does not know where to put a comment of this file; move the comments "
          + "inside braces and brackets to lines of their own", span: root.span)
    }
    return result
  }

  private static func layout(
    of bytes: [UInt8], _ file: SourceFile
  ) throws(Refusal) -> (printed: String, comments: [String]) {
    let text = LayoutText(bytes)
    guard let tokens = LayoutScanner.tokens(of: bytes) else {
      throw refusal(at: SourceSpan(path: file.path))
    }
    do throws(LayoutReader.Unsupported) {
      let document = try LayoutReader.document(tokens, of: text)
      return (LayoutPrinter.text(document), text.comments(between: tokens))
    } catch {
      throw refusal(at: text.span(of: error.offset, path: file.path))
    }
  }

  private static func refusal(at span: SourceSpan) -> Refusal {
    Refusal(
      message: "'format' cannot lay this out without changing what it says; write it as schemas "
        + "usually do", span: span)
  }
}

extension LayoutText {
  /// All comments in their order, also those after `|` and `>`.
  fileprivate func comments(between tokens: [LayoutToken]) -> [String] {
    filled(tokens).flatMap { token -> [String] in
      let before = (token.gap.remark?.texts ?? []) + token.gap.comments.map(\.text)
      guard token.kind == .scalar(.block), let header = rawLines(of: token.range).first,
        let start = header.firstIndex(of: "#")
      else { return before }
      return before + [self[start..<header.endIndex]]
    }
  }

  fileprivate func span(of offset: Int, path: String) -> SourceSpan {
    let before = rawLines(of: 0..<min(offset, characters.count))
    return SourceSpan(path: path, line: before.count, column: (before.last?.count ?? 0) + 1)
  }
}

extension YAMLNode {
  /// The first node that another tree does not have in the same place; `nil` if both say the same.
  fileprivate func firstDifference(from other: YAMLNode) -> YAMLNode? {
    switch (content, other.content) {
    case (.scalar(let mine), .scalar(let theirs)):
      return mine == theirs ? nil : self
    case (.sequence(let mine), .sequence(let theirs)):
      guard mine.count == theirs.count else { return self }
      return zip(mine, theirs).lazy.compactMap { $0.firstDifference(from: $1) }.first
    case (.mapping(let mine), .mapping(let theirs)):
      guard mine.map(\.key) == theirs.map(\.key) else { return self }
      return zip(mine, theirs).lazy.compactMap { $0.value.firstDifference(from: $1.value) }.first
    default:
      return self
    }
  }
}
