package import SyncGenDiagnostics
package import SyncGenSchema
import SyncGenYAML

/// Adds what a source has and a schema lacks. Existing lines do not change, except that a mapping
/// in braces gets its new members inside them.
package struct SchemaMerge {
  package struct Result {
    package let text: String
    /// The additions, one phrase for each.
    package let added: [String]
    /// How the source differs from the schema, without the additions.
    package let differences: [ImportDifference]
    /// The same with the lines of the text with the additions.
    package let differencesInText: [ImportDifference]
    /// The additions that failed, with the reasons.
    package let notAdded: [ImportRemark]
    /// The remarks of the source.
    package let remarks: [ImportRemark]
    /// The guesses of the additions, with their lines.
    let guesses: [LocatedNote]
    package let model: ImportedSchema
  }

  private let file: SourceFile
  private let schema: Schema
  private let compile: ImportCheck.Compiler
  private let compileSource: ImportCheck.Compiler
  private let hasRows: Bool
  private let sourceName: String?

  /// - Parameters:
  ///   - file: The current schema file.
  ///   - schema: The compiled schema.
  ///   - hasRows: Whether the schema has frozen versions. New members are then optional, because
  ///     existing rows lack them.
  ///   - compile: Compiles the schema with additions.
  ///   - compileSource: Compiles the schema of the source, which has no versions.
  ///   - sourceName: The place of what the source lacks.
  package init(
    _ file: SourceFile, _ schema: Schema, hasRows: Bool = false,
    sourceName: String? = nil, compile: @escaping ImportCheck.Compiler,
    compileSource: ImportCheck.Compiler? = nil
  ) {
    self.sourceName = sourceName
    self.compileSource = compileSource ?? compile
    self.hasRows = hasRows
    self.file = file
    self.schema = schema
    self.compile = compile
  }

  /// - Returns: `nil` if the schema cannot be read; the problems are added to the bag.
  package func run(_ source: ImportedSchema, into bag: inout DiagnosticBag) throws -> Result? {
    guard let document = YAMLReader.read(file, into: &bag) else { return nil }
    let comments = try SchemaComments(schema, file)
    var matched = SchemaMatch(source, with: schema, comments, hasRows: hasRows)
    if let separated = MergedTables.separated(source, matched, schema) {
      matched = SchemaMatch(separated, with: schema, comments, hasRows: hasRows)
    }
    let compared = try comparison(&matched, comments)
    let differences = (matched.differences + (compared?.differences ?? [])).sortedByLine
    let maker = AdditionMaker(
      matched, newFields: compared?.newFields ?? [], file, document, hasRows: hasRows)
    let lines = SchemaLines(file)
    var additions = maker.additions
    var notAdded = maker.remarks
    while true {
      let edited = TextInsertion.insert(additions, into: lines)
      var problems = DiagnosticBag()
      let result = SourceFile(path: file.path, bytes: Array(edited.text.utf8))
      if try compile(result, &problems) != nil {
        return Result(
          text: edited.text, added: additions.map(\.title), differences: differences,
          differencesInText: differences.moved(in: file.path, to: edited.newLines),
          notAdded: notAdded.distinct, remarks: source.remarks.distinct,
          guesses: zip(additions, edited.lines).flatMap { $0.guesses(from: $1.lowerBound) },
          model: matched.model)
      }
      guard drop(problems, edited.lines, &additions, &notAdded) else {
        for problem in problems.diagnostics { bag.add(problem) }
        return nil
      }
    }
  }

  /// What the schema that an import would write today says differently.
  private func comparison(
    _ matched: inout SchemaMatch, _ comments: SchemaComments
  ) throws -> SourceComparison? {
    let check = ImportCheck(
      path: file.path, name: schema.name.name, header: [], compile: compileSource)
    var problems = DiagnosticBag()
    guard let written = try check.run(named: matched.unrenamed, into: &problems) else { return nil }
    matched.dropRefused(by: written.model)
    var pairs: [String: Entity] = [:]
    for (index, entity) in matched.entities {
      pairs[matched.unrenamed.entities[index].name] = entity
    }
    let source = ComparedSource(written, isUnkeyed: matched.isUnkeyed, name: sourceName)
    var comparison = SourceComparison(schema, with: source, pairs: pairs, comments)
    comparison.run()
    return comparison
  }

  /// Leaves out additions that the compiler refuses; returns `false` if there are none.
  private func drop(
    _ problems: DiagnosticBag, _ lines: [Range<Int>], _ additions: inout [Addition],
    _ notAdded: inout [ImportRemark]
  ) -> Bool {
    var dropped: Set<Int> = []
    for problem in problems.sorted where problem.severity == .error {
      let line = problem.span.line - 1
      guard let index = lines.firstIndex(where: { $0.contains(line) }),
        dropped.insert(index).inserted
      else { continue }
      notAdded.append(
        ImportRemark(at: file.path, "\(additions[index].title): \(problem.message)"))
    }
    // A reference to a removed addition has its own error in the next round.
    if dropped.isEmpty, !additions.isEmpty, let last = additions.indices.last {
      dropped.insert(last)
      notAdded.append(
        ImportRemark(at: file.path, "\(additions[last].title): the schema would have an error"))
    }
    additions = additions.indices.filter { !dropped.contains($0) }.map { additions[$0] }
    return !dropped.isEmpty
  }
}

/// The lines of a schema file.
struct SchemaLines {
  /// The lines without their LF; those of a file with CR LF end with a CR.
  let lines: [String]
  /// What new lines have before their LF: the CR of the first line, or nothing.
  let ending: String

  init(_ file: SourceFile) {
    // In a string, CR LF is a single character, which is not equal to LF.
    let parts = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    ending = parts.count > 1 && parts[0].last == UInt8(ascii: "\r") ? "\r" : ""
    var lines = parts.map { String(decoding: $0, as: UTF8.self) }
    if let last = lines.popLast(), !last.isEmpty { lines.append(last + ending) }
    self.lines = lines
  }

  /// The scalars from a position on, which is counted from 1, to the end of its line.
  func scalars(line: Int, column: Int) -> Substring.UnicodeScalarView {
    guard lines.indices.contains(line - 1), column > 0 else { return Substring().unicodeScalars }
    return lines[line - 1].unicodeScalars.dropFirst(column - 1)
  }
}

/// Lines for a schema.
struct Addition {
  enum Place {
    /// After a line, counted from 1, as an entry of a mapping whose keys start in a column.
    case after(line: Int, column: Int)
    /// At the end of the file, in a section that the schema lacks.
    case section(String)
    /// Before the bracket that ends a mapping in braces, whose position is counted from 1.
    case before(line: Int, column: Int, needsComma: Bool)
  }

  let title: String
  let place: Place
  /// Lines, or the text of a member.
  let lines: [String]
  /// The guesses in its comments, by its lines.
  var guesses: [LocatedNote] = []

  /// The guesses by the lines of the file.
  func guesses(from line: Int) -> [LocatedNote] {
    guesses.map { LocatedNote(note: $0.note, line: $0.line + line) }
  }
}

/// Inserts additions into YAML text.
enum TextInsertion {
  /// - Returns: The text, the lines of each addition in it, and the new lines of the existing ones,
  ///   all counted from 0.
  static func insert(
    _ additions: [Addition], into source: SchemaLines
  ) -> (text: String, lines: [Range<Int>], newLines: [Int]) {
    var lines = source.lines
    insertInBraces(additions, &lines)
    var result: [String] = []
    var newLines: [Int] = []
    var ranges = additions.map { _ in 0..<0 }
    func add(_ index: Int) {
      ranges[index] = result.count..<result.count + additions[index].lines.count
      result += additions[index].lines.map { $0 + source.ending }
    }
    let order = insertionOrder(of: additions)
    for (number, line) in zip(1..., lines) {
      for (index, addition) in additions.enumerated() {
        if case .before(number, _, _) = addition.place {
          ranges[index] = result.count..<result.count + 1
        }
      }
      newLines.append(result.count)
      result.append(line)
      for index in order {
        if case .after(number, _) = additions[index].place { add(index) }
      }
    }
    for section in sections(of: additions) {
      if result.last.map({ $0 != source.ending }) ?? false { result.append(source.ending) }
      result.append("\(section):" + source.ending)
      for index in additions.indices {
        guard case .section(section) = additions[index].place else { continue }
        add(index)
      }
    }
    return (result.joined(separator: "\n") + "\n", ranges, newLines)
  }

  /// Several mappings can end at the same line, each nested in the one before, so the entries of
  /// the innermost come first.
  private static func insertionOrder(of additions: [Addition]) -> [Int] {
    let columns = additions.map { addition in
      if case .after(_, let column) = addition.place { column } else { 0 }
    }
    return additions.indices.sorted { (-columns[$0], $0) < (-columns[$1], $1) }
  }

  /// The new sections, in their order.
  private static func sections(of additions: [Addition]) -> [String] {
    additions.reduce(into: []) { sections, addition in
      guard case .section(let name) = addition.place, !sections.contains(name) else { return }
      sections.append(name)
    }
  }

  private static func insertInBraces(_ additions: [Addition], _ lines: inout [String]) {
    var byPlace: [[Int]: (needsComma: Bool, members: [String])] = [:]
    for addition in additions {
      guard case .before(let line, let column, let needsComma) = addition.place else { continue }
      byPlace[[line, column], default: (needsComma, [])].members += addition.lines
    }
    // From the end, so that columns do not change.
    for (place, entry) in byPlace.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
      .reversed()
    {
      var scalars = Array(lines[place[0] - 1].unicodeScalars)
      var end = min(place[1] - 1, scalars.count)
      while end > 0, scalars[end - 1] == " " { end -= 1 }
      // A bracket on a line of its own keeps its place.
      let isAlone = end == 0
      if isAlone { end = min(place[1] - 1, scalars.count) }
      let members = entry.members.joined(separator: ", ")
      let text =
        (entry.needsComma ? ", " : isAlone ? "" : " ") + members + (end == place[1] - 1 ? " " : "")
      scalars.insert(contentsOf: text.unicodeScalars, at: end)
      lines[place[0] - 1] = String(String.UnicodeScalarView(scalars))
    }
  }
}
