import SyncGenSchema

/// A temporary copy of the files that the next commit contains, as far as a check reads them. While
/// it is used, the working folder of the tool is the corresponding folder of the copy.
struct StagedCopy {
  private static let schemaFiles = [
    ":(top)*.yaml", ":(top)*.yml", ":(top)*.versions/*.json", ":(top)Package.swift",
    ":(top)*/Package.swift",
  ]

  /// The folder of the copy.
  private let root: String
  /// The repository.
  private let git: Git
  /// The path from the repository to the working folder.
  private let prefix: String
  /// The top folder of the repository.
  private let top: String

  /// Calls `body` in a copy, which is removed afterwards.
  static func use<Result>(_ body: (StagedCopy) throws -> Result) throws -> Result {
    let here = Git(in: "")
    let top = try here.line(["rev-parse", "--show-toplevel"])
    let prefix = try here.line(["rev-parse", "--show-prefix"])
    let folder = try FileSystem.createTemporaryFolder()
    defer { FileSystem.removeTree(folder) }
    let root = FileSystem.resolved(folder) ?? folder
    let copy = StagedCopy(root: root, git: Git(in: top), prefix: prefix, top: top)
    // It bounds the package, as in the repository.
    try FileSystem.createFolder(Path.join(root, ".git"))
    try copy.write(try copy.staged(schemaFiles))
    let working = Path.join(root, prefix)
    try FileSystem.createFolder(working)
    return try FileSystem.inFolder(working) { try body(copy) }
  }

  /// Adds the output and the templates of schemas; everything if commands generate or format output,
  /// because they may read any file.
  func add(filesOf schemas: [Schema]) throws {
    let outputs = schemas.flatMap(\.forEachOutput)
    if outputs.contains(where: { !$0.generation.commands.isEmpty }) {
      return try write(try staged([]))
    }
    let folders = try outputs.flatMap { schema in
      try ([schema.generation.output] + schema.generation.templateFolders).map {
        try place(of: Path.besides(schema.path, $0))
      }
    }
    let others = folders.filter { !$0.isEmpty }
    if !others.isEmpty { try write(try staged(others, literally: true)) }
  }

  /// What the user's own copy of a file contains; `nil` if it does not exist.
  ///
  /// - Parameter path: The path from the working folder.
  func workingBytes(of path: String) throws(FileFailure) -> [UInt8]? {
    let place = Path.join(Path.join(top, prefix), path)
    return try FileSystem.kind(of: place) == .file ? try FileSystem.read(place) : nil
  }

  /// The path of a folder in the repository.
  private func place(of folder: String) throws(CommandFailure) -> String {
    let path = Path.simplified(Path.join(prefix, folder))
    guard !path.hasPrefix("../"), !path.hasPrefix("/"), path != ".." else {
      throw CommandFailure("'\(folder)' is outside the repository, so its files cannot be staged")
    }
    return path
  }

  /// The paths of staged files that match, each followed by a zero byte.
  private func staged(_ patterns: [String], literally: Bool = false) throws -> [UInt8] {
    try git.run(
      (literally ? ["--literal-pathspecs"] : []) + ["ls-files", "-z", "--full-name", "--"]
        + patterns)
  }

  private func write(_ paths: [UInt8]) throws {
    try git.run(
      ["checkout-index", "-z", "--force", "--stdin", "--prefix=\(root)/"], input: paths)
  }
}
