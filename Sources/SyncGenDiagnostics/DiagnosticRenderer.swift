/// Renders diagnostics for people, programs, and pages that show a build.
package enum DiagnosticRenderer {
  package enum Format: String, CaseIterable, Hashable, Sendable {
    /// `path:line:column: error: message [code]`, which editors and Xcode make clickable.
    case text
    /// One JSON object per line for each diagnostic.
    case json
    /// The commands that GitHub Actions shows at the lines of a pull request.
    case github
  }

  /// All diagnostics, each followed by a line feed.
  package static func render(
    _ diagnostics: [Diagnostic], as format: Format, isColored: Bool = false
  ) -> String {
    diagnostics.map { diagnostic in
      switch format {
      case .text: text(of: diagnostic, isColored: isColored) + "\n"
      case .json: diagnostic.json.text() + "\n"
      case .github: github(diagnostic) + "\n"
      }
    }.joined()
  }

  /// One line for the diagnostic, for each note, and for a fix that no note describes.
  package static func text(of diagnostic: Diagnostic, isColored: Bool = false) -> String {
    let first = line(
      diagnostic.severity, diagnostic.message + " [\(diagnostic.code.rawValue)]", diagnostic.span,
      isColored)
    let notes = diagnostic.allNotes.map { line(.note, $0.message, $0.span, isColored) }
    return ([first] + notes).joined(separator: "\n")
  }

  private static func line(
    _ severity: Diagnostic.Severity, _ message: String, _ span: SourceSpan, _ isColored: Bool
  ) -> String {
    let word =
      isColored
      ? "\u{1B}[1;\(severity.color)m\(severity.rawValue):\u{1B}[0m" : severity.rawValue + ":"
    return "\(span.path):\(span.line):\(span.column): \(word) \(singleLine(message))"
  }

  /// The message on one line. It quotes the user's text, which may contain line feeds and other
  /// control characters.
  private static func singleLine(_ message: String) -> String {
    guard message.unicodeScalars.contains(where: \.isControl) else { return message }
    return message.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.isControl: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func github(_ diagnostic: Diagnostic) -> String {
    let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
    let span = diagnostic.span
    let place = "file=\(escaped(span.path, also: ":,")),line=\(span.line),col=\(span.column)"
    let message = ([diagnostic.message] + diagnostic.allNotes.map(\.message)).joined(
      separator: "\n")
    return "::\(command) \(place),title=\(diagnostic.code.rawValue)::\(escaped(message))"
  }

  /// An error as a command of GitHub Actions, followed by a line feed.
  package static func githubError(
    _ message: String, path: String? = nil, line: Int = 1, title: String? = nil
  ) -> String {
    var properties = path.map { ["file=\(escaped($0, also: ":,"))", "line=\(line)"] } ?? []
    if let title { properties.append("title=\(title)") }
    let head = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
    return "::error\(head)::\(escaped(message))\n"
  }

  /// The text escaped for workflow commands: percent signs and line ends; in properties, also
  /// colons and commas.
  private static func escaped(_ text: String, also others: String = "") -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if "%\r\n".unicodeScalars.contains(scalar) || others.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Diagnostic {
  /// The notes, including the text of the fix if none of them states it.
  var allNotes: [Note] {
    // A fix of several lines is for editors, as is a deletion; a note describes it in words.
    guard let fixIt, !fixIt.replacement.isEmpty, !fixIt.replacement.contains("\n"),
      !notes.contains(where: { $0.message.contains(fixIt.replacement) })
    else {
      return notes
    }
    return notes + [Note("fix: replace with '\(fixIt.replacement)'", at: fixIt.span)]
  }
}

extension Diagnostic.Severity {
  /// The number of the color in an ANSI escape sequence.
  fileprivate var color: Int {
    switch self {
    case .note: 36
    case .warning: 33
    case .error: 31
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal might treat the character as a command, or a reader might misread the text.
  fileprivate var isControl: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
      || isDeceptive
  }
}

extension Diagnostic {
  fileprivate var json: JSONDocument {
    let head: JSONObject = [
      ("severity", .text(severity.rawValue)), ("code", .text(code.rawValue)),
      ("message", .text(message)),
    ]
    let tail: JSONObject = [
      ("notes", .array(notes.map { $0.span.json([("message", .text($0.message))]) })),
      ("fix", fixIt.map { $0.span.json([("replacement", .text($0.replacement))]) } ?? .null),
    ]
    return span.json(head, tail)
  }
}

extension SourceSpan {
  /// The place between other members.
  fileprivate func json(_ head: JSONObject, _ tail: JSONObject = []) -> JSONDocument {
    let place: JSONObject = [
      ("path", .text(path)), ("line", .integer(line)), ("column", .integer(column)),
      ("endLine", .integer(endLine)), ("endColumn", .integer(endColumn)),
    ]
    return .object(JSONObject(head.members + place.members + tail.members))
  }
}
