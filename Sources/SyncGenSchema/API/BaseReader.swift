import SyncGenDiagnostics
import SyncGenYAML

/// Reads `base:` of `api:`, a path or a URL.
enum BaseReader {
  struct Base {
    var path = ""
    /// The URL, if the base is one.
    var url: String?
  }

  static func read(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> Base {
    guard let text = node?.text(for: "'base' of 'api'", into: &bag) else { return Base() }
    guard text.value.contains("://") else {
      let note = text.value.hasPrefix("/") ? nil : "a URL begins with 'https://'"
      return check(text.value, text.span, note: note, into: &bag) ? Base(path: text.value) : Base()
    }
    let path = API.path(ofURL: text.value)
    guard WebOrigin.isValid(String(text.value.dropLast(path.count))) else {
      bag.add(.invalidBaseURL(text))
      return Base()
    }
    return path.isEmpty || check(path, text.span, into: &bag) ? Base(url: text.value) : Base()
  }

  private static func check(
    _ path: String, _ span: SourceSpan, note: String? = nil, into bag: inout DiagnosticBag
  ) -> Bool {
    let problem =
      path.contains("{")
      ? "has placeholders, which 'base' cannot have"
      : EndpointPath.problem(of: path)
        ?? (path.hasSuffix("/")
          ? "ends with '/', but the paths of endpoints begin with '/'" : nil)
    guard let problem else { return true }
    bag.add(.invalidPath(Located(path, at: span), problem, note: note))
    return false
  }
}

extension Diagnostic {
  fileprivate static func invalidBaseURL(_ text: Located<String>) -> Diagnostic {
    Diagnostic(
      .invalidPath,
      "'base' of 'api' is '\(text.value)', expected a path such as '/api', or a URL such as 'https://api.example/v1' without credentials and a query",
      at: text.span)
  }
}
