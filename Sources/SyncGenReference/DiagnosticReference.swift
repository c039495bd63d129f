package import SyncGenDiagnostics

/// What `docs/reference/diagnostics.md` says about each code. The page is compiled into the tool.
package struct DiagnosticReference: Sendable {
  package struct Entry: Hashable, Sendable {
    package let code: DiagnosticCode
    /// The heading of the page under which the code is described.
    package let group: String
    package let blocks: [PageBlock]
  }

  /// The entries in the order of the page.
  package let entries: [Entry]

  /// The page of this version of the tool.
  package static let current = DiagnosticReference(page: PackageResources.diagnostics_md)

  package subscript(code: DiagnosticCode) -> Entry? { entries.first { $0.code == code } }

  init(page: [UInt8]) {
    let lines = String(decoding: page, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var (entries, group, isCode): ([Entry], String, Bool) = ([], "", false)
    var open: (code: DiagnosticCode, lines: [Substring])?
    func close() {
      guard let section = open else { return }
      entries.append(
        Entry(code: section.code, group: group, blocks: PageBlock.blocks(of: section.lines)))
      open = nil
    }
    for line in lines {
      if line.hasPrefix("```") { isCode.toggle() }
      if !isCode, line.hasPrefix("## ") {
        close()
        group = String(line.dropFirst(3))
      } else if !isCode, line.hasPrefix("### ") {
        close()
        open = DiagnosticCode(rawValue: line.dropFirst(4).filter { $0 != "`" }).map { ($0, []) }
      } else {
        open?.lines.append(line)
      }
    }
    close()
    self.entries = entries
  }
}

extension DiagnosticReference.Entry {
  /// The first sentence.
  package var summary: String {
    guard case .paragraph(let text) = blocks.first else { return "" }
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      if text[end] == ".", next == text.endIndex || text[next...].startsSentence {
        return String(text[..<next])
      }
      end = next
    }
    return text.hasSuffix(":") ? text.dropLast() + "." : text
  }
}

extension Substring {
  /// Whether a sentence begins after the blank at its start, rather than the next word of one with
  /// an abbreviation.
  fileprivate var startsSentence: Bool {
    guard first == " ", let letter = dropFirst().first else { return false }
    return letter.isUppercase || letter == "'"
  }
}
