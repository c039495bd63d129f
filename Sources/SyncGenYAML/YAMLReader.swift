package import SyncGenDiagnostics

/// Reads YAML into nodes with places. For any bytes, it terminates and reports errors.
package enum YAMLReader {
  /// The only document of a file; `nil` if there is none that can be read.
  ///
  /// Duplicate keys and similar mistakes are reported in the bag, and reading continues.
  ///
  /// - Parameter isPlainYAML: Whether merge keys (`<<`) and the tags of the core schema, such as
  ///   `!!str`, have their meaning. In a schema they are an error.
  package static func read(
    _ file: SourceFile, isPlainYAML: Bool = false, into bag: inout DiagnosticBag
  ) -> YAMLNode? {
    let markers = file.conflictMarkers
    if !markers.isEmpty {
      bag.add(.conflictMarkers(markers))
      return nil
    }
    return read(bytes: file.bytes, path: file.path, isPlainYAML: isPlainYAML, into: &bag)
  }

  package static func read(
    bytes: [UInt8], path: String, isPlainYAML: Bool = false, into bag: inout DiagnosticBag
  ) -> YAMLNode? {
    let file = SourceFile(path: path, bytes: bytes)
    return readText(file, isPlainYAML: isPlainYAML, into: &bag)?.root
  }

  /// The document with the text in which libyaml read it; conflict markers are not looked for.
  static func readText(
    _ file: SourceFile, isPlainYAML: Bool = false, into bag: inout DiagnosticBag
  ) -> (root: YAMLNode, text: SourceText)? {
    let hasMark = file.bytes.starts(with: byteOrderMark)
    let text = SourceText(bytes: hasMark ? Array(file.bytes[3...]) : file.bytes)
    if let offset = text.firstInvalidByte {
      bag.add(.invalidUTF8(text.bytes[offset], at: text.span(ofByte: offset, path: file.path)))
      return nil
    }
    return read(text, path: file.path, isPlainYAML: isPlainYAML, into: &bag)
  }

  /// Reads YAML text again without the question mark, or with the surrogate pair combined, that
  /// libyaml stopped at, until it is read or there is another error. A blank replaces the mark, so
  /// that all places are unchanged.
  private static func read(
    _ original: SourceText, path: String, isPlainYAML: Bool, into bag: inout DiagnosticBag
  ) -> (root: YAMLNode, text: SourceText)? {
    var text = original
    while true {
      var composer = YAMLComposer(parser: EventParser(text), text: text, path: path)
      composer.isPlainYAML = isPlainYAML
      let node = composer.document()
      if let place = composer.failurePlace {
        if text.blankQuestionMark(at: place) { continue }
        if composer.isAtEscape, text.combineSurrogates(at: place) { continue }
      }
      for diagnostic in composer.bag.diagnostics { bag.add(diagnostic) }
      return node.map { ($0, text) }
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension SourceText {
  func span(ofByte offset: Int, path: String) -> SourceSpan {
    let position = position(ofByte: offset)
    return SourceSpan(path: path, line: position.line, column: position.column)
  }
}
