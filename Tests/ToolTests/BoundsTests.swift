import Foundation
import Programs
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A schema from someone else cannot lead to files outside its package, and no input exhausts memory or time.
@Suite struct BoundsTests {
  /// A package in `package/`, with other files next to it.
  private static func package(_ schema: String) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("package/Package.swift", "")
    try workspace.write("package/Schemas/shop.yaml", schema)
    return workspace
  }

  private static func schema(output: String) -> String {
    Samples.shop.replacingOccurrences(of: "../Generated/Shop", with: output)
  }

  private static func including(_ path: String) -> String {
    Samples.shop.replacingOccurrences(of: "version: 1", with: "version: 1\ninclude: [\(path)]")
  }

  private static func makeFIFO(_ path: String, in workspace: Workspace) {
    #expect(mkfifo(workspace.url(path).path, 0o600) == 0)
  }

  // MARK: Output

  @Test func outputStaysInPackage() async throws {
    let workspace = try Self.package(Self.schema(output: "../../home"))
    let root = workspace.url("package").path
    try await workspace.expect(
      "generate", in: "package",
      gives: Outcome(
        1,
        errors: """
          Schemas/shop.yaml:4:21: error: the output folder '../../home' is outside the package of the \
          schema, '\(root)' [output-outside]
          Schemas/shop.yaml:4:21: note: if this is intended, pass '--allow-outside'

          """))
    #expect(!workspace.exists("home"))
    for flags in [["--check"], ["--diff"]] {
      #expect(try await workspace.run(["generate"] + flags, in: "package").status == 1)
    }
    #expect(try await workspace.run("generate", "--allow-outside", in: "package").status == 0)
    #expect(workspace.exists("home/Item.swift"))
    #expect(try await workspace.run("generate", "--into", "../other", in: "package").status == 0)
    #expect(workspace.exists("other/Item.swift"))
  }

  @Test(arguments: ["Package.swift", ".git/HEAD"])
  func packageIsNearestFolderWithMarker(_ mark: String) async throws {
    let workspace = try Workspace()
    try workspace.write("package/\(mark)", "")
    try workspace.write(
      "package/Sources/App/Schemas/shop.yaml", Self.schema(output: "../../../Models"))
    #expect(try await workspace.run("generate", in: "package/Sources/App").status == 0)
    #expect(workspace.exists("package/Models/Item.swift"))
  }

  @Test func packageWithoutMarkerIsParentOfSchemaFolder() async throws {
    let workspace = try Workspace()
    try workspace.write("project/Schemas/shop.yaml", Self.schema(output: "../../Models"))
    let outcome = try await workspace.run("generate", in: "project")
    #expect(outcome.status == 1 && outcome.errors.contains("[output-outside]"))
    #expect(try await workspace.run("generate", "project/Schemas/shop.yaml").status == 1)
  }

  @Test func resolvesLinkAtOutputFolder() async throws {
    let workspace = try Self.package(Samples.shop)
    try workspace.write("home/kept.txt", "")
    try workspace.link("package/Generated", to: "home")
    let outcome = try await workspace.run("generate", in: "package")
    #expect(outcome.status == 1 && outcome.errors.contains("[output-outside]"))
    #expect(try workspace.files(in: "home") == ["kept.txt"])
  }

  @Test func rejectsLinkInsideOutputFolder() async throws {
    let schema = Self.schema(output: "../Generated, templates: [../Templates]")
    let workspace = try Self.package(schema)
    try workspace.write(
      "package/Templates/a.stencil", "{# swiftsync: for=schema path=\"Sub/a.swift\" #}\n")
    try workspace.write("home/kept.txt", "")
    try FileManager.default.createDirectory(
      at: workspace.url("package/Generated"), withIntermediateDirectories: true)
    try workspace.link("package/Generated/Sub", to: "home")
    try await workspace.expect(
      "generate", in: "package",
      gives: Outcome(
        1,
        errors: """
          swiftsync-gen: error: Generated/Sub/a.swift: in the way: the link 'Sub' points outside the package of the schema; delete it
          swiftsync-gen: error: Schemas/shop.yaml: nothing was written

          """))
    #expect(try workspace.files(in: "home") == ["kept.txt"])
    #expect(try await workspace.run("generate", "--allow-outside", in: "package").status == 0)
    #expect(workspace.exists("home/a.swift"))
  }

  @Test func neverWritesHiddenFiles() async throws {
    let schema = Self.schema(output: "../Generated, templates: [../Templates]")
    let workspace = try Self.package(schema)
    let template = "{# swiftsync: for=schema path=\".bash_profile\" #}\n"
    try workspace.write("package/Templates/a.stencil", template)
    for flags in [[], ["--allow-outside"], ["--into", "elsewhere"]] {
      try await workspace.expect(
        ["generate"] + flags, in: "package",
        gives: Outcome(
          1,
          errors: """
            Templates/a.stencil:1:32: error: the output path '.bash_profile' has a name that \
            begins with a dot [output-path]

            """))
    }
    for output in ["../.git/hooks", "../../home/.config/x", "../Sources/.hidden"] {
      let workspace = try Self.package(Self.schema(output: output))
      let outcome = try await workspace.run("generate", "--allow-outside", in: "package")
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasSuffix("begins with a dot [output-path]\n"))
    }
  }

  @Test func otherCommandsStayInPackage() async throws {
    let workspace = try Self.package(
      Self.schema(output: "../Generated, templates: [../../home]"))
    try workspace.write("home/kept.txt", "")
    let eject = try await workspace.run("templates", "eject", "mermaid", in: "package")
    #expect(
      eject.errors.hasPrefix(
        "Schemas/shop.yaml:4:46: error: the template folder '../../home' is outside the package "))
    try workspace.link("package/Schemas/shop.versions", to: "home")
    let freeze = try await workspace.run("freeze", in: "package")
    #expect(
      freeze.errors.hasPrefix(
        "Schemas/shop.yaml:1:1: error: the folder of frozen versions 'shop.versions' is outside "))
    try workspace.write("empty/Package.swift", "")
    try workspace.link("empty/Schemas", to: "home")
    let starter = try await workspace.run("init", in: "empty")
    #expect(
      starter.errors == """
        swiftsync-gen: error: the folder 'Schemas' is a link that points outside '\(workspace.url("empty").path)'; remove the link

        """)
    #expect([eject, freeze, starter].allSatisfy { $0.status == 1 })
    #expect(try workspace.files(in: "home") == ["kept.txt"])
  }

  // MARK: Input

  @Test func includedFilesStayInPackage() async throws {
    let workspace = try Self.package(Self.including("../../other.yaml"))
    try workspace.write("other.yaml", Samples.fragment)
    let root = workspace.url("package").path
    try await workspace.expect(
      "validate", in: "package",
      gives: Outcome(
        1,
        errors: """
          Schemas/shop.yaml:4:11: error: cannot read '../other.yaml': it is outside the package of the \
          schema, '\(root)'; if this is intended, pass '--allow-outside' [include-outside]

          """))
    #expect(try await workspace.run("validate", "--allow-outside", in: "package").status == 0)
    let secret = try Self.package(Self.including("linked.yaml"))
    try secret.write("secret.txt", "root:password\n")
    try secret.link("package/Schemas/linked.yaml", to: "secret.txt")
    let outcome = try await secret.run("validate", in: "package")
    #expect(outcome.status == 1 && outcome.errors.contains("[include-outside]"))
    #expect(!outcome.errors.contains("password"))
  }

  @Test(arguments: [".", "./", "../Schemas"])
  func reportsIncludedFolder(_ path: String) async throws {
    let workspace = try Self.package(Self.including("\"\(path)\""))
    let folder = path == "../Schemas" ? path : "."
    try await workspace.expect(
      "validate", "shop.yaml", in: "package/Schemas",
      gives: Outcome(
        1,
        errors: """
          shop.yaml:4:11: error: cannot read '\(folder)': Is a directory [unreadable-file]

          """))
  }

  @Test func readsOnlyRegularFiles() async throws {
    let workspace = try Self.package(Self.including("pipe.yaml"))
    Self.makeFIFO("package/Schemas/pipe.yaml", in: workspace)
    let outcome = try await workspace.run("validate", "Schemas/shop.yaml", in: "package")
    #expect(
      outcome.errors == """
        Schemas/shop.yaml:4:11: error: cannot read 'Schemas/pipe.yaml': it is not a regular file \
        [unreadable-file]

        """)
    let schema = try await workspace.run("validate", "/dev/zero")
    #expect(
      schema.errors == """
        /dev/zero:1:1: error: cannot read the file: it is not a regular file [unreadable-file]

        """)
    let found = try await workspace.run("validate", in: "package")
    #expect(
      found.errors
        == "swiftsync-gen: error: cannot read 'Schemas/pipe.yaml': it is not a regular file\n")
    for arguments in [["/dev/zero"], ["-", "--context", "/dev/zero"]] {
      let rendered = try await workspace.run(["render"] + arguments, in: "package")
      #expect(
        rendered.errors
          == "swiftsync-gen: error: cannot read '/dev/zero': it is not a regular file\n")
    }
  }

  @Test func limitsInputSize() async throws {
    let workspace = try Workspace()
    let blanks = String(repeating: " ", count: 17 << 20)
    let schema = try await workspace.run("validate", "-", input: blanks)
    #expect(
      schema.errors
        == "<stdin>:1:1: error: cannot read the file: it is larger than 16 MiB [unreadable-file]\n")
    let template = try await workspace.run("render", "-", input: blanks)
    #expect(
      template.errors == "swiftsync-gen: error: cannot read '<stdin>': it is larger than 16 MiB\n")
    #expect(schema.status == 1 && template.status == 1)
  }

  // MARK: Payloads

  /// `apply <(make-rows)`
  @Test func readsPayloadFromPipe() async throws {
    let workspace = try Workspace.withSchema()
    Self.makeFIFO("rows", in: workspace)
    let apply = try workspace.tool(["apply", "rows", "--entity", "Item", "--database", "a.sqlite"])
      .start()
    let writer = try FileHandle(forWritingTo: workspace.url("rows"))
    try writer.write(contentsOf: Data("[{\"id\": 1, \"title\": \"a\"},\n {\"id\": }]".utf8))
    try writer.close()
    #expect(await apply.end() == 1)
    let outcome = try await workspace.run(
      "apply", "-", "--entity", "Item", "--database", "a.sqlite",
      input: "[{\"id\": 1, \"title\": \"a\"},\n {\"id\": }]")
    #expect(
      outcome.errors
        == "<stdin>:2:9: error: unexpected character in JSON (byte 34, at [1].id) [invalid-json]\n"
    )
  }

  @Test func skipsAnyAmountOfWhitespace() async throws {
    let workspace = try Workspace.withSchema()
    let blanks = String(repeating: " \n", count: 1 << 20)
    let outcome = try await workspace.run(
      "apply", "-", "--entity", "Item", "--database", "a.sqlite",
      input: "\(blanks)[\(blanks){\"id\": 1, \"title\": \"a\"}\(blanks)]\(blanks)x")
    let line = 4 * (1 << 20) + 1
    let byte = 8 * (1 << 20) + 25
    #expect(
      outcome.errors == """
        <stdin>:\(line):1: error: text after the end of the JSON (byte \(byte)) [invalid-json]

        """)
  }
}
