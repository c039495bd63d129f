import SwiftSyncValues
package import SyncGenDiagnostics
package import SyncGenTemplateEngine

/// Reads a JSON file as the context of a template.
package enum ContextFile {
  /// The object in the file; `nil` if the file contains none, which is reported in the bag.
  package static func context(
    in file: SourceFile, into bag: inout DiagnosticBag
  ) -> TemplateValue? {
    do {
      let value = try JSONValueReader.value(of: file.bytes)
      if case .dictionary = value { return value }
      let message = "expected an object with the template's variables, found \(value.kindName)"
      bag.add(Diagnostic(.error, .invalidJSON, message, at: SourceSpan(path: file.path)))
    } catch {
      let span = file.span(of: error.offset..<error.offset)
      bag.add(Diagnostic(.error, .invalidJSON, error.message, at: span))
    }
    return nil
  }
}
