package import SyncGenDiagnostics

/// Runs Git in a folder of a repository. No call needs a network.
package struct Git: Sendable {
  /// The reason why Git did not answer, for its user.
  package struct Failure: ToolFailure, Hashable {
    package let code: DiagnosticCode
    package let message: String
    package var advice: String?

    package func diagnostic(at span: SourceSpan) -> Diagnostic {
      Diagnostic(code, message, at: span, notes: advice.map { [.init($0, at: span)] } ?? [])
    }

    package func show(_ console: Console) {
      let text = advice.map { "\(message); \($0)" } ?? message
      console.error("\(text) [\(code.rawValue)]")
    }
  }

  /// A file at a commit, or in the index.
  struct Entry: Hashable {
    /// The path relative to the folder in which Git runs.
    let path: String
    let object: String
  }

  /// A repository on a slow disk may be large.
  private static let seconds = 300

  private let folder: String

  /// - Parameter folder: A folder in the repository; empty for the working folder.
  package init(in folder: String) {
    self.folder = folder
  }

  // MARK: Questions

  /// The commit of a reference, such as `main`, `origin/main`, `v1.2` or a hash.
  package func commit(of reference: String) throws -> String {
    // Git would read it as an option.
    if !reference.hasPrefix("-") {
      let outcome = try outcome(of: ["rev-parse", "--verify", "--quiet", reference + "^{commit}"])
      if outcome.end == .exit(0) { return Self.line(outcome.output) }
    }
    // Without a repository, no reference exists; that is the better message.
    _ = try run(["rev-parse", "--git-dir"])
    throw Failure(
      code: .unknownReference, message: "Git knows no commit '\(reference)'",
      advice: "fetch it first: in CI, a shallow clone has only the commit that it checks")
  }

  /// The newest commits that two others have in common. A shallow clone may not have them.
  func bases(of commit: String, and other: String) throws -> [String] {
    let outcome = try outcome(of: ["merge-base", "--all", commit, other])
    guard outcome.end == .exit(0) else { return [] }
    return outcome.output.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The files at the paths, which may be folders that end in `/`, without those in subfolders.
  func entries(at commit: String, _ paths: [String]) throws -> [Entry] {
    try run(["ls-tree", "-z", commit, "--"] + paths).split(separator: 0).compactMap { line in
      let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      let words = parts.first?.split(separator: UInt8(ascii: " ")) ?? []
      guard parts.count == 2, words.count == 3, words[1].elementsEqual("blob".utf8) else {
        return nil
      }
      return Entry(
        path: String(decoding: parts[1], as: UTF8.self),
        object: String(decoding: words[2], as: UTF8.self))
    }
  }

  /// The bytes of each entry, in their order.
  func contents(of entries: [Entry]) throws -> [[UInt8]] {
    if entries.isEmpty { return [] }
    let names = entries.map { $0.object + "\n" }.joined()
    var rest = try run(["cat-file", "--batch"], input: Array(names.utf8))[...]
    return try entries.map { entry in
      // `<object> blob <size>`, a line feed, the bytes, a line feed.
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")),
        let size = rest[..<end].split(separator: UInt8(ascii: " ")).last
          .flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
        rest.endIndex - end > size + 1
      else {
        throw Failure(
          code: .gitFailed, message: "Git has no content of '\(entry.path)'",
          advice: "fetch it: the clone may be partial")
      }
      defer { rest = rest[(end + size + 2)...] }
      return Array(rest[(end + 1)..<(end + 1 + size)])
    }
  }

  // MARK: Running

  /// What a command writes to standard output.
  @discardableResult
  package func run(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let outcome = try outcome(of: arguments, input: input)
    guard outcome.end == .exit(0) else {
      let reason =
        String(decoding: outcome.errors, as: UTF8.self)
        .split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
      throw Failure(code: .gitFailed, message: "'git \(Self.name(of: arguments))' failed\(reason)")
    }
    return outcome.output
  }

  /// One line that a command writes.
  package func line(_ arguments: [String]) throws -> String { Self.line(try run(arguments)) }

  /// The value of a setting; `nil` if it is not set.
  package func setting(_ key: String) throws -> String? {
    let outcome = try outcome(of: ["config", "--get", key])
    return outcome.end == .exit(0) ? Self.line(outcome.output) : nil
  }

  private func outcome(
    of arguments: [String], input: [UInt8] = []
  ) throws -> ProgramRun.Outcome {
    let outcome = try ProgramRun.run(
      ["git"] + arguments, in: folder, input: input, seconds: Self.seconds)
    switch outcome.end {
    case .exit: return outcome
    case .notStarted(let reason):
      throw Failure(
        code: .gitFailed, message: "'git' cannot be run: \(reason)",
        advice: "install Git, or add it to PATH")
    case .signal(let signal):
      throw Failure(
        code: .gitFailed, message: "'git \(Self.name(of: arguments))' was ended by signal \(signal)"
      )
    case .timeout, .tooMuchOutput:
      throw Failure(
        code: .gitFailed,
        message: "'git \(Self.name(of: arguments))' ran too long or wrote too much")
    }
  }

  private static func name(of arguments: [String]) -> String {
    arguments.first { !$0.hasPrefix("-") } ?? ""
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
