import CYAML
import SyncGenDiagnostics

/// The messages about errors in YAML itself.
extension Diagnostic {
  static func invalidUTF8(_ byte: UInt8, at span: SourceSpan) -> Diagnostic {
    let digits = String(byte, radix: 16, uppercase: true)
    return Diagnostic(
      .invalidUTF8, "the file is not UTF-8: byte 0x\(digits) is not allowed here", at: span)
  }

  /// - Parameter markers: The lines with markers; at least one.
  static func conflictMarkers(_ markers: [SourceSpan]) -> Diagnostic {
    let lines = markers.prefix(12).map { "\($0.line)" }
    let last = markers.count > 12 ? "\(markers.count - 11) more" : lines.last ?? ""
    let words =
      markers.count == 1
      ? "line \(last)" : "lines \(lines.dropLast().joined(separator: ", ")) and \(last)"
    return Diagnostic(
      .conflictMarkers, "the file has conflict markers of Git, in \(words)", at: markers[0],
      notes: [
        Note("keep what both branches need, and delete the lines with the markers", at: markers[0])
      ])
  }

  static func emptyFile(at span: SourceSpan) -> Diagnostic {
    Diagnostic(.emptyFile, "the file is empty, expected a mapping", at: span)
  }

  static func multipleDocuments(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .multipleDocuments, "a second document begins here, but a file can contain only one", at: span
    )
  }

  static func nestingTooDeep(limit: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.nestingTooDeep, "more than \(limit) nested levels", at: span)
  }

  static func unsupportedTag(_ tag: String, at span: SourceSpan) -> Diagnostic {
    let standard = "tag:yaml.org,2002:"
    let tag = tag.hasPrefix(standard) ? "!!" + tag.dropFirst(standard.count) : tag
    return Diagnostic(.unsupportedTag, "tag '\(tag)' has no effect; remove it", at: span)
  }

  static func unknownAnchor(_ name: String, at span: SourceSpan, known: [String]) -> Diagnostic {
    let suggestion = Suggestion.nearest(to: name, in: known)
    return Diagnostic(
      .unknownAnchor, "alias '*\(name)' has no anchor '&\(name)' before it", at: span,
      notes: suggestion.map { [Note("did you mean '*\($0)'?", at: span)] } ?? [])
  }

  static func recursiveAlias(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.unknownAnchor, "alias '*\(name)' is inside the node that it refers to", at: span)
  }

  static func aliasLimit(limit: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.aliasLimit, "aliases repeat more than \(limit) values", at: span)
  }

  static func invalidKey(at span: SourceSpan) -> Diagnostic {
    Diagnostic(.invalidKey, "a mapping or a list cannot be a key, expected a string", at: span)
  }

  static func mergeKey(at span: SourceSpan) -> Diagnostic {
    Diagnostic(.invalidKey, "merge keys ('<<') are not supported; write the keys out", at: span)
  }

  /// A value such as `[string]?`.
  ///
  /// - Parameters:
  ///   - isList: Whether it is a list of scalars, which quotes make a type.
  ///   - span: The span of the value without its question mark.
  static func unquotedOptional(
    in text: SourceText, isList: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let place = SourceSpan(
      path: span.path, line: span.line, column: span.column, endLine: span.endLine,
      endColumn: span.endColumn + 1)
    var fixIt: FixIt?
    if isList, span.line == span.endLine {
      let value = String(
        String.UnicodeScalarView(
          text.line(span.line).unicodeScalars.dropFirst(span.column - 1)
            .prefix(span.endColumn - span.column)))
      if !value.contains("\"") { fixIt = FixIt(replacement: "\"\(value)?\"", at: place) }
    }
    return Diagnostic(
      .invalidYAML,
      isList
        ? "invalid YAML: '?' is not allowed after a bracket; put the whole type in quotes"
        : "invalid YAML: '?' is not allowed after a bracket; declare a type under 'types', and "
          + "write its name with a '?'", at: place, fixIt: fixIt)
  }

  /// A value such as `[string] = []`, which YAML does not read as one text.
  static func unquotedDefault(_ found: UnquotedDefault, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidYAML,
      "invalid YAML: this value must be in quotes, because it \(found.reason)",
      at: span,
      fixIt: Diagnostic.FixIt(replacement: YAMLText.quoted(found.text), at: span))
  }

  static func duplicateKey(_ key: String, at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      .duplicateKey, "duplicate key '\(key)'", at: span,
      notes: [Note("the first '\(key)' is here", at: first)])
  }

  static func invalidYAML(
    _ failure: EventParser.Failure, in text: SourceText, path: String
  ) -> Diagnostic {
    if let offset = failure.byteOffset {
      let place = text.span(ofByte: min(offset, text.bytes.count), path: path)
      return Diagnostic(.invalidYAML, "invalid YAML: \(failure.problem)", at: place)
    }
    let place = text.span(of: failure.place, path: path)
    let character = text.line(place.line).unicodeScalars.dropFirst(failure.place.column).first
    let words = YAMLProblem.words(
      for: failure.problem, while: failure.context, isAtTab: character == "\t")
    return Diagnostic(
      .invalidYAML, "invalid YAML: \(words)", at: place,
      notes: context(failure, in: text, path: path) + hints(failure, in: text, at: place))
  }

  private static func context(
    _ failure: EventParser.Failure, in text: SourceText, path: String
  ) -> [Note] {
    guard let note = failure.context.flatMap(YAMLProblem.note) else { return [] }
    return [Note(note, at: text.span(of: failure.contextPlace, path: path))]
  }

  private static func hints(
    _ failure: EventParser.Failure, in text: SourceText, at place: SourceSpan
  ) -> [Note] {
    let line = text.line(place.line)
    let before = line.unicodeScalars.prefix(failure.place.column + 1)
    if before.last == "\t" || before.allSatisfy({ $0 == "\t" || $0 == " " }) && line.contains("\t")
    {
      return [Note("indent with spaces; YAML does not allow tabs here", at: place)]
    }
    return []
  }
}

extension SourceText {
  fileprivate func span(of mark: yaml_mark_t, path: String) -> SourceSpan {
    let position = position(of: mark)
    return SourceSpan(path: path, line: position.line, column: position.column)
  }
}
