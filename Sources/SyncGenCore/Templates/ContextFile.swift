package import SyncGenDiagnostics
package import SyncGenTemplateEngine

/// Reads a JSON file as the context of a template.
package enum ContextFile {
  /// The object that the file holds; `nil` if it holds none, which the bag then says.
  package static func context(
    in file: SourceFile, into bag: inout DiagnosticBag
  ) -> TemplateValue? {
    do {
      let value = try JSONValueReader.value(of: file.bytes)
      if case .dictionary = value { return value }
      let message = "expected an object with the template's variables, found \(value.kindName)"
      bag.add(Diagnostic(.error, .invalidJSON, message, at: SourceSpan(path: file.path)))
    } catch {
      bag.add(Diagnostic(.error, .invalidJSON, error.message, at: file.span(at: error.offset)))
    }
    return nil
  }
}

extension SourceFile {
  /// The place of a byte, in lines and columns.
  fileprivate func span(at offset: Int) -> SourceSpan {
    let before = bytes.prefix(offset)
    let newline = UInt8(ascii: "\n")
    let line = 1 + before.count { $0 == newline }
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    // Bytes that continue a UTF-8 sequence are no scalars of their own.
    let column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    return SourceSpan(path: path, line: line, column: column)
  }
}
