import Foundation
import Programs
import Testing

/// A full or read-only disk: the tool prints a clear message and loses nothing.
@Suite struct DiskTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
  }

  private func apply(through wrapper: [String]) async throws -> ProgramOutcome {
    try await Tool.run(
      shelf.arguments("rows1.json", to: "folder/rows"), in: shelf.scratch, through: wrapper)
  }

  /// Compares the content without printing all rows on failure.
  private func expectContent(
    _ content: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let isSame = try shelf.content(of: "folder/rows") == content
    #expect(isSame, sourceLocation: location)
  }

  private func folder(_ permissions: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: shelf.scratch.path("folder"))
  }

  /// Fills a database in its own folder and returns its content.
  private func fill() async throws -> String {
    try FileManager.default.createDirectory(
      atPath: shelf.scratch.path("folder"), withIntermediateDirectories: false)
    try await shelf.fill("folder/rows")
    return try #require(try shelf.content(of: "folder/rows"))
  }

  /// A limit on the size of files, in blocks of 512 bytes, simulates a disk of that size: writes
  /// beyond the limit fail, as on a full disk.
  private static func limit(_ blocks: Int) -> [String] {
    ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" \"$@\""]
  }

  @Test(arguments: [1, 20, 60, 150]) func fullDisk(blocks: Int) async throws {
    let old = try await fill()
    let outcome = try await apply(through: Self.limit(blocks))
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("disk I/O error"), "\(outcome.errors)")
    let advice = "; the disk may be full or unavailable; nothing was changed\n"
    #expect(outcome.errors.hasSuffix(advice), "\(outcome.errors)")
    try expectContent(old)
    #expect(try await apply(through: []).status == 0)
    let isChanged = try shelf.content(of: "folder/rows") != old
    #expect(isChanged)
  }

  // MARK: - Permissions

  /// As root, the tool runs as another user, since root may write everything; `nil` if this is not
  /// possible.
  private func asNobody() throws -> [String]? {
    guard getuid() == 0 else { return [] }
    let setpriv = "/usr/bin/setpriv"
    guard FileManager.default.isExecutableFile(atPath: setpriv) else { return nil }
    for name in ["", "folder", "schema.yaml", "rows1.json"] {
      let isFolder = name == "" || name == "folder"
      try FileManager.default.setAttributes(
        [.posixPermissions: isFolder ? 0o777 : 0o666], ofItemAtPath: shelf.scratch.path(name))
    }
    return [setpriv, "--reuid", "65534", "--regid", "65534", "--clear-groups"]
  }

  /// SQLite detects this when it opens the file or at the first write.
  private func expectReadOnly(_ outcome: ProgramOutcome) {
    let (message, errors) = ("attempt to write a readonly database", outcome.errors)
    #expect(errors.hasPrefix("swiftsync-gen: error: ") && errors.contains(message), "\(errors)")
    let advice = "; writing requires write permission for the file and its folder\n"
    #expect(errors.hasSuffix(advice), "\(errors)")
    #expect(outcome.output == "" && outcome.status == 1)
  }

  @Test func readOnlyFile() async throws {
    let old = try await fill()
    guard let wrapper = try asNobody() else {
      return print("skipped: root may write everything, and there is no setpriv")
    }
    let file = shelf.scratch.path("folder/rows")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    expectReadOnly(try await apply(through: wrapper))
    try expectContent(old)
  }

  @Test func readOnlyFolder() async throws {
    let old = try await fill()
    guard let wrapper = try asNobody() else {
      return print("skipped: root may write everything, and there is no setpriv")
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: shelf.scratch.path("folder/rows"))
    try folder(0o555)
    let outcome = try await apply(through: wrapper)
    try folder(0o777)
    expectReadOnly(outcome)
    try expectContent(old)
  }
}
