import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// The `conventions:` section of a schema.
///
/// Each is stated, frozen and compared here only. A version contains most of them only by their
/// effect on attributes and fields.
package struct Conventions: KeySettings {
  package enum RemoteKeys: String, CaseIterable, Hashable, Sendable {
    case snakeCase = "snake_case"
    case camelCase
    case either
    case verbatim
    case kebabCase = "kebab-case"
  }

  /// The envelope of rows in payloads.
  package enum Envelope: String, CaseIterable, Hashable, Sendable {
    /// Rows are resource objects.
    case jsonAPI = "json-api"
  }

  package enum Coercion: String, CaseIterable, Hashable, Sendable {
    case lenient
    case strict
  }

  package var remoteKeys = RemoteKeys.snakeCase
  /// `nil` if rows are plain objects.
  package var envelope: Envelope?
  package var remoteDates = DateFormats.auto
  package var dateStorage = ValueStorage.text
  package var coercion = Coercion.lenient
  package var isEmptyNull = false
  /// Additional acronyms, which are written in upper case.
  package var acronyms: [String] = []
  /// The paths of keys that are not counted as unknown, in rows of every entity.
  package var ignoredKeys: [String] = []

  package init() {}
}

typealias ConventionTable = SettingTable<ConventionsDeclaration>
typealias DateConventionTable = SettingTable<DateConventionsDeclaration>

extension SettingTable where D == ConventionsDeclaration {
  static let conventions = ConventionTable(
    [
      .note(
        "remote-keys", .choice, \.remoteKeys, isAlwaysFrozen: true,
        """
        `snake_case` (default), `camelCase`, `either` (reads both, writes snake_case), \
        `verbatim` or `kebab-case`.
        """),
      .part(
        "envelope", .envelope, LanguageSchema.choice(Conventions.Envelope.self), isFrozen: false,
        "`json-api`: rows are JSON:API resource objects. See *JSON:API*."),
      .part(
        "dates", .dates,
        LanguageSchema.any(
          LanguageSchema.reference("dateFormats"), LanguageSchema.reference("dates")),
        """
        The format of dates in payloads, or a list of formats; or how dates are written and stored. \
        See *Date formats* and *Date conventions*.
        """),
      .setting(
        "coercion", .choice, \.coercion, affects: .payloads, isAlwaysFrozen: true,
        """
        `lenient` (default) accepts values of another JSON type if nothing is lost; `strict` \
        rejects them. See [coercion](payload-rules.md#a17).
        """,
        sentence: { old, new, _ in
          "changes coercion from '\(old.rawValue)' to '\(new.rawValue)'"
        }),
      .note(
        "empty-is-null", .flag, \.isEmptyNull,
        "`true`: an empty string is read as null if the value is optional."),
      .note(
        "acronyms", .acronyms, \.acronyms, isAlwaysFrozen: true,
        """
        Words that are written in capitals in names, in addition to `ID`, `URL`, `URI`, `UUID`, \
        `HTTP`, `HTTPS`, `HTML`, `JSON`, `XML`, `PDF`, `PNG`, `JPG`, `IOS`, `API`, `SQL`.
        """),
      .note(
        "ignore", .ignoredKeys, \.ignoredKeys,
        """
        Paths of keys of all entities that are not counted as unknown, e.g. `[_links]`. See \
        *Ignored keys*.
        """),
    ], annotations: nil, ownerOfKeys: .some(nil))
}

extension SettingTable where D == DateConventionsDeclaration {
  static let dates = DateConventionTable(
    [
      .note(
        "remote", .dateFormats, \.remoteDates, isAlwaysFrozen: true,
        """
        The format of dates in payloads, or a list of formats; by default `auto`. See *Date \
        formats*.
        """),
      .note(
        "storage", .choice(only: ValueStorage.ofDates), \.dateStorage, isAlwaysFrozen: true,
        """
        The form of dates in columns: `text` (default), `integer`, `seconds` or \
        `reference-date`. See *Stored forms*.
        """),
    ], annotations: nil, ownerOfKeys: "'dates'")
}

extension Codec where Value == [String] {
  fileprivate static var acronyms: Self {
    Self(
      schema: LanguageSchema.list(LanguageSchema.string),
      read: { node, key, bag in
        let texts = node.texts(for: "'acronyms' of 'conventions'", into: &bag) ?? []
        for text in texts where !isAcronym(text.value) { bag.add(.invalidAcronym(text)) }
        return texts.map(\.value).filter(isAcronym)
      },
      write: { .texts($0) }, word: { "[\($0.joined(separator: ", "))]" }, samples: [])
  }

  fileprivate static var ignoredKeys: Self {
    Self(
      schema: LanguageSchema.list(LanguageSchema.string),
      read: { node, _, bag in
        IgnoredKeyReader.read(node, of: "'conventions'", into: &bag).map(\.value)
      },
      write: { .texts($0) }, word: { "[\($0.joined(separator: ", "))]" }, samples: [])
  }

  private static func isAcronym(_ text: String) -> Bool {
    text.utf8.count > 1 && text.utf8.count <= 32
      && text.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
  }
}

/// The conventions as stated.
struct ConventionsDeclaration: Declared {
  enum Part: CaseIterable {
    case envelope, dates
  }

  var settings = Conventions()
  var stated = StatedKeys<Self>()

  /// Returns the defaults for what is not stated.
  static func read(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> Conventions {
    var conventions = ConventionsDeclaration()
    if let node {
      let pair = YAMLPair(key: "conventions", at: node.span, value: node)
      ConventionTable.conventions.read(pair, of: "'conventions'", to: &conventions, into: &bag)
    }
    return conventions.settings
  }

  mutating func read(
    _ part: Part, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag
  ) {
    switch part {
    case .envelope:
      settings.envelope =
        pair.value.choice(of: Conventions.Envelope.self, for: "'envelope'", into: &bag)?.value
    case .dates: readDates(pair, of: "'dates' of 'conventions'", into: &bag)
    }
  }

  private mutating func readDates(
    _ pair: YAMLPair, of what: String, into bag: inout DiagnosticBag
  ) {
    guard pair.value.isMapping else {
      let formats = DateFormatReader.read(pair.value, for: what, into: &bag)
      if let formats { settings.remoteDates = formats.value }
      return
    }
    var dates = DateConventionsDeclaration(settings: settings)
    DateConventionTable.dates.read(pair, of: what, to: &dates, into: &bag)
    settings = dates.settings
  }
}

/// The conventions of dates as stated.
struct DateConventionsDeclaration: Declared {
  typealias Part = NoPart

  var settings: Conventions
  var stated = StatedKeys<Self>()

  mutating func read(
    _ part: NoPart, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag
  ) {}
}

// MARK: Versions

extension Conventions {
  /// The differences, with what they affect.
  package func changes(to new: Conventions) -> [(text: String, effect: Effect)] {
    ConventionTable.conventions.changes(from: self, (), to: new, (), of: "")
  }

  func frozen(_ content: FrozenContent) -> JSONObject {
    var object = JSONObject()
    ConventionTable.conventions.write(self, content, to: &object) { part in
      guard part == .dates, content == .file else { return nil }
      var dates = JSONObject()
      DateConventionTable.dates.write(self, to: &dates)
      return .object(dates)
    }
    return object
  }
}
