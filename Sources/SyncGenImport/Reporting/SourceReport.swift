import SyncGenSchema

/// What an import found, guessed, left out and changed.
package struct SourceReport: Encodable {
  package struct Guess: Hashable, Encodable {
    /// What was guessed, such as `identities`.
    package let kind: ImportNote.Guess
    package let evidence: String
    /// The file and the line of the comment.
    package let place: String

    private enum CodingKeys: String, CodingKey { case kind, evidence, place }

    package func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(kind.rawValue, forKey: .kind)
      try values.encode(evidence, forKey: .evidence)
      try values.encode(place, forKey: .place)
    }
  }

  package struct Counts: Hashable, Encodable {
    package let entities: Int
    package let endpoints: Int
    package let relationships: Int
  }

  /// The path of the schema; `nil` if none was written.
  package let schema: String?
  /// The content of the source.
  package let counts: Counts
  /// The guesses, in the order of the file. After a merge, those of the additions.
  package let guesses: [Guess]
  /// What the schema cannot express.
  package let leftOut: [ImportRemark]
  package let suggestions: [String]
  /// Whether the schema existed and was extended.
  let isMerge: Bool
  /// Whether the additions were not made.
  private(set) var isCheck = false
  /// The written files.
  package var wrote: [String] = []
  /// After a merge, the additions.
  package var added: [String] = []
  /// After a merge, the additions that failed, with the reasons.
  package var notAdded: [ImportRemark] = []
  /// After a merge, how the source differs from the schema, without the additions.
  package var differences: [ImportDifference] = []
  /// The commands that usually follow.
  package var next: [String] = []

  /// Whether the schema has all that the source states, and nothing else.
  package var isUpToDate: Bool { added.isEmpty && notAdded.isEmpty && differences.isEmpty }

  private enum CodingKeys: String, CodingKey {
    case schema, counts, guesses, suggestions, wrote, added, differences, next
    case leftOut = "left_out"
    case notAdded = "not_added"
  }

  /// The report of a new schema.
  package init(_ result: ImportCheck.Result, at path: String) {
    self.init(result.model, path, result.guesses, leftOut: result.model.remarks)
  }

  /// The report of a merge.
  ///
  /// - Parameter isCheck: Whether the additions are not made.
  package init(_ result: SchemaMerge.Result, at path: String, isCheck: Bool = false) {
    self.init(
      result.model, path, isCheck ? [] : result.guesses, leftOut: result.remarks, isMerge: true)
    self.isCheck = isCheck
    if isCheck { next = [] }
    added = result.added
    notAdded = result.notAdded
    differences = isCheck ? result.differences : result.differencesInText
  }

  /// The report of a source of which nothing was written.
  package init(_ source: EmptySource) {
    schema = nil
    counts = Counts(entities: 0, endpoints: 0, relationships: 0)
    guesses = []
    leftOut = source.remarks
    suggestions = source.suggestions
    isMerge = false
  }

  private init(
    _ model: ImportedSchema, _ path: String, _ guesses: [LocatedNote], leftOut: [ImportRemark],
    isMerge: Bool = false
  ) {
    self.isMerge = isMerge
    schema = path
    counts = Counts(
      entities: model.entities.count, endpoints: model.api?.endpoints.count ?? 0,
      relationships: model.entities.reduce(0) { $0 + $1.relations.count })
    self.guesses = guesses.compactMap { located in
      located.note.guess.map {
        Guess(kind: $0, evidence: located.note.text, place: "\(path):\(located.line + 1)")
      }
    }
    self.leftOut = leftOut
    suggestions = model.suggestions + model.answers.suggestions
    next = model.answers.commands
  }
}
