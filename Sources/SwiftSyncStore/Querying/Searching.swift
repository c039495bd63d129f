@_spi(Generated) import SwiftSyncCoding

extension SearchableEntity {
  /// Returns the query for the rows that contain the words of a search string, best matches first.
  ///
  /// ```swift
  /// let found = try await store.fetch(Todo.search("call prin*").limit(20))
  /// ```
  ///
  /// - Parameter text: The string that a user typed. See `Query.search(_:)`.
  public static func search(_ text: String) -> Query<Self> { all.search(text) }
}

extension Query where Row: SearchableEntity {
  /// Returns the query restricted to rows that contain all words of a search string.
  ///
  /// The rows are sorted by relevance (FTS5's `bm25`), best matches first, unless the query has an
  /// order. The words may be in different attributes of `search:`. Any string is valid:
  ///
  /// - A word matches whole words. With a trailing `*`, it matches words that begin with it.
  /// - Words in quotation marks must be adjacent: `"call mum"`.
  /// - Case and, with the tokenizers `unicode61` and `porter`, accents have no effect.
  /// - Terms without letters and digits, e.g. `-` or `&`, are skipped. If there are no other terms,
  ///   the query returns no rows.
  /// - Other operators of FTS5 have no effect. A second `search` adds its words.
  ///
  /// A string of only white space does not restrict the rows, which suits an empty search field.
  public func search(_ text: String) -> Query {
    guard let match = SearchText(text).match else { return self }
    return changed { $0.searches.append(ExactText(match)) }
  }
}

/// A search string typed by a user, converted to an FTS5 query.
///
/// It is read by code points, as FTS5 does: a quotation mark with an accent is one character in
/// Swift.
struct SearchText {
  /// The query; `nil` if there are no words.
  ///
  /// Terms are juxtaposed, because FTS5 skips a term without letters and digits only if no `AND`
  /// joins it.
  var match: String? { terms.isEmpty ? nil : terms.joined(separator: " ") }

  private var terms: [String] = []
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    rest = text[...].unicodeScalars
    while let first = rest.first {
      if first == "\"" {
        addPhrase()
      } else if Self.isBlank(first) {
        rest.removeFirst()
      } else {
        addWord()
      }
    }
  }

  private mutating func addPhrase() {
    rest.removeFirst()
    let phrase = take { $0 != "\"" }
    if !rest.isEmpty { rest.removeFirst() }
    let isPrefix = rest.first == "*"
    if isPrefix { rest.removeFirst() }
    if !phrase.allSatisfy(Self.isBlank) { add(phrase, isPrefix) }
  }

  private mutating func addWord() {
    let word = take { $0 != "\"" && !Self.isBlank($0) }
    let stem = word.last == "*" ? word.dropLast() : word
    if !stem.allSatisfy({ $0 == "*" }) { add(stem, stem.count < word.count) }
  }

  private mutating func take(
    while isPart: (Unicode.Scalar) -> Bool
  ) -> Substring.UnicodeScalarView {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return part
  }

  private mutating func add(_ words: Substring.UnicodeScalarView, _ isPrefix: Bool) {
    let text = String(String.UnicodeScalarView(words.map { $0 == "\0" ? " " : $0 }))
    terms.append("\"\(text)\"" + (isPrefix ? "*" : ""))
  }

  /// Whether the scalar is blank. FTS5 reads a query up to the first null character.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "\0"
  }
}

/// A part of searched text, or all of it. Not intended for use in apps.
@_spi(Generated)
public struct Excerpt: Hashable, Sendable {
  let place: ColumnPath
  /// The maximum number of words; `nil` for the whole text.
  let words: Int?
}

/// The documents of a query's searches, as part of its statement.
///
/// They come first, so that SQLite looks up a row for each document rather than a document for each
/// row. In a subquery, the columns of the index have other names, so that a condition in SQL can
/// refer only to columns of the entity's table.
struct SearchSQL {
  private static let alias = "swiftsync_search"

  private let tables: SearchTables
  private let table: String
  private let match: String
  private var excerpts: [String] = []

  /// Returns `nil` if there is no search.
  init?(
    _ searches: [ExactText], of entity: EntityMetadata, as table: String, _ values: inout SQLValues
  ) throws(SyncError) {
    if searches.isEmpty { return nil }
    guard let tables = SearchTables(entity) else {
      throw .invalidOption("'\(entity.name)' cannot be searched: the schema has no 'search' for it")
    }
    self.tables = tables
    self.table = table
    match = values.place(.text(searches.map(\.text).joined(separator: " ")))
  }

  /// The documents with the identities of their rows.
  var from: String {
    let keys = tables.keys.map { "\(tables.rows).\($0) AS \(Self.key($0))" }
    let results =
      keys + ["\(tables.table).rank AS swiftsync_rank"]
      + excerpts.enumerated().map { "\($1) AS swiftsync_excerpt_\($0)" }
    return "(SELECT \(results.joined(separator: ", ")) FROM \(tables.table)(\(match)) CROSS JOIN "
      + "\(tables.rows) ON \(tables.rows).docid = \(tables.table).rowid) AS \(Self.alias)"
  }

  /// The condition that a row belongs to a document.
  var link: String {
    tables.isDocument(tables.keys.map { "\(Self.alias).\(Self.key($0))" }, of: table)
  }

  /// The sort key by relevance. Lower values are better.
  var rank: String { "\(Self.alias).swiftsync_rank" }

  private static func key(_ name: String) -> String { "swiftsync_\(name)" }

  /// A part of a value in SQL; without a search, the value itself.
  static func excerpt(
    _ excerpt: Excerpt, of entity: EntityMetadata, in search: inout SearchSQL?
  ) throws(SyncError) -> String {
    let (place, members) = (excerpt.place, entity.search?.members ?? [])
    let found = members.firstIndex {
      $0.column == place.column && $0.path == place.field?.keys ?? [] && place.relations.isEmpty
    }
    guard let found else {
      throw .invalidOption(
        "a query for '\(entity.name)' selects a snippet of a member that is not under 'search'")
    }
    guard search != nil else { return members[found].value }
    return search?.add(excerpt, found) ?? ""
  }

  /// Adds a column that FTS5 computes while it visits a document.
  private mutating func add(_ excerpt: Excerpt, _ column: Int) -> String {
    let marks = "'\(Snippet.start)', '\(Snippet.end)'"
    let arguments = "\(tables.table), \(column), \(marks)"
    // FTS5 accepts 1 to 64 words.
    excerpts.append(
      excerpt.words.map { "snippet(\(arguments), '…', \(min(max($0, 1), 64)))" }
        ?? "highlight(\(arguments))")
    return "\(Self.alias).swiftsync_excerpt_\(excerpts.count - 1)"
  }
}

/// Text with the matches of a search.
public struct Snippet: Hashable, Sendable {
  /// A part of the text.
  public struct Part: Hashable, Sendable {
    /// The characters of the part.
    public let text: String
    /// Whether the part is a match of the search.
    public let isMatch: Bool

    /// Creates a part, for previews and tests.
    public init(_ text: String, isMatch: Bool = false) {
      self.text = text
      self.isMatch = isMatch
    }
  }

  /// The parts in order, which make up the text.
  public let parts: [Part]

  /// The text without highlighting. Where a snippet omits words, it contains `…`.
  public var text: String { parts.map(\.text).joined() }

  /// Creates a snippet, for previews and tests.
  public init(_ parts: [Part]) {
    self.parts = parts
  }

  /// The ASCII characters "start of text" and "end of text", which readable text does not contain.
  static let (start, end): (Unicode.Scalar, Unicode.Scalar) = ("\u{2}", "\u{3}")

  /// Reads text in which FTS5 has marked the matches.
  init(marked text: String) {
    var parts: [Part] = []
    var scalars = String.UnicodeScalarView()
    func part(isMatch: Bool) {
      if !scalars.isEmpty { parts.append(Part(String(scalars), isMatch: isMatch)) }
      scalars = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case Self.start: part(isMatch: false)
      case Self.end: part(isMatch: true)
      default: scalars.append(scalar)
      }
    }
    part(isMatch: false)
    self.parts = parts
  }
}

extension Snippet: ColumnValue {
  /// The searched values.
  @_documentation(visibility: internal)
  public typealias ColumnBase = String

  @_spi(Generated)
  public static func columnResult(_ value: BoundValue) -> Snippet? {
    value.isNull ? Snippet([]) : String(column: value).map { Snippet(marked: $0) }
  }
}

extension ComputedValue<Snippet> {
  fileprivate init(of place: ColumnPath, words: Int?) {
    self.init(.excerpt(Excerpt(place: place, words: words)))
  }
}

/// The matches of a search in an attribute under `search:`.
///
/// ```swift
/// let found = Todo.search("prin*").select { ($0.id, $0.title.highlighted, $0.details.snippet()) }
/// for (id, title, details) in try await store.fetch(found) { show(id, title.parts, details.parts) }
/// ```
extension QueriedColumn where Result: ColumnValue, Result.ColumnBase == String {
  /// Returns the part of the text with the most matches. Without a search, it is the whole text.
  ///
  /// - Parameter words: The maximum number of words, from 1 to 64.
  public func snippet(words: Int = 16) -> ComputedValue<Snippet> {
    ComputedValue(of: place, words: words)
  }

  /// The whole text with its matches.
  public var highlighted: ComputedValue<Snippet> { ComputedValue(of: place, words: nil) }
}

extension QueriedColumn where Result: ColumnValue, Result.ColumnBase == [String] {
  /// Returns the part of the list with the most matches, with one element per line. Without a
  /// search, it is the whole list.
  ///
  /// - Parameter words: The maximum number of words, from 1 to 64.
  public func snippet(words: Int = 16) -> ComputedValue<Snippet> {
    ComputedValue(of: place, words: words)
  }

  /// The whole list with its matches, with one element per line.
  public var highlighted: ComputedValue<Snippet> { ComputedValue(of: place, words: nil) }
}
