package import SyncGenDiagnostics
package import SyncGenMigration
package import SyncGenSchema
import SyncGenTemplateEngine

/// Renders a schema's templates into files that are not written yet.
package enum SchemaEmitter {
  /// The files in the order of their paths; what went wrong is in the bag.
  package static func emit(
    _ schema: Schema, plan: MigrationPlan = .none, options: EmitOptions,
    into bag: inout DiagnosticBag
  ) -> [GeneratedFile] {
    let input = EmissionInput(schema, plan: plan, options: options)
    if options.isLastWork { LeakedValues.keep(input) }
    return emit(input, into: &bag)
  }

  static func emit(_ input: EmissionInput, into bag: inout DiagnosticBag) -> [GeneratedFile] {
    let files = rendered(input, into: &bag).filter {
      !input.options.isSwiftOnly || $0.path.hasSuffix(".swift")
    }
    guard !files.contains(where: { $0.path == UnmarkedFiles.path }),
      let list = UnmarkedFiles.list(of: files, header: input.header(for: "(none)", digest: nil))
    else { return files }
    return (files + [list]).sorted { $0.path < $1.path }
  }

  private static func rendered(
    _ input: EmissionInput, into bag: inout DiagnosticBag
  ) -> [GeneratedFile] {
    if let files = ConcurrentEmission.files(of: input) {
      return files.sorted { $0.path < $1.path }
    }
    var emission = Emission(input)
    for name in input.outputNames {
      emission.emitFiles(of: name)
    }
    for diagnostic in emission.bag.diagnostics { bag.add(diagnostic) }
    return emission.files.sorted { $0.path < $1.path }
  }

  /// The statements that make a new database: those of `schema.sql` without comments, transaction
  /// and header, and without a line feed at the end, as in generated code. They set `user_version`.
  package static func ddl(for schema: Schema) -> String {
    let statements = builtIn(OutputCatalog.database, of: schema)
    return statements.last == "\n" ? String(statements.dropLast()) : statements
  }

  /// The statements that create the tables and indexes of a schema, without what is the runtime's.
  package static func tables(of schema: Schema) -> String {
    builtIn(OutputCatalog.tables, of: schema)
  }

  /// What the runtime has to know of a schema's entities and join tables, as JSON.
  package static func metadata(of schema: Schema) -> String {
    let options = EmitOptions(toolVersion: "", schemaPath: "")
    var emission = Emission(EmissionInput(schema, options: options))
    return emission.metadata()
  }

  private static func builtIn(_ name: String, of schema: Schema) -> String {
    let options = EmitOptions(toolVersion: "", schemaPath: "")
    var emission = Emission(EmissionInput(schema, options: options))
    return emission.renderBuiltIn(name)
  }

  /// The schema's reference, as the set `html` gives it; `nil` if the template has a mistake.
  package static func page(
    of schema: Schema, plan: MigrationPlan, options: EmitOptions, into bag: inout DiagnosticBag
  ) -> [UInt8]? {
    var emission = Emission(EmissionInput(schema, plan: plan, options: options))
    let file = emission.output(named: OutputCatalog.page).flatMap {
      emission.file(of: $0, for: .schema)
    }
    for diagnostic in emission.bag.diagnostics { bag.add(diagnostic) }
    return file?.bytes
  }

  /// The script of a step, as the set `sql` gives it; `nil` if its template has a mistake.
  package static func script(
    of step: VersionStep, for schema: Schema, options: EmitOptions, into bag: inout DiagnosticBag
  ) -> GeneratedFile? {
    let plan = MigrationPlan(steps: [step])
    var emission = Emission(EmissionInput(schema, plan: plan, options: options))
    let file = emission.output(named: OutputCatalog.migration).flatMap { output in
      output.subjects.first.flatMap { emission.file(of: output, for: $0) }
    }
    for diagnostic in emission.bag.diagnostics { bag.add(diagnostic) }
    return file
  }

  /// The statements of each stage of a step, an element for each operation; none for what the app
  /// does.
  package static func statements(of step: VersionStep) -> [[String]] {
    let options = EmitOptions(toolVersion: "", schemaPath: "")
    var emission = Emission(EmissionInput(step.new, options: options))
    let (names, oldNames) = (SwiftNames(step.new), SwiftNames(step.old))
    return step.stages.map { stage in
      guard case .operations(let operations) = stage.action else { return [] }
      return operations.map { operation in
        let context = OperationContext(operation: operation, names: names, oldNames: oldNames)
        let statements = emission.statements(of: context.templateValue)
        return statements.hasSuffix("\n") ? String(statements.dropLast()) : statements
      }
    }
  }
}
