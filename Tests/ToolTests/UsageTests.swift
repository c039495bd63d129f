import Programs
import Testing

/// Errors in the command line itself: exit status 64, and help on standard error.
@Suite struct UsageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let message: String
    let usage: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String, _ message: String, _ usage: String) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.message = message
      self.usage = usage
    }
  }

  private static let generate = "generate [SCHEMA…] [options]"
  private static let apply = "apply PAYLOAD… --database FILE [options]"
  private static let export = "export --entity NAME --database FILE [options]"
  private static let check = "check-payload PAYLOAD… [options]"
  private static let render = "render TEMPLATE [options]"
  private static let rows = "apply p.json --entity Item --database d"

  static let cases = [
    Case("", "a command is missing", "COMMAND [options]"),
    Case("-q", "a command is missing", "COMMAND [options]"),
    Case("-x", "unknown option '-x'", "COMMAND [options]"),
    Case("generat", "unknown command 'generat'; did you mean 'generate'?", "COMMAND [options]"),
    Case("frobnicate", "unknown command 'frobnicate'", "COMMAND [options]"),
    Case("help aply", "unknown command 'aply'; did you mean 'apply'?", "COMMAND [options]"),
    Case("generate --chek", "unknown option '--chek'; did you mean '--check'?", generate),
    Case("generate --wtch", "unknown option '--wtch'; did you mean '--watch'?", generate),
    Case("generate -z", "unknown option '-z'", generate),
    Case("generate --check=yes", "option '--check' takes no value", generate),
    Case("generate --depfile", "option '--depfile' needs a value: FILE", generate),
    Case("generate --depfile --check", "option '--depfile' needs a value: FILE", generate),
    Case("generate -q -v", "options '--quiet' and '--verbose' cannot be combined", generate),
    Case(
      "generate --check --depfile d",
      "option '--depfile' writes a file, but '--check' and '--diff' write nothing", generate),
    Case(
      "validate --format xml",
      "option '--format' must be 'text', 'json' or 'github', not 'xml'",
      "validate [SCHEMA…] [options]"),
    Case("init a b", "unexpected argument 'b'", "init [NAME] [options]"),
    Case(
      "init 1st",
      "NAME must begin with a letter and contain only letters, digits, '-' and '_', found '1st'",
      "init [NAME] [options]"),
    Case("context a b", "unexpected argument 'b'", "context [SCHEMA] [options]"),
    Case("context a --schema b", "only one schema can be given", "context [SCHEMA] [options]"),
    Case("render", "TEMPLATE is missing", render),
    Case(
      "render t --trim all", "option '--trim' must be 'lines', 'smart' or 'nothing', not 'all'",
      render),
    Case(
      "render t --undefined x",
      "option '--undefined' must be 'error' or 'empty', not 'x'", render),
    Case(
      "apply p.json --entity Item --database :memory:",
      "option '--database' is ':memory:', an in-memory database that is discarded when the command ends; expected a file",
      apply),
    Case(
      "apply p.json --entity Item --database=",
      "option '--database' is empty, expected a file", apply),
    Case(
      "apply p.json --entity Item --database file:x.db?mode=memory",
      "option '--database' is a URI, expected a path; write './file:x.db?mode=memory' for a file of that name",
      apply),
    Case(
      "export --entity Item --database :memory:",
      "option '--database' is ':memory:', an in-memory database that is discarded when the command ends; expected a file",
      export),
    Case(
      "export --entity Item --database=", "option '--database' is empty, expected a file", export),
    Case("render t --context a --context b", "option '--context' can be given only once", render),
    Case(
      "render t --context a --schema b",
      "options '--context' and '--schema' cannot be combined", render),
    Case("apply --entity Item --database d", "PAYLOAD is missing", apply),
    Case(
      "apply p.json --entity A --document B --database d",
      "options '--entity' and '--document' cannot be combined", apply),
    Case("apply p.json --entity Item", "option '--database FILE' is required", apply),
    Case(
      "\(rows) --missing-rows drop",
      "option '--missing-rows' must be 'delete', 'keep' or 'keep-if=PATH', not 'drop'", apply),
    Case("\(rows) --where id", "option '--where' needs '--missing-rows delete'", apply),
    Case(
      "\(rows) --item --missing-rows delete",
      "options '--item' and '--missing-rows delete' cannot be combined", apply),
    Case(
      "\(rows) --operations insert,upsert",
      "option '--operations' takes a comma-separated list of insert, update and delete, not 'upsert'",
      apply),
    Case("\(rows) --scope project", "option '--scope' takes relation=ID, not 'project'", apply),
    Case(
      "\(rows) --deletion-limit -1",
      "option '--deletion-limit' takes an integer of at least 0, not '-1'", apply),
    Case(
      "\(rows) --scope a=1 --where b",
      "options '--scope' and '--where' cannot be combined", apply),
    Case(
      "export --entity Item --database d --scope project=1", "option '--scope' needs '--id'",
      export),
    Case(
      "export --entity Item --database d --relations all",
      "option '--relations' must be 'ids', 'nested', 'nested-attributes' or 'none', not 'all'",
      export),
    Case(
      "export --entity Item --database d --dates auto",
      "option '--dates' must be 'iso8601', 'unix' or 'unix-ms', not 'auto'", export),
    Case("export p.json --entity Item --database d", "unexpected argument 'p.json'", export),
    Case("check-payload --entity Item", "PAYLOAD is missing", check),
    Case("check-payload - p.json --entity Item", "'-' must be the only PAYLOAD", check),
    Case("apply - p.json --entity Item --database d", "'-' must be the only PAYLOAD", apply),
  ]

  @Test(arguments: cases)
  func explainsUsageErrors(_ usage: Case) async throws {
    let workspace = try Workspace()
    let command = usage.usage.split(separator: " ").first.map(String.init) ?? ""
    let topic = command == "COMMAND" ? "help" : "help \(command)"
    let expected = """
      swiftsync-gen: error: \(usage.message)
      usage: swiftsync-gen \(usage.usage)
      See 'swiftsync-gen \(topic)'

      """
    try await workspace.expect(usage.arguments, gives: Outcome(64, errors: expected))
    #expect(try workspace.files(in: ".") == [])
  }
}
