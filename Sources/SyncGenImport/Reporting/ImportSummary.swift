/// The text of a report on one screen.
package struct ImportSummary {
  /// The number of lines of a list from which on equal ones become one line.
  private static let short = 12

  private let report: SourceReport

  package init(_ report: SourceReport) { self.report = report }

  package var lines: [String] {
    written + added + notAdded + found + guessed + differences + leftOut + suggestions
      + next
  }

  // MARK: Parts

  private var written: [String] {
    report.isMerge ? [] : report.wrote.map { "wrote \($0)" }
  }

  private var added: [String] {
    guard report.isMerge, let path = report.schema else { return [] }
    if report.isUpToDate { return ["\(path) is up to date"] }
    let title = report.isCheck ? "missing in \(path):" : "added to \(path):"
    return (report.added.isEmpty ? ["\(path) was not changed"] : [title])
      + report.added.map { "  \($0)" }
  }

  private var notAdded: [String] {
    let lines = report.notAdded.map { "  \($0.place): \($0.message)" }
    return lines.isEmpty ? [] : ["not added:"] + lines
  }

  private var found: [String] {
    let counts = report.counts
    let parts = [
      Self.count(counts.entities, "entity", "entities"),
      Self.count(counts.endpoints, "endpoint", "endpoints"),
      Self.count(counts.relationships, "relationship", "relationships"),
    ].compactMap(\.self)
    return report.isOfNewSchema && !parts.isEmpty ? [parts.joined(separator: ", ")] : []
  }

  private var guessed: [String] {
    let byKind = Dictionary(grouping: report.guesses, by: \.kind)
    let lines = ImportNote.Guess.allCases.compactMap { kind -> String? in
      guard let guesses = byKind[kind], let first = guesses.first else { return nil }
      let place = guesses.count == 1 ? "at" : "first at"
      let evidence = first.evidence.isEmpty ? "" : ": \(first.evidence)"
      return "  \(kind.rawValue): \(guesses.count), \(place) \(first.place)\(evidence)"
    }
    return lines.isEmpty ? [] : ["guessed, see the comments:"] + lines
  }

  private var differences: [String] {
    report.differences.isEmpty
      ? [] : ["different in the source:"] + report.differences.map { "  \($0.text)" }
  }

  private var leftOut: [String] {
    let remarks = report.leftOut
    if remarks.isEmpty || report.isCheck { return [] }
    let all = remarks.map { "\($0.place): \($0.message)" }
    let lines =
      all.count <= Self.short ? all : Self.shortened(RemarkGroup.groups(remarks)) { $0.line }
    return ["left out or changed:"] + lines.map { "  \($0)" }
  }

  private var suggestions: [String] {
    report.isCheck ? [] : Self.shortened(report.suggestions) { $0 }
  }

  private var next: [String] { Self.shortened(report.next.map { "next: \($0)" }) { $0 } }

  private static func count(_ count: Int, _ one: String, _ several: String) -> String? {
    count == 0 ? nil : "\(count) \(count == 1 ? one : several)"
  }

  /// The first lines, and how many there are besides.
  private static func shortened<Item>(_ items: [Item], _ line: (Item) -> String) -> [String] {
    guard items.count > short else { return items.map(line) }
    return items.prefix(short - 1).map(line)
      + ["and \(items.count - short + 1) others; '--report json' lists all"]
  }
}

extension SourceReport {
  /// Whether it is not about a merge, whose source was imported before.
  fileprivate var isOfNewSchema: Bool { schema != nil && !isMerge }
}

/// Remarks that differ only in names and numbers.
struct RemarkGroup {
  private let first: ImportRemark
  private var count = 1

  private init(_ first: ImportRemark) { self.first = first }

  /// The groups, the largest first.
  static func groups(_ remarks: [ImportRemark]) -> [RemarkGroup] {
    var groups: [RemarkGroup] = []
    var positions: [String: Int] = [:]
    for remark in remarks {
      let kind = kind(of: remark.message)
      if let known = positions[kind] {
        groups[known].count += 1
      } else {
        positions[kind] = groups.count
        groups.append(RemarkGroup(remark))
      }
    }
    return groups.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    .map(\.element)
  }

  /// A message without names in quotation marks, numbers, and methods with paths.
  private static func kind(of message: String) -> String {
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
    let text = quoted.enumerated().map { $0.offset % 2 == 0 ? String($0.element) : "" }
    return text.joined(separator: "'").split(separator: " ")
      .filter { !$0.hasPrefix("/") && !$0.contains(where: \.isNumber) }
      .joined(separator: " ")
  }

  var line: String {
    "\(first.place): \(first.message)" + (count == 1 ? "" : ", and \(count - 1) like it")
  }
}
