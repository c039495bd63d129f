package import SyncGenDiagnostics
import SyncGenSchema
import SyncGenYAML

/// The files of schemas in their usual format.
package struct SchemaFormatting: Sendable {
  package struct File: Hashable, Sendable {
    package let path: String
    package let old: [UInt8]
    package let new: [UInt8]

    package var isChanged: Bool { !old.hasSameBytes(as: new) }

    /// The first line that would change, from 1.
    package var firstChangedLine: Int {
      let same = zip(old, new).prefix { $0 == $1 }
      return 1 + same.count { $0.0 == UInt8(ascii: "\n") }
    }
  }

  /// The files in the order in which schemas include them, each once.
  package private(set) var files: [File] = []
  private let allowsOutside: Bool

  package init(allowingOutside allowsOutside: Bool) {
    self.allowsOutside = allowsOutside
  }

  /// Adds a schema with its fragments, or a fragment. Files that are not valid YAML are missing and
  /// reported in the bag.
  ///
  /// - Parameter path: The path; `-` is standard input, whose fragments are not formatted.
  package mutating func add(_ path: String, into bag: inout DiagnosticBag) throws {
    if path == "-" {
      let file = try InputFile.read(path)
      try Self.checkKind(of: file)
      return try add([file], into: &bag)
    }
    let file = try InputFile.read(path)
    guard RootKeys(of: file.bytes).contains("swiftsync") else {
      try Self.checkKind(of: file)
      return try add([file], into: &bag)
    }
    try add(schemaAt: path, into: &bag)
  }

  private mutating func add(schemaAt path: String, into bag: inout DiagnosticBag) throws {
    var problems = DiagnosticBag()
    let before = Pipeline.source(at: path, allowingOutside: allowsOutside, into: &problems)
    for problem in problems.diagnostics
    where [.unreadableFile, .includeOutside].contains(problem.code) { bag.add(problem) }
    try add(before.files, into: &bag)
    guard let schema = before.schema else { return }
    let formatted = Dictionary(files.map { ($0.path, $0.new) }) { first, _ in first }
    var others = DiagnosticBag()
    let after = Pipeline.source(
      at: path, allowingOutside: allowsOutside, replacing: formatted, into: &others)
    guard let again = after.schema,
      Pipeline.fingerprint(of: again) == Pipeline.fingerprint(of: schema)
    else {
      throw CommandFailure(
        "'format' would change what the schema says, so nothing was written; please report this with "
          + "the schema", at: path)
    }
  }

  private mutating func add(_ sources: [SourceFile], into bag: inout DiagnosticBag) throws {
    for source in sources where !files.contains(where: { $0.path == source.path }) {
      do throws(YAMLFormatter.Refusal) {
        guard let new = try YAMLFormatter.format(source, into: &bag) else { continue }
        files.append(File(path: source.path, old: source.bytes, new: new))
      } catch {
        throw CommandFailure(
          error.message, at: "\(error.span.path):\(error.span.line):\(error.span.column)")
      }
    }
  }

  /// Throws if the file is neither a schema nor a fragment, such as another program's YAML.
  private static func checkKind(of file: SourceFile) throws(CommandFailure) {
    let keys = RootKeys(of: file.bytes)
    let known = ["swiftsync"] + FragmentKey.allCases.map(\.rawValue)
    if known.contains(where: keys.contains) { return }
    throw CommandFailure(
      "this is neither a schema nor a fragment: it has none of the keys "
        + known.map { "'\($0)'" }.joined(separator: ", "), at: file.path)
  }
}
