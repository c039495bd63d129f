import SyncGenCore
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

struct FreezeCommand: Command {
  static let definition = CommandDefinition(
    "freeze", "freeze the version of schemas that ships", operands: SchemaArguments.operands,
    options: [SchemaArguments.option, SchemaArguments.allowOutside],
    discussion: [
      """
      Writes the resolved version beside the schema, Schemas/app.versions/2.json for version 2 of \
      Schemas/app.yaml. From then on that version is what databases out there have: a schema that \
      says otherwise is an error until its 'version' goes up. Commit the file; no one edits it.
      """,
      """
      A schema that has never been frozen is frozen as the first version that counts. A version is \
      refused while databases of the one before could not follow. Freezing twice changes nothing.
      """,
      SchemaArguments.discussion,
    ])

  private let schemas: SchemaArguments

  init(_ arguments: ParsedArguments) {
    schemas = SchemaArguments(arguments)
  }

  func run(_ console: Console) throws -> ExitStatus {
    var bag = DiagnosticBag()
    let versions = try schemas.loadVersions(into: &bag)
    for version in versions {
      OutputBounds.checkVersions(
        of: version.schema, allowingOutside: schemas.allowsOutside, into: &bag)
    }
    console.show(bag)
    if bag.hasErrors { return .failed }
    for version in versions { try freeze(version, console) }
    return .done
  }

  private func freeze(_ versions: SchemaVersions, _ console: Console) throws {
    let schema = versions.schema
    let folder = VersionFolder(of: schema)
    guard let path = folder.path(of: schema.version) else {
      throw CommandFailure("a schema on standard input has no place for frozen versions")
    }
    if versions.history.isFrozen(schema) {
      console.remark("\(schema.path): version \(schema.version) is frozen already")
      return
    }
    let frozen = FrozenVersion(schema, after: versions.history.last)
    guard try folder.write(frozen) else {
      throw CommandFailure("\(path) was created in the meantime; try again")
    }
    console.remark("\(schema.path): froze version \(schema.version) as \(path)")
    if frozen.predecessor == nil, schema.version > 1 {
      console.remark(
        "no version before it is frozen: databases of version \(schema.version - 1) and older "
          + "will not be migrated")
    }
  }
}
