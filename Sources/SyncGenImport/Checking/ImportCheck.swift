package import SyncGenDiagnostics
package import SyncGenSchema

/// Creates the text of a schema that the compiler accepts: refused parts are expressed in a simpler
/// way, or left out and listed.
package struct ImportCheck {
  /// Compiles a schema in memory. Returns `nil` if there are errors, which are added to the bag.
  package typealias Compiler = (SourceFile, inout DiagnosticBag) throws -> Schema?

  package struct Result {
    package let text: String
    package let schema: Schema
    /// The model with its final names.
    package let model: ImportedSchema
    /// The lines of each declaration, from 0.
    let marks: [(mark: ImportMark, lines: Range<Int>)]
    /// The comments that name guesses, with their lines.
    let guesses: [LocatedNote]

    init(schema: Schema, model: ImportedSchema, _ printer: YAMLPrinter) {
      text = printer.text
      self.schema = schema
      self.model = model
      marks = printer.marks
      guesses = printer.guesses
    }

    /// The same schema with other remarks.
    init(_ result: Result, remarks: [ImportRemark]) {
      text = result.text
      schema = result.schema
      var model = result.model
      model.remarks = remarks
      self.model = model
      marks = result.marks
      guesses = result.guesses
    }
  }

  private let compile: Compiler
  private let path: String
  private let name: String
  private let header: [String]

  /// - Parameters:
  ///   - path: The future path of the schema.
  ///   - name: The name of the schema.
  ///   - header: Comments at the top of the file.
  package init(
    path: String, name: String, header: [String], compile: @escaping Compiler
  ) {
    self.compile = compile
    self.path = path
    self.name = name
    self.header = header
  }

  /// - Throws: `EmptySource` if nothing is left.
  /// - Returns: `nil` if a mistake is outside all declarations; the errors are then in the bag.
  package func run(_ source: ImportedSchema, into bag: inout DiagnosticBag) throws -> Result? {
    var model = ImportNamer.named(source, name: name)
    model.addResources()
    return try run(named: model, into: &bag)
  }

  /// The same for a model whose elements have names of the schema language.
  func run(named model: ImportedSchema, into bag: inout DiagnosticBag) throws -> Result? {
    var model = model
    var state = (tables: SeparateTables(), weakenings: Weakenings())
    while true {
      if model.entities.isEmpty, model.api == nil {
        throw EmptySource(
          remarks: (model.remarks + state.weakenings.remarks).distinct,
          suggestions: model.suggestions)
      }
      let printer = SchemaTreeMaker(model, name: statedName).printed(header: header)
      var problems = DiagnosticBag()
      let file = SourceFile(path: path, bytes: Array(printer.text.utf8))
      if let schema = try compile(file, &problems) {
        model.remarks = (model.remarks + state.weakenings.remarks).distinct
        return Result(schema: schema, model: model, printer)
      }
      guard weaken(&model, &state, problems, printer) else {
        for problem in problems.diagnostics { bag.add(problem) }
        return nil
      }
    }
  }

  /// The name of the schema; `nil` if that of its file says it.
  private var statedName: String? {
    SchemaFileName(path: path).schemaName == name ? nil : name
  }

  /// Simplifies every declaration with an error; returns `false` if no error belongs to a
  /// declaration.
  private func weaken(
    _ model: inout ImportedSchema,
    _ state: inout (tables: SeparateTables, weakenings: Weakenings), _ problems: DiagnosticBag,
    _ printer: YAMLPrinter
  ) -> Bool {
    var messages: [ImportMark: String] = [:]
    var isChanged = false
    for problem in problems.sorted where problem.severity == .error {
      let line = problem.span.line - 1
      let around = printer.marks.filter { $0.lines.contains(line) }
      guard let mark = around.min(by: { $0.lines.count < $1.lines.count })?.mark else { continue }
      if case .relation(let entity, let index) = mark, problem.code == .tableCollision,
        state.tables.separate(index, of: entity, in: &model)
      {
        isChanged = true
      } else if case .endpoint(let index) = mark, problem.code == .ambiguousPull {
        model.api?.endpoints[index].isNotPulled = true
        isChanged = true
      } else if messages[mark] == nil {
        messages[mark] = problem.message
      }
    }
    guard !messages.isEmpty else { return isChanged }
    var weakener = SchemaWeakener(model, state.weakenings)
    for (mark, message) in messages { weakener.weaken(mark, because: message) }
    model = weakener.finish()
    state.weakenings = weakener.weakenings
    return true
  }
}
