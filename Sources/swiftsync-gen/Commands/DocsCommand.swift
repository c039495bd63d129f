import SyncGenCommandLine
import SyncGenDiagnostics

struct DocsCommand: Command {
  private static let output = OptionDefinition(
    "output", takes: .text(placeholder: "FILE"), "write the page to FILE instead of standard output"
  )

  static let definition = CommandDefinition(
    "docs", "write the reference of a schema as one HTML page",
    operands: SchemaArguments.operand,
    options: [output, SchemaArguments.option, SchemaArguments.allowOutside],
    discussion: [
      """
      The page shows a diagram, the entities with their keys, columns, relationships and indexes, and \
      the enums, versions and endpoints. It works offline and needs no other file. With the \
      'html' template set, 'generate' writes the same page.
      """,
      SchemaArguments.discussion,
    ])

  private let schema: SchemaArguments
  private let output: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schema = try SchemaArguments(single: arguments, operands: arguments.operands)
    output = arguments.text(Self.output)
  }

  func run(_ console: Console) throws -> ExitStatus {
    if let output {
      try OwnFile.check(output) { $0.isEmpty || OutputWriter.mayBeGenerated($0) }
    }
    guard let versions = try schema.loadOneVersions(console) else { return .failed }
    var bag = DiagnosticBag()
    let page = Pipeline.page(of: versions, into: &bag)
    console.show(bag)
    guard let page else { return .failed }
    if let output {
      let folder = Path.split(output).folder
      if !folder.isEmpty { try FileSystem.createFolder(folder) }
      try FileSystem.replace(output, with: page)
      console.remark("wrote \(output)")
    } else {
      try console.output(page)
    }
    return .done
  }
}
