import SyncGenDiagnostics
import SyncGenYAML

/// The keys of one mapping of the language, in the order of the reference and of every file that is
/// written. Everything that is the same for each key follows from it.
struct SettingTable<D: Declared>: Sendable {
  let keys: [Key<D>]
  /// The values of keys that begin with `x-`; `nil` if the mapping may not have any.
  private let annotations: Key<D>.Path<Annotations>?
  /// What has the keys in messages, if it is not what the mapping describes.
  private let ownerOfKeys: String??
  private let positions: [String: Int]
  private let settings: [(name: String, setting: Key<D>.Setting)]

  init(_ keys: [Key<D>]) where D.Settings: NotedSettings {
    self.init(keys, annotations: \D.Settings.notes.annotations)
  }

  init(
    _ keys: [Key<D>], annotations: Key<D>.Path<Annotations>?, ownerOfKeys: String?? = .none
  ) {
    self.keys = keys
    self.annotations = annotations
    self.ownerOfKeys = ownerOfKeys
    positions = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1.name, $0) })
    settings = keys.compactMap { key in
      if case .setting(let setting) = key.content { (key.name, setting) } else { nil }
    }
  }

  /// The names of the keys.
  var names: [String] { keys.map(\.name) }

  /// The names of the settings that affect something.
  var effective: [String] { settings.filter { $0.setting.effect != nil }.map(\.name) }

  func hasSetting(_ name: String) -> Bool { settings.contains { $0.name == name } }

  // MARK: Reading

  /// Reads a mapping of a schema, and reports unknown and missing keys.
  ///
  /// - Parameters:
  ///   - pair: The mapping with its name.
  ///   - hint: What to write instead of an unknown key, given all pairs.
  /// - Returns: `false` if it is not a mapping.
  @discardableResult
  func read(
    _ pair: YAMLPair, of owner: String, to declaration: inout D, into bag: inout DiagnosticBag,
    hint: (YAMLPair, [YAMLPair]) -> String? = { _, _ in nil }
  ) -> Bool {
    read(pair, of: owner, to: &declaration, besides: nil, into: &bag, hint: hint)
  }

  /// Reads a mapping of a frozen file.
  ///
  /// - Parameter others: Further keys, which code reads.
  func readFrozen(
    _ pair: YAMLPair, of owner: String, to declaration: inout D, besides others: [String] = [],
    into bag: inout DiagnosticBag
  ) -> Bool {
    guard
      read(pair, of: owner, to: &declaration, besides: others, into: &bag, hint: { _, _ in nil })
    else { return false }
    for (name, setting) in settings
    where setting.isAlwaysFrozen && declaration.stated[setting.path] == nil {
      bag.add(.missingKey(name, in: owner, at: pair.value.span))
    }
    return true
  }

  /// Reads a mapping of a frozen file that has keys besides those of the language.
  ///
  /// - Returns: The values of those keys; `nil` if it is not a mapping.
  func readFrozen<Other: SchemaKey>(
    _ pair: YAMLPair, of owner: String, to declaration: inout D, besides _: Other.Type,
    into bag: inout DiagnosticBag
  ) -> KeyedNodes<Other>? {
    let names = Other.allCases.map(\.rawValue)
    guard readFrozen(pair, of: owner, to: &declaration, besides: names, into: &bag),
      case .mapping(let pairs) = pair.value.content
    else { return nil }
    return KeyedNodes(among: pairs, at: pair.value.span)
  }

  /// - Parameter others: The further keys of a frozen file; `nil` for a mapping of a schema.
  private func read(
    _ pair: YAMLPair, of owner: String, to declaration: inout D, besides others: [String]?,
    into bag: inout DiagnosticBag, hint: (YAMLPair, [YAMLPair]) -> String?
  ) -> Bool {
    guard case .mapping(let pairs) = pair.value.content else {
      bag.add(.wrongShape(owner, expected: "a mapping", found: pair.value))
      return false
    }
    let mapping = StatedMapping(
      owner: owner, ownerOfKeys: ownerOfKeys ?? owner, name: pair.key, pairs: pairs,
      span: pair.value.span)
    for pair in pairs {
      guard let position = positions[pair.key], others == nil || keys[position].isFrozen else {
        if others?.contains(pair.key) ?? false
          || annotations != nil && Annotations.name(of: pair.key) != nil
        {
          continue
        }
        let known = others.map { $0 + frozenNames(besides: $0) } ?? names
        bag.add(.unknownKey(pair, in: owner, known: known, hint: hint(pair, pairs)))
        continue
      }
      switch keys[position].content {
      case .setting(let setting):
        declaration.stated.add(pair, .setting(setting.path))
        setting.read(StatedKey(pair: pair, mapping: mapping), &declaration.settings, &bag)
      case .part(let part):
        declaration.stated.add(pair, .part(part))
        declaration.read(part, pair, in: mapping, into: &bag)
      }
    }
    for key in keys where key.entry.isRequired && !pairs.contains(where: { $0.key == key.name }) {
      bag.add(.missingKey(key.name, in: owner, at: pair.keySpan))
    }
    if let annotations { declaration.settings[keyPath: annotations] = Annotations(pairs) }
    return true
  }

  private func frozenNames(besides others: [String]) -> [String] {
    keys.filter { $0.isFrozen && !others.contains($0.name) }.map(\.name)
  }

  // MARK: Resolving

  /// The settings with the conventions applied; those that have no effect are reported.
  ///
  /// - Parameter facts: `nil` if they are not known, because of another mistake.
  func resolved(
    _ declaration: D, _ facts: D.Facts?, _ conventions: Conventions,
    of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> D.Settings {
    var result = declaration.settings
    guard let facts else { return result }
    for (_, setting) in settings {
      if declaration.stated[setting.path] != nil {
        if let problem = setting.problem(result, facts, owner(), declaration.stated) {
          bag.add(problem)
        }
      } else if setting.fits(facts) {
        setting.complete(&result, facts, conventions)
      }
    }
    return result
  }

  // MARK: Frozen versions and imported schemas

  /// Writes the members of a frozen file, or of an imported schema.
  ///
  /// - Parameters:
  ///   - content: Whether settings that are not part of a version are left out.
  ///   - usual: The settings that are left out: the defaults of the language, or what the
  ///     conventions say.
  ///   - part: The value of a part; `nil` to leave it out.
  func write(
    _ settings: D.Settings, _ content: FrozenContent = .file, usual: D.Settings = .init(),
    to object: inout JSONObject, part: (D.Part) -> JSONDocument? = { _ in nil }
  ) {
    // Most mappings state no settings, and looking at each of them takes much longer.
    let areUsual = settings == usual
    for key in keys {
      let value: JSONDocument?
      switch key.content {
      case .setting(let setting):
        if content == .version, !setting.isVersioned { continue }
        if areUsual, !setting.isAlwaysFrozen { continue }
        value = setting.write(settings, setting.isAlwaysFrozen ? nil : usual)
      case .part(let id): value = part(id)
      }
      if let value { object.add(named: key.name, value) }
    }
    if let annotations { object.add(settings[keyPath: annotations], in: content) }
  }

  /// What a schema states: the settings that differ from the defaults of the language.
  func stated(_ settings: D.Settings) -> JSONObject {
    var object = JSONObject()
    write(settings, to: &object)
    return object
  }

  // MARK: Pages

  /// Sentences on the settings for a page about the schema.
  func remarks(on settings: D.Settings, _ facts: D.Facts) -> [String] {
    self.settings.compactMap { $0.setting.remark(settings, facts) }
  }

  // MARK: Metadata

  /// Writes what the runtime needs: the settings that concern payloads, local writes and the forms
  /// of values, where they are not the defaults of the language.
  func writeMetadata(_ settings: D.Settings, to object: inout JSONObject) {
    let usual = D.Settings()
    if settings == usual { return }
    for (name, setting) in self.settings {
      guard let effect = setting.effect, Effect.ofMetadata.contains(effect),
        let value = setting.write(settings, usual)
      else { continue }
      object.add(named: name, value)
    }
  }

  // MARK: Versions

  /// The differences of the settings between two versions. Those that affect columns are left out:
  /// the conversion of their values is worded with the type.
  func changes(
    from old: D.Settings, _ oldFacts: D.Facts, to new: D.Settings, _ newFacts: D.Facts,
    of owner: @autoclosure () -> String
  ) -> [(text: String, effect: Effect)] {
    if old == new { return [] }
    return settings.compactMap { _, setting in
      guard let effect = setting.effect, setting.isVersioned, effect != .columns,
        setting.fits(oldFacts), setting.fits(newFacts), setting.write(new, old) != nil
      else { return nil }
      return (setting.sentence(old, new, owner()), effect)
    }
  }

  // MARK: Editors and the reference

  /// The mapping in the JSON Schema of the language.
  ///
  /// - Parameter more: Further members of the JSON Schema.
  func jsonSchema(and more: String = "") -> String {
    LanguageSchema.object(
      keys.map { ($0.name, $0.entry) }, allowsAnnotations: annotations != nil, and: more)
  }

  /// The lines of the table in the reference.
  var reference: String {
    LanguageReference.lines(keys.map { ($0.name, $0.entry) })
  }

  // MARK: Tests

  /// The parts that no key names.
  var unlisted: Set<D.Part> {
    Set(D.Part.allCases).subtracting(
      keys.compactMap { if case .part(let id) = $0.content { id } else { nil } })
  }

  /// The settings that are part of a version, each with values as a schema states them.
  var samples: [(name: String, values: [String?])] {
    settings.filter(\.setting.isVersioned).map { name, setting in
      let values = setting.samples.map { set -> String? in
        var settings = D.Settings()
        set(&settings)
        return setting.write(settings, .init())?.text()
      }
      return (name, values)
    }
  }
}
