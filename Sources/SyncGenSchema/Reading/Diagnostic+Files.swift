import SyncGenDiagnostics
import SyncGenYAML

/// Problems with the files of a schema, and with the tool that reads them.
extension Diagnostic {
  static func invalidPattern(_ pattern: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unreadableFile, "'\(pattern)' has a '*' in the name of a folder, where it is not allowed",
      at: span, notes: [Note("name the folder; only the file's name can have a '*'", at: span)])
  }

  static func noMatch(_ pattern: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.unreadableFile, "no file matches '\(pattern)'", at: span)
  }

  static func invalidTool(_ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .toolVersion, "'tool' is not a version of the tool, expected numbers such as \"1.2\"",
      at: node.span)
  }

  static func otherTool(_ stated: String, current: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .toolVersion, "the schema is for version \(stated) of swiftsync-gen, and this is \(current)",
      at: span,
      notes: [
        Note(
          "install version \(stated), or change 'tool' and run 'swiftsync-gen generate' for all",
          at: span)
      ])
  }
}
