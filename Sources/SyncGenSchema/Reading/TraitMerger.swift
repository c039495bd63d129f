import SyncGenDiagnostics
import SyncGenYAML

/// Adds the members of traits to the entities that name them, before entities are read.
///
/// The result is an entity that states everything itself: the members of its traits in the order of
/// the traits, followed by its own. Only the spans of the members show where they come from.
struct TraitMerger {
  /// A trait that an entity names.
  struct Use {
    let trait: TraitDeclaration
    let entity: String
    /// The span in the entity.
    let span: SourceSpan
  }

  private let traits: [String: TraitDeclaration]
  private(set) var uses: [Use] = []

  /// - Parameter traits: The traits in the order of the files. A repeated name is reported.
  init(_ traits: [TraitDeclaration], into bag: inout DiagnosticBag) {
    var byName: [String: TraitDeclaration] = [:]
    for trait in traits {
      if let first = byName[trait.name.value] {
        bag.add(.duplicateName(trait.name, first: first.name.span))
      } else {
        byName[trait.name.value] = trait
      }
    }
    self.traits = byName
  }

  /// The pair of an entity with the members of its traits.
  mutating func merged(_ entity: YAMLPair, into bag: inout DiagnosticBag) -> YAMLPair {
    guard case .mapping(let pairs) = entity.value.content,
      let names = pairs.first(where: { $0.key == "traits" })?.value
    else { return entity }
    let used = usedTraits(names, of: entity.key, into: &bag)
    uses += used
    let merge = EntityMerge(entity: entity.key, pairs: pairs, uses: used)
    return YAMLPair(
      key: entity.key, at: entity.keySpan,
      value: YAMLNode(.mapping(merge.merged(into: &bag)), at: entity.value.span))
  }

  private func usedTraits(
    _ names: YAMLNode, of entity: String, into bag: inout DiagnosticBag
  ) -> [Use] {
    var used: [String: SourceSpan] = [:]
    let texts = names.texts(for: "'traits' of entity '\(entity)'", into: &bag) ?? []
    return texts.compactMap { name in
      guard let trait = traits[name.value] else {
        bag.add(.unknownTrait(name, of: entity, known: traits.keys.sorted()))
        return nil
      }
      if let first = used.updateValue(name.span, forKey: name.value) {
        bag.add(.repeatedTrait(name, of: entity, first: first))
        return nil
      }
      return Use(trait: trait, entity: entity, span: name.span)
    }
  }

  /// Reports problems of traits that no entity names.
  func checkUnused(into bag: inout DiagnosticBag) {
    let used = Set(uses.map(\.trait.name.value))
    for trait in traits.values.sorted(by: { $0.name.value < $1.name.value })
    where !used.contains(trait.name.value) {
      TraitReader.check(trait, into: &bag)
    }
  }
}

/// One entity and its traits.
private struct EntityMerge {
  let entity: String
  let pairs: [YAMLPair]
  let uses: [TraitMerger.Use]

  private typealias Member = (pair: YAMLPair, use: TraitMerger.Use)

  func merged(into bag: inout DiagnosticBag) -> [YAMLPair] {
    var result = pairs.filter { $0.key != "traits" }
    let own = Set(names(.attributes) + names(.relations))
    var taken: [String: Member] = [:]
    for key in [TraitKey.attributes, .relations] {
      add(members(key, own: own, taken: &taken, into: &bag), under: key, to: &result)
    }
    var settings: [String: Member] = [:]
    let sync = members(.sync, own: Set(names(.sync)), taken: &settings, into: &bag)
    add(sync, under: .sync, to: &result)
    addItems(.indexes, to: &result)
    addItems(.search, to: &result)
    return result
  }

  private func section(_ key: TraitKey) -> YAMLNode? {
    pairs.first { $0.key == key.rawValue }?.value
  }

  private func names(_ key: TraitKey) -> [String] {
    guard case .mapping(let pairs)? = section(key)?.content else { return [] }
    return pairs.map(\.key)
  }

  /// The members that the traits add to a section: those that neither the entity nor another trait
  /// has.
  private func members(
    _ key: TraitKey, own: Set<String>, taken: inout [String: Member],
    into bag: inout DiagnosticBag
  ) -> [YAMLPair] {
    var members: [YAMLPair] = []
    for use in uses {
      for pair in use.trait.pairs(key) where !own.contains(pair.key) {
        if let first = taken[pair.key] {
          bag.add(
            .traitConflict(
              pair.key, of: entity, (first.use.trait.name.value, first.pair.keySpan),
              (use.trait.name.value, pair.keySpan), at: use.span))
        } else {
          taken[pair.key] = (pair, use)
          members.append(pair)
        }
      }
    }
    return members
  }

  private func add(_ members: [YAMLPair], under key: TraitKey, to result: inout [YAMLPair]) {
    guard !members.isEmpty else { return }
    guard let index = result.firstIndex(where: { $0.key == key.rawValue }) else {
      return result.append(pair(key, .mapping(members)))
    }
    let stated = result[index]
    if stated.value.isNull {
      result[index] = pair(key, .mapping(members))
    } else if case .mapping(let own) = stated.value.content {
      result[index] = YAMLPair(
        key: stated.key, at: stated.keySpan,
        value: YAMLNode(.mapping(members + own), at: stated.value.span))
    }
  }

  /// Inserts the traits' lists before the entity's own, which may be in the long form.
  private func addItems(_ key: TraitKey, to result: inout [YAMLPair]) {
    let items = uses.flatMap { $0.trait.items(key) }
    guard !items.isEmpty else { return }
    guard let index = result.firstIndex(where: { $0.key == key.rawValue }) else {
      return result.append(pair(key, .sequence(items)))
    }
    result[index] = adding(items, to: result[index])
    guard key == .search, case .mapping(let own) = result[index].value.content else { return }
    let pairs = own.map { $0.key == SearchKey.attributes.rawValue ? adding(items, to: $0) : $0 }
    result[index] = YAMLPair(
      key: key.rawValue, at: result[index].keySpan,
      value: YAMLNode(.mapping(pairs), at: result[index].value.span))
  }

  private func adding(_ items: [YAMLNode], to pair: YAMLPair) -> YAMLPair {
    guard case .sequence(let own) = pair.value.content else { return pair }
    return YAMLPair(
      key: pair.key, at: pair.keySpan,
      value: YAMLNode(.sequence(items + own), at: pair.value.span))
  }

  /// A section that the entity does not state, at the place of the first trait.
  private func pair(_ key: TraitKey, _ content: YAMLNode.Content) -> YAMLPair {
    let span = uses.first?.span ?? SourceSpan(path: "")
    return YAMLPair(key: key.rawValue, at: span, value: YAMLNode(content, at: span))
  }
}

extension Diagnostic {
  /// The diagnostics, with the entities that use the trait in which they are.
  ///
  /// A mistake in a trait is found once for each entity that has the trait. The first diagnostic is
  /// kept, with a note for each entity.
  static func withUses(_ diagnostics: [Diagnostic], _ uses: [TraitMerger.Use]) -> [Diagnostic] {
    guard !uses.isEmpty else { return diagnostics }
    struct Place: Hashable {
      let code: DiagnosticCode
      let span: SourceSpan
    }
    var seen: Set<Place> = []
    return diagnostics.compactMap { diagnostic in
      let inside = uses.filter { $0.trait.extent.contains(diagnostic.span) }
      guard !inside.isEmpty else { return diagnostic }
      guard seen.insert(Place(code: diagnostic.code, span: diagnostic.span)).inserted else {
        return nil
      }
      let named = diagnostics.flatMap { other in
        other.span == diagnostic.span && other.code == diagnostic.code
          ? inside.filter { other.message.names($0.entity) } : []
      }
      return diagnostic.adding((named.isEmpty ? inside : named).map(\.note))
    }
  }

  private func adding(_ notes: [Note]) -> Diagnostic {
    Diagnostic(severity, code, message, at: span, notes: self.notes + notes, fixIt: fixIt)
  }
}

extension TraitMerger.Use {
  fileprivate var note: Diagnostic.Note {
    Diagnostic.Note("entity '\(entity)' has trait '\(trait.name.value)'", at: span)
  }
}

extension TraitDeclaration.Extent {
  fileprivate func contains(_ span: SourceSpan) -> Bool {
    span.path == path && lines.contains(span.line)
  }
}

extension String {
  /// Whether a message is about an entity or one of its members, in quotation marks.
  fileprivate func names(_ entity: String) -> Bool {
    contains("'\(entity)'") || contains("'\(entity).")
  }
}
