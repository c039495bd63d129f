import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads date formats: a name or a pattern, or a list of several.
enum DateFormatReader {
  static func read(
    _ node: YAMLNode, for what: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<DateFormats>? {
    switch node.content {
    case .scalar:
      return format(node, for: what(), into: &bag).map { Located(DateFormats([$0]), at: node.span) }
    case .sequence(let items) where !items.isEmpty:
      let formats = items.map { ($0, format($0, for: what(), into: &bag)) }
      reportRepeated(formats, of: what(), into: &bag)
      let known = formats.compactMap(\.1)
      return known.count == items.count ? Located(DateFormats(known), at: node.span) : nil
    case .sequence, .mapping:
      bag.add(
        .wrongShape(what(), expected: "a format or formats", item: "format", found: node))
      return nil
    }
  }

  private static func reportRepeated(
    _ formats: [(node: YAMLNode, format: DateFormat?)], of what: String,
    into bag: inout DiagnosticBag
  ) {
    var seen: Set<DateFormat> = []
    for (node, format) in formats {
      guard let format, !seen.insert(format).inserted else { continue }
      bag.add(.invalidDateFormat(what, "states '\(format.spelling)' twice", at: node.span))
    }
  }

  private static func format(
    _ node: YAMLNode, for what: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> DateFormat? {
    guard let text = node.text(for: what(), into: &bag) else { return nil }
    do {
      return try DateFormat(text.value)
    } catch {
      if looksLikeName(text.value) {
        let known = DateFormat.named.map(\.spelling)
        bag.add(.unknownDateFormat(text, for: what(), known: known))
      } else {
        bag.add(
          .invalidDateFormat(
            "\(what()) is '\(text.value)':", error.words, at: text.span,
            proposal: inLowerCase(text.value)))
      }
      return nil
    }
  }

  /// The pattern with `y` and `d` for `Y` and `D`, which other languages use; `nil` if that is not a
  /// pattern either.
  private static func inLowerCase(_ text: String) -> String? {
    let proposal = String(text.map { $0 == "Y" ? "y" : $0 == "D" ? "d" : $0 })
    guard proposal != text, (try? DateFormat(proposal)) != nil else { return nil }
    return proposal
  }

  /// Whether a string contains no separators of pattern fields, and letters that no pattern has.
  private static func looksLikeName(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      && text.contains { $0.isLetter && !"ydhmsax".contains($0) }
  }
}

extension DatePatternProblem {
  /// The problem, as a clause after the pattern and a colon.
  var words: String {
    switch self {
    case .empty: "the pattern is empty"
    case .unknownLetter(let letter):
      "'\(letter)' is not a date field; write literal text in quotes, e.g. yyyy-MM-dd'T'HH:mm"
    case .unknownField(let field): "'\(field)' is not a date field"
    case .openQuote: "a quote is not closed"
    case .missing("y"): "the year, 'y', is missing"
    case .missing("M"): "the month, 'M', is missing"
    case .missing: "the day, 'd', is missing"
    case .repeated(let field): "'\(field)' has the same meaning as an earlier field"
    case .incomplete(let field, let other): "'\(field)' needs '\(other)'"
    case .unlimited(let field):
      "'\(field)' is directly before another number, so its end is ambiguous"
    }
  }
}

extension Diagnostic {
  fileprivate static func invalidDateFormat(
    _ subject: String, _ problem: String, at span: SourceSpan, proposal: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .invalidDateFormat, "\(subject) \(problem)", at: span,
      notes: proposal.map { [Note("did you mean '\($0)'?", at: span)] } ?? [])
  }

  fileprivate static func unknownDateFormat(
    _ text: Located<String>, for what: String, known: [String]
  ) -> Diagnostic {
    let (notes, fixIt) = suggestion(for: text.value, in: known, at: text.span)
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      .unknownValue,
      "\(what) is '\(text.value)', expected one of \(list), or a pattern such as 'yyyy-MM-dd'",
      at: text.span, notes: notes, fixIt: fixIt)
  }
}
