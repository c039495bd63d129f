import SyncGenDiagnostics
import SyncGenYAML

/// What a changed key affects, from least to most.
package enum Effect: Int, Comparable, Sendable {
  /// Requests to a backend, which are not part of a version.
  case requests
  /// Checks of the schema.
  case checks
  /// How payloads are read and written.
  case payloads
  /// Which local writes are pushed.
  case pushes
  /// What local writes set.
  case writes
  /// How columns hold values: rows are converted.
  case columns
  /// The definition of a table, which is built again.
  case rebuild
  /// Which row is meant.
  case identity

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The effects at run time. The definitions of tables are in their SQL.
  static let ofMetadata: ClosedRange<Effect> = .payloads ... .columns

  /// Whether it is part of a version, and so of its fingerprint and of differences.
  package var isVersioned: Bool { self > .checks }
}

/// The settings of a mapping that pass unchanged through all stages: stated, resolved, frozen
/// and compared in one struct, whose initial values are the defaults of the language.
protocol KeySettings: Hashable, Sendable {
  init()
}

/// A mapping as stated: its settings, and its parts, which code reads, resolves, freezes and
/// compares, each in an exhaustive switch.
protocol Declared: SendableMetatype {
  associatedtype Settings: KeySettings
  associatedtype Part: Hashable & CaseIterable & Sendable
  /// What decides where a setting has an effect.
  associatedtype Facts = Void
  var settings: Settings { get set }
  var stated: StatedKeys<Self> { get set }
  mutating func read(
    _ part: Part, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag)
}

/// The parts of a mapping that has only settings.
enum NoPart: CaseIterable, Hashable {
  static let allCases: [NoPart] = []
}

/// A mapping that is being read.
struct StatedMapping {
  /// What the mapping describes, e.g. `attribute 'Task.title'`.
  let owner: String
  /// What has its keys in messages; `nil` if they are known by themselves.
  let ownerOfKeys: String?
  /// The name of what it describes.
  let name: String
  let pairs: [YAMLPair]
  let span: SourceSpan
}

/// The keys that a mapping states, with their spans. Most mappings state few.
struct StatedKeys<D: Declared>: Sendable {
  enum Key: Equatable, Sendable {
    case setting(any PartialKeyPath<D.Settings> & Sendable)
    case part(D.Part)

    static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.setting(let left), .setting(let right)): left as PartialKeyPath == right
      case (.part(let left), .part(let right)): left == right
      default: false
      }
    }
  }

  struct Entry: Sendable {
    let key: Key
    let name: String
    /// The span of the key.
    let span: SourceSpan
    /// The span of the value.
    let value: SourceSpan
  }

  private(set) var entries: [Entry] = []

  mutating func add(_ pair: YAMLPair, _ key: Key) {
    entries.append(Entry(key: key, name: pair.key, span: pair.keySpan, value: pair.value.span))
  }

  /// Adds keys that another mapping states.
  mutating func add(_ keys: Key..., of other: Self) {
    entries += other.entries.filter { keys.contains($0.key) }
  }

  subscript(path: any PartialKeyPath<D.Settings> & Sendable) -> Entry? {
    entries.first { $0.key == .setting(path) }
  }

  subscript(part: D.Part) -> Entry? { entries.first { $0.key == .part(part) } }
}

/// Where a setting has an effect.
struct Place<Value: Sendable, Facts>: Sendable {
  /// Why it has none.
  enum Misplacement {
    /// It has an effect only on this, e.g. `a date`.
    case belongs(String)
    /// Only another value has one: what the owner is, with the values that it can have.
    case unfit(String)
  }

  /// Returns `nil` if the setting has an effect.
  let misplacement: @Sendable (Value, Facts) -> Misplacement?

  static var anywhere: Self { Self { _, _ in nil } }

  /// - Parameter words: What it has an effect on, e.g. `a date`.
  static func on(_ words: String, _ fits: @escaping @Sendable (Facts) -> Bool) -> Self {
    Self { fits($1) ? nil : .belongs(words) }
  }
}

/// A key of a mapping of the language.
struct Key<D: Declared>: Sendable {
  typealias Path<Value> = any WritableKeyPath<D.Settings, Value> & Sendable

  enum Content: Sendable {
    case setting(Setting)
    /// A key that code reads.
    case part(D.Part)
  }

  /// A setting whose type is erased.
  struct Setting: Sendable {
    /// `nil` for a note, such as `doc`, which affects nothing.
    let effect: Effect?
    /// Whether frozen files state it even if the value is the default of the language.
    let isAlwaysFrozen: Bool
    let path: any PartialKeyPath<D.Settings> & Sendable
    let read: @Sendable (StatedKey, inout D.Settings, inout DiagnosticBag) -> Void
    /// `nil` if the value is the usual one.
    let write: @Sendable (D.Settings, _ usual: D.Settings?) -> JSONDocument?
    /// The problem with the place of a stated value.
    let problem: @Sendable (D.Settings, D.Facts, _ owner: String, StatedKeys<D>) -> Diagnostic?
    /// Whether it has an effect, whatever its value.
    let fits: @Sendable (D.Facts) -> Bool
    /// Sets the value of the conventions.
    let complete: @Sendable (inout D.Settings, D.Facts, Conventions) -> Void
    /// What a page about the schema says of the value; `nil` if it says nothing.
    let remark: @Sendable (D.Settings, D.Facts) -> String?
    /// The difference between two versions.
    let sentence: @Sendable (_ old: D.Settings, _ new: D.Settings, _ owner: String) -> String
    /// Functions that set values with which tests try the key.
    let samples: [@Sendable (inout D.Settings) -> Void]

    /// Whether it is part of a version.
    var isVersioned: Bool { effect?.isVersioned ?? false }
  }

  let name: String
  let entry: KeyEntry
  let content: Content
  /// Whether frozen files have it: `false` for a part whose effect they state in another way.
  var isFrozen = true
}

extension Key {
  /// A setting that affects something.
  ///
  /// - Parameters:
  ///   - place: Where it has an effect.
  ///   - remark: What a page about the schema says of a value.
  ///   - convention: The value where none is stated.
  ///   - sentence: The difference, if it is not the usual one: `changes 'key' of X from A to B`.
  static func setting<Value>(
    _ name: String, _ codec: Codec<Value>, _ path: Path<Value>, affects effect: Effect,
    at place: Place<Value, D.Facts> = .anywhere, isAlwaysFrozen: Bool = false, _ summary: String,
    remark: (@Sendable (Value, D.Facts) -> String?)? = nil,
    convention: (@Sendable (Conventions, D.Facts) -> Value)? = nil,
    sentence: (@Sendable (_ old: Value, _ new: Value, _ owner: String) -> String)? = nil
  ) -> Self {
    Self(
      name, codec, path, effect, place, isAlwaysFrozen, summary, remark: remark,
      convention: convention,
      sentence: sentence ?? { "changes '\(name)' of \($2) \(codec.change($0, $1))" })
  }

  /// A setting that affects nothing: frozen, but not compared.
  static func note<Value>(
    _ name: String, _ codec: Codec<Value>, _ path: Path<Value>, isAlwaysFrozen: Bool = false,
    _ summary: String
  ) -> Self {
    Self(
      name, codec, path, nil, .anywhere, isAlwaysFrozen, summary, remark: nil, convention: nil,
      sentence: { _, _, _ in "" })
  }

  /// A key that code reads, resolves, freezes and compares.
  static func part(
    _ name: String, _ part: D.Part, _ schema: String, isRequired: Bool = false,
    isFrozen: Bool = true, _ summary: String
  ) -> Self {
    Self(
      name: name, entry: KeyEntry(schema, summary, isRequired: isRequired), content: .part(part),
      isFrozen: isFrozen)
  }

  private init<Value>(
    _ name: String, _ codec: Codec<Value>, _ path: Path<Value>, _ effect: Effect?,
    _ place: Place<Value, D.Facts>, _ isAlwaysFrozen: Bool, _ summary: String,
    remark: (@Sendable (Value, D.Facts) -> String?)?,
    convention: (@Sendable (Conventions, D.Facts) -> Value)?,
    sentence: @escaping @Sendable (Value, Value, _ owner: String) -> String
  ) {
    let usual = D.Settings()[keyPath: path]
    let setting = Setting(
      effect: effect, isAlwaysFrozen: isAlwaysFrozen, path: path,
      read: { key, settings, bag in
        if let value = codec.read(key.pair.value, key, &bag) { settings[keyPath: path] = value }
      },
      write: { settings, usual in
        let value = settings[keyPath: path]
        return value == usual?[keyPath: path] ? nil : codec.write(value)
      },
      problem: { settings, facts, owner, stated in
        let value = settings[keyPath: path]
        // A flag that is off claims nothing, and one that is on is wrong as a whole.
        let isFlag = Value.self == Bool.self
        if isFlag, value == usual { return nil }
        guard let problem = place.misplacement(value, facts),
          let span = isFlag ? stated[path]?.span : stated[path]?.value
        else { return nil }
        switch problem {
        case .belongs(let place): return .misplacedKey(name, of: owner, belongs: place, at: span)
        case .unfit(let known):
          return .unfitSetting(name, codec.write(value), of: owner, which: known, at: span)
        }
      },
      fits: { place.misplacement(usual, $0) == nil },
      complete: { settings, facts, conventions in
        if let convention { settings[keyPath: path] = convention(conventions, facts) }
      },
      remark: { settings, facts in
        let value = settings[keyPath: path]
        return value == usual ? nil : remark?(value, facts)
      },
      sentence: { sentence($0[keyPath: path], $1[keyPath: path], $2) },
      samples: codec.samples.map { value in { $0[keyPath: path] = value } })
    self.init(
      name: name, entry: KeyEntry(codec.schema, summary), content: .setting(setting))
  }
}
