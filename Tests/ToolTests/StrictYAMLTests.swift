import Foundation
import Programs
import Testing

/// Strict parsers of YAML 1.1, which many linters use, can read all YAML that people copy.
@Suite struct StrictYAMLTests {
  /// Examples of invalid YAML.
  private static let brokenExamples = [
    "invalid-yaml", "unknown-anchor", "alias-limit", "invalid-key",
  ]

  @Test func samplesAndDocumentsAreYAML() async throws {
    let workspace = try Workspace()
    #expect(try await workspace.run("init", "starter").status == 0)
    let arguments = [
      "-c", Self.script, Repository.url(".").path, workspace.url("Schemas/starter.yaml").path,
      Self.brokenExamples.joined(separator: ","),
    ]
    let outcome = try await Program(named: "python3", arguments, environment: Program.environment)
      .run(joinsErrors: true)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
  }

  private static let script = #"""
    import glob, re, sys
    try:
        import yaml
    except ImportError:
        sys.exit(0)
    root, starter, broken = sys.argv[1], sys.argv[2], sys.argv[3].split(",")
    def check(place, text):
        try:
            list(yaml.safe_load_all(text))
        except Exception as error:
            print(f"{place}: {error}")
    files = [starter] + [path for folder in ("Schemas", "Benchmarks", "Examples/Bookshelf/Schemas")
                         for path in glob.glob(f"{root}/{folder}/**/*.yaml", recursive=True)]
    for path in files:
        check(path, open(path).read())
    for path in glob.glob(f"{root}/docs/**/*.md", recursive=True) + [f"{root}/README.md"]:
        section = ""
        for block in re.finditer(r"^#+ `?([^`\n]*)`?$|^```ya?ml\n(.*?)^```", open(path).read(), re.S | re.M):
            if block.group(2) is None:
                section = block.group(1)
            elif section not in broken:
                check(f"{path}, {section}", block.group(2))
    """#
}
