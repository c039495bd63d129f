import SyncGenDiagnostics
import SyncGenYAML

/// Reads the value types of a frozen version.
struct FrozenTypeReader {
  private let symbols: Symbols

  /// Adds the types to the symbols, by which attributes name them.
  static func read(
    _ node: YAMLNode?, _ symbols: inout Symbols, into bag: inout DiagnosticBag
  ) {
    let pairs = node?.pairs(for: "'types'", into: &bag) ?? []
    for (index, pair) in pairs.enumerated() { symbols.typeIDs[pair.key] = ValueTypeID(index) }
    let reader = FrozenTypeReader(symbols: symbols)
    var read = pairs.map { reader.type($0, into: &bag) }
    // Defaults are complete: none depends on another type's.
    for index in read.indices {
      symbols.types = read.map(\.type)
      read[index].type = reader.withDefaults(read[index], symbols.constants, into: &bag)
    }
    symbols.types = read.map(\.type)
  }

  private typealias Reading = (type: ValueTypeModel, defaults: [YAMLNode?])

  private func type(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> Reading {
    let title = "type '\(pair.key)'"
    let keys = KeyedNodes<FrozenTypeKey>(pair.value, of: title, into: &bag)
    let pairs = keys?[.fields]?.pairs(for: "'fields' of \(title)", into: &bag) ?? []
    let fields = pairs.compactMap { field($0, of: pair.key, into: &bag) }
    let tagging = keys.flatMap { self.tagging($0, of: title, into: &bag) }
    if fields.isEmpty, tagging == nil {
      bag.add(.damaged("\(title) has no fields", at: pair.keySpan))
    }
    var settings = TypeSettings()
    settings.unknownValues = tagging?.unknownValues ?? settings.unknownValues
    settings.notes = keys?.notes(of: title, into: &bag) ?? settings.notes
    return (
      ValueTypeModel(
        name: SwiftIdentifier(pair.key), fields: fields.map(\.field), tagging: tagging,
        settings: settings, span: pair.keySpan),
      fields.map(\.value)
    )
  }

  private func tagging(
    _ keys: KeyedNodes<FrozenTypeKey>, of title: String, into bag: inout DiagnosticBag
  ) -> Tagging? {
    guard let tag = keys.text(.tag, of: title, into: &bag)?.value else { return nil }
    let pairs = keys[.cases]?.pairs(for: "'cases' of \(title)", into: &bag) ?? []
    return Tagging(
      tag: tag, cases: pairs.compactMap { self.case($0, of: title, into: &bag) },
      unknownValues: keys.choice(.unknown, of: title, or: .keep, into: &bag),
      isNested: keys.flag(.content, of: title, into: &bag))
  }

  private func `case`(
    _ pair: YAMLPair, of title: String, into bag: inout DiagnosticBag
  ) -> Tagging.Case? {
    let owner = "case '\(pair.key)' of \(title)"
    guard let keys = KeyedNodes<FrozenTaggedCaseKey>(pair.value, of: owner, into: &bag),
      let node = keys.required(.value, of: owner, at: pair.keySpan, into: &bag),
      let value = EnumReader.rawValue(node, for: owner, into: &bag)?.value
    else { return nil }
    let type = keys.text(.type, of: owner, into: &bag)
    if let type, symbols.typeIDs[type.value] == nil {
      bag.add(
        .damaged("\(owner) has the type '\(type.value)', which does not exist", at: type.span))
    }
    return Tagging.Case(
      name: SwiftIdentifier(pair.key), value: value,
      type: type.flatMap { symbols.typeIDs[$0.value] },
      isInline: keys.flag(.inline, of: owner, into: &bag),
      notes: keys.notes(of: owner, into: &bag), span: pair.keySpan)
  }

  private func field(
    _ pair: YAMLPair, of type: String, into bag: inout DiagnosticBag
  ) -> (field: ValueField, value: YAMLNode?)? {
    let owner = "field '\(type).\(pair.key)'"
    var stated = FieldDeclaration(pair)
    guard
      let keys = FieldKeys.field.readFrozen(
        pair, of: owner, to: &stated, besides: FrozenFieldKey.self, into: &bag)
    else { return nil }
    stated.readParts(of: owner, into: &bag)
    if stated.remoteNode == nil { bag.add(.missingKey("remote", in: owner, at: pair.value.span)) }
    guard let expression = stated.type,
      let type = TypeResolver.resolve(expression, of: owner, symbols, into: &bag)
    else { return nil }
    let names = keys.texts(.stored, of: owner, into: &bag).map(\.value)
    if names.count != (type == .money ? 2 : 1) {
      bag.add(.damaged("\(owner) has stored keys that do not match its type", at: pair.keySpan))
    }
    var settings = stated.settings
    if let storage = keys[.storage]?.choice(
      of: ValueStorage.self, for: "'storage' of \(owner)", into: &bag)
    {
      settings.storage = storage.value
    }
    let field = ValueField(
      name: SwiftIdentifier(pair.key), type: type, scalar: nil, isOptional: expression.isOptional,
      remote: RemoteMapping(frozen: stated.remote), storageNames: names, defaultValue: nil,
      settings: settings, span: pair.keySpan)
    return (field, stated.defaultValue)
  }

  private func withDefaults(
    _ reading: Reading, _ constants: ConstantTypes, into bag: inout DiagnosticBag
  ) -> ValueTypeModel {
    let type = reading.type
    let fields = zip(type.fields, reading.defaults).map { field, node in
      guard let node else { return field }
      return field.with(
        default: DefaultReader.constant(
          node, type: field.type, of: "field '\(type.name.name).\(field.name.name)'", constants,
          into: &bag))
    }
    return type.with(fields: fields)
  }
}
