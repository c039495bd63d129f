package import SyncGenDiagnostics

/// What is generated into one folder: `generate:` of a schema, or an item of its `outputs`.
package struct GenerationOptions: Hashable, Sendable {
  package enum Access: String, CaseIterable, Hashable, Sendable {
    case `internal`
    case package
    case `public`
  }

  /// Which models of older versions are generated.
  package enum History: String, CaseIterable, Hashable, Sendable {
    /// The models that functions under `custom:` can use.
    case used
    case all
  }

  /// The path relative to the schema file, as written.
  package let output: String
  package let access: Access
  package private(set) var sets: [String]
  /// The template folders, relative to the schema file, searched in order before the built-in
  /// templates.
  package let templateFolders: [String]
  package let history: History
  /// Whether these are the options of an item of `outputs`.
  package private(set) var isItem = false
  /// The first version of which CloudKit mirrors the stores of SwiftData; `nil` if it mirrors none.
  package let cloudKit: Located<Int>?
  /// The values that templates and programs read as `params`.
  package private(set) var params = Annotations.none
  /// The program that generates the files instead of templates.
  package private(set) var program: StatedCommand?
  /// The command that formats the files.
  package private(set) var formatter: StatedCommand?
  /// The other folders, which have no others themselves.
  package private(set) var outputs: [GenerationOptions] = []
  /// The sets of all folders of the schema, whose output may need each other.
  package private(set) var allSets: [String]
  /// The template folders of all outputs.
  package private(set) var allTemplateFolders: [String]
  /// The spans of the output folder, the sets and the template folders, if stated.
  package let outputSpan: SourceSpan?
  package let setsSpan: SourceSpan?
  package let templatesSpan: SourceSpan?

  init(
    output: String, access: Access, sets: [String], templateFolders: [String], history: History,
    cloudKit: Located<Int>? = nil, outputSpan: SourceSpan?, setsSpan: SourceSpan?,
    templatesSpan: SourceSpan?
  ) {
    self.output = output
    self.access = access
    self.sets = sets
    self.templateFolders = templateFolders
    self.history = history
    self.cloudKit = cloudKit
    self.outputSpan = outputSpan
    self.setsSpan = setsSpan
    self.templatesSpan = templatesSpan
    allSets = sets
    allTemplateFolders = templateFolders
  }

  /// The commands that generating runs.
  package var commands: [StatedCommand] { [program, formatter].compactMap(\.self) }

  /// The options of an item of `outputs`.
  func with(params: Annotations, program: StatedCommand?, formatter: StatedCommand?) -> Self {
    var copy = self
    copy.isItem = true
    copy.params = params
    copy.program = program
    copy.formatter = formatter
    return copy
  }

  /// The options of a schema with further folders.
  func with(outputs: [GenerationOptions]) -> Self {
    var copy = self
    copy.allSets += outputs.flatMap(\.sets)
    copy.allTemplateFolders += outputs.flatMap(\.templateFolders)
    copy.outputs = outputs.map {
      var output = $0
      output.allSets = copy.allSets
      output.allTemplateFolders = copy.allTemplateFolders
      return output
    }
    return copy
  }

  /// The options without the default sets that describe a database; stated `sets` are kept.
  var withoutDatabase: GenerationOptions {
    var copy = self
    if setsSpan == nil { copy.sets.removeAll { $0 == "sql" } }
    return copy
  }
}

/// A command that a schema states: a program and its arguments, without a shell.
package struct StatedCommand: Hashable, Sendable {
  /// The argument that stands for the paths of the files.
  package static let files = "{files}"
  package static let usualSeconds = 300

  /// The program, followed by its arguments.
  package let words: [String]
  /// The time after which it is stopped.
  package let seconds: Int
  package let span: SourceSpan

  /// The command for messages.
  package var text: String { words.joined(separator: " ") }
}
