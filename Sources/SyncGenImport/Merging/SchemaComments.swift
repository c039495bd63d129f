import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema

/// The comments of a schema in which its authors accept differences from the source.
///
/// - `# differs: REASON` after a declaration, or directly above it, accepts what the source says
///   about it and about everything in it.
/// - `# left out: NAME, NAME` anywhere accepts that the schema lacks these. `*` at the end of a name
///   stands for any text without a dot, or for any text in the path of an endpoint.
struct SchemaComments {
  private static let differs = "differs:"
  private static let leftOut = "left out:"

  /// The lines of each file.
  private let lines: [String: [String]]
  private let names: Set<String>
  private let starts: [String]

  /// - Parameter file: The schema file, which is in memory; included files are read.
  init(_ schema: Schema, _ file: SourceFile) throws(FileFailure) {
    var lines: [String: [String]] = [:]
    for path in Set(schema.sources.paths + [file.path]) {
      let source = path == file.path ? file : try InputFile.read(path)
      lines[path] = SchemaLines(source).lines
    }
    self.lines = lines
    let all = lines.values.joined().compactMap(Self.comment).flatMap(Self.namesLeftOut)
    names = Set(all)
    starts = all.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }
  }

  /// Whether the schema lacks a declaration on purpose.
  func leavesOut(_ name: String) -> Bool {
    names.contains(name)
      || starts.contains { start in
        name.hasPrefix(start)
          && (name.contains("/") || !name.dropFirst(start.count).contains("."))
      }
  }

  /// Whether the declaration at the line may differ from the source.
  func accepts(_ span: SourceSpan) -> Bool {
    comments(at: span).contains { $0.hasPrefix(Self.differs) }
  }

  /// The comments after the line, and directly above it.
  func comments(at span: SourceSpan) -> [String] {
    lines[span.path].map { Self.comments(at: span.line, in: $0) } ?? []
  }

  /// - Parameter line: A line, from 1.
  static func comments(at line: Int, in lines: [String]) -> [String] {
    guard lines.indices.contains(line - 1) else { return [] }
    var comments = [comment(lines[line - 1])]
    var above = line - 2
    while above >= 0, isComment(lines[above]) {
      comments.append(comment(lines[above]))
      above -= 1
    }
    return comments.compactMap(\.self)
  }

  // MARK: Lines

  private static func isComment(_ line: String) -> Bool {
    line.first { !$0.isWhitespace } == "#"
  }

  /// The text after the last `#` that begins a comment: at the start of the line or after a blank,
  /// and outside quotation marks.
  private static func comment(_ line: String) -> String? {
    var quote: Character?
    var before: Character = " "
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'", !before.isLetter, !before.isNumber {
        quote = character
      } else if character == "#", before.isWhitespace {
        return line[line.index(after: index)...].trimmed
      }
      before = character
    }
    return nil
  }

  private static func namesLeftOut(_ comment: String) -> [String] {
    guard comment.hasPrefix(leftOut) else { return [] }
    return comment.dropFirst(leftOut.count).split(separator: ",").map(\.trimmed)
      .filter { !$0.isEmpty }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
