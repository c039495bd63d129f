import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The `context` of a template's first line: the version of the context that it was written for.
enum ContextVersion {
  /// The mistake of a template that was written for another version than the tool's.
  static func problem(of template: Template) -> Diagnostic? {
    guard let stated = template.directive?[.context], stated.text != "\(RootContext.version)" else {
      return nil
    }
    let current = RootContext.version
    guard let version = Int(stated.text), version > 0 else {
      return Diagnostic(
        .error, .templateDirective,
        "'context' is '\(stated.text)', expected the version of the context, \(current)",
        at: stated.span)
    }
    let advice =
      version > current
      ? "update swiftsync-gen"
      : "adapt it to the changes of the context, which CHANGELOG.md lists, and write "
        + "'context=\(current)'"
    return Diagnostic(
      .error, .templateDirective,
      "the template was written for version \(version) of the context, and this is version "
        + "\(current)", at: stated.span, notes: [.init(advice, at: stated.span)])
  }
}
