import SyncGenDiagnostics
import SyncGenYAML

/// Reads one attribute under `attributes:`, in its short or its long form.
enum AttributeReader {
  static func read(
    _ pair: YAMLPair, of entity: String, into bag: inout DiagnosticBag
  ) -> AttributeDeclaration {
    var attribute = AttributeDeclaration(name: Located(pair.key, at: pair.keySpan))
    let name = pair.key
    var owner: String { "attribute '\(entity).\(name)'" }
    guard case .mapping = pair.value.content else {
      attribute.type = TypeReader.read(pair.value, for: "the type of \(owner)", into: &bag)
      return attribute
    }
    guard
      let keys = KeyedNodes<AttributeKey>(
        pair.value, of: owner, into: &bag,
        hint: {
          OptionalityHint.words(for: $0, in: $1, type: AttributeKey.type.rawValue)
            ?? nestedHint($0, $1)
        })
    else { return attribute }
    attribute.type = keys.required(.type, of: owner, at: pair.keySpan, into: &bag).flatMap {
      TypeReader.read($0, for: "the type of \(owner)", into: &bag)
    }
    attribute.annotations = keys.annotations
    readMapping(keys, owner, &attribute, into: &bag)
    readTexts(keys, owner, &attribute, into: &bag)
    readFlags(keys, owner, &attribute, into: &bag)
    readFormats(keys, owner, &attribute, into: &bag)
    return attribute
  }

  /// The hint for an attribute whose value is an object, written in place.
  private static func nestedHint(_ pair: YAMLPair, _ pairs: [YAMLPair]) -> String? {
    let known = AttributeKey.allCases.map(\.rawValue)
    let isNested = pairs.allSatisfy { other in
      !known.contains(other.key) && Suggestion.nearest(to: other.key, in: known) == nil
        && KeySynonyms.key(for: other.key, in: known) == nil && !other.key.contains(":")
    }
    return isNested ? "declare a type with these fields under 'types', and name it here" : nil
  }

  private static func readMapping(
    _ keys: KeyedNodes<AttributeKey>, _ owner: @autoclosure () -> String,
    _ attribute: inout AttributeDeclaration, into bag: inout DiagnosticBag
  ) {
    attribute.remote = keys[.remote].flatMap { RemoteReader.read($0, of: owner(), into: &bag) }
    attribute.defaultValue = keys[.default]
    let direction = keys[.direction]?.choice(
      of: SyncDirection.self, for: "'direction' of \(owner())", into: &bag)
    attribute.direction = direction?.value ?? .both
    attribute.directionSpan = direction?.span
    attribute.storage = keys[.storage]?.choice(
      of: ValueStorage.self, for: "'storage' of \(owner())", into: &bag)
  }

  private static func readFormats(
    _ keys: KeyedNodes<AttributeKey>, _ owner: @autoclosure () -> String,
    _ attribute: inout AttributeDeclaration, into bag: inout DiagnosticBag
  ) {
    attribute.remoteDates = keys[.dates].flatMap {
      DateFormatReader.read($0, for: "'dates' of \(owner())", into: &bag)
    }
    attribute.separator = keys[.separated]?.text(for: "'separated' of \(owner())", into: &bag)
    attribute.invalidValues = keys[.invalid]?.choice(
      of: InvalidValues.self, for: "'invalid' of \(owner())", into: &bag)
    attribute.collation = keys[.collation]?.choice(
      of: TextCollation.self, for: "'collation' of \(owner())", into: &bag)
  }

  private static func readTexts(
    _ keys: KeyedNodes<AttributeKey>, _ owner: @autoclosure () -> String,
    _ attribute: inout AttributeDeclaration, into bag: inout DiagnosticBag
  ) {
    func text(_ key: AttributeKey) -> Located<String>? {
      keys[key]?.text(for: "'\(key.rawValue)' of \(owner())", into: &bag)
    }
    attribute.renamedFrom = keys.formerName(
      .renamedFrom, of: owner(), called: attribute.name.value, into: &bag)
    attribute.documentation = text(.doc)?.value
    attribute.deprecation = text(.deprecated)?.value
    attribute.column = text(.column)
    attribute.backfill = keys[.backfill].flatMap {
      BackfillReader.read($0, of: owner(), into: &bag)
    }
  }

  private static func readFlags(
    _ keys: KeyedNodes<AttributeKey>, _ owner: @autoclosure () -> String,
    _ attribute: inout AttributeDeclaration, into bag: inout DiagnosticBag
  ) {
    func flag(_ key: AttributeKey) -> Located<Bool>? {
      keys[key]?.flag(for: "'\(key.rawValue)' of \(owner())", into: &bag).map {
        Located($0.value, at: keys.keySpan(key) ?? $0.span)
      }
    }
    attribute.isIndexed = flag(.index)
    attribute.isUnique = flag(.unique)
    attribute.isEmptyNull = flag(.emptyIsNull)?.value
    attribute.isTouched = flag(.touch)
  }
}
