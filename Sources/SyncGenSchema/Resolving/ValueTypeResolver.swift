import SyncGenDiagnostics
import SyncGenYAML

/// Resolves the types under `types:` that attributes have.
struct ValueTypeResolver {
  private let symbols: Symbols
  private let declarations: [TypeDeclaration]

  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    let declarations = draft.types
    guard !declarations.isEmpty else { return }
    let entityIDs = draft.symbols.entityIDs
    let graph = TypeGraph(declarations) { name in
      entityIDs[name] != nil
        || name.hasSuffix(".Patch") && entityIDs[String(name.dropLast(".Patch".count))] != nil
    }
    graph.checkEnds(into: &bag)
    let names = draft.declaration.entities.flatMap(\.attributes).compactMap { $0.type?.name }
    let tagged = declarations.filter { $0.tagging != nil }.map(\.name.value)
    let reached = graph.reached(from: Set(names + tagged))
    draft.symbols.typeGraph = graph
    let obstructed = graph.obstructed
    let values = declarations.filter { type in
      reached.contains(type.name.value) && !obstructed.contains(type.name.value)
    }
    TaggedTypeRule.check(declarations, graph, into: &bag)
    for (index, type) in values.enumerated() {
      draft.symbols.typeIDs[type.name.value] = ValueTypeID(index)
      if type.isOfCase { continue }
      if let reason = ReservedNames.reason(
        againstType: type.name.value, schema: draft.declaration.name.value)
      {
        bag.add(.reservedName(type.name, of: "type", reason: reason))
      }
    }
    let resolver = ValueTypeResolver(symbols: draft.symbols, declarations: values)
    draft.symbols.types = resolver.types(into: &bag)
  }

  private func types(into bag: inout DiagnosticBag) -> [ValueTypeModel] {
    var types = declarations.map { type($0, into: &bag) }
    var defaults = FieldDefaults(types: types, enums: symbols.enums, declarations: declarations)
    for index in types.indices { defaults.resolve(index, into: &bag) }
    types = defaults.types
    for type in types { TaggedFieldRule.check(type, types, symbols.enums, into: &bag) }
    return types
  }

  private func type(
    _ declaration: TypeDeclaration, into bag: inout DiagnosticBag
  ) -> ValueTypeModel {
    let name = declaration.name.value
    let fields = declaration.fields.map { field($0, of: name, into: &bag) }
    FieldCollisionRule.check(fields, of: name, into: &bag)
    let tagging = declaration.tagging.map {
      TaggingResolver(symbols: symbols, owner: name).resolve(
        $0, declaration.settings, into: &bag)
    }
    var settings = declaration.settings
    settings.notes.formerName = declaration.renamedFrom ?? formerName(of: declaration)
    return ValueTypeModel(
      name: SwiftIdentifier(name), fields: fields, tagging: tagging, settings: settings,
      span: declaration.name.span)
  }

  /// The former name of the type of a case's fields, if the case or the tagged value was renamed.
  private func formerName(of declaration: TypeDeclaration) -> FormerName? {
    for owner in declarations {
      guard
        let item = owner.tagging?.cases.first(where: {
          $0.isInline && $0.type?.value == declaration.name.value
        })
      else { continue }
      guard owner.renamedFrom != nil || item.renamedFrom != nil else { return nil }
      let name = item.renamedFrom?.value ?? item.name.value
      let former =
        "\(owner.renamedFrom?.value ?? owner.name.value)."
        + name.prefix(1).uppercased() + name.dropFirst()
      // The statement is that of the case or of its type, not of the fields.
      return FormerName(former, at: declaration.name.span)
    }
    return nil
  }

  private func field(
    _ pair: YAMLPair, of type: String, into bag: inout DiagnosticBag
  ) -> ValueField {
    let owner = "field '\(type).\(pair.key)'"
    let stated = TypeFieldReader.declaration(pair, of: owner, into: &bag)
    MemberNameRule.check(stated.name, of: "field", into: &bag)
    if let span = stated.stated[\.missingRows]?.value {
      bag.add(.misplacedMissingRows(of: owner, at: span))
    }
    let isOptional = stated.type?.isOptional ?? false
    let resolved = stated.type.flatMap {
      TypeResolver.resolve($0, of: owner, symbols, into: &bag)
    }
    if let resolved {
      AttributeRule.check(stated, type: resolved, of: owner, into: &bag)
      FieldRemoteRule.check(stated.remote, of: owner, into: &bag)
    }
    let kind = resolved ?? .scalar(.string)
    var settings = FieldKeys.field.resolved(
      stated, resolved.map { FieldFacts(.field, $0, isOptional: isOptional) },
      symbols.conventions, of: owner, into: &bag)
    if kind == .scalar(.date) { settings.storage = symbols.conventions.dateStorage.inJSON }
    let name = stated.name.value
    let snake = symbols.names.snakeCase(name)
    return ValueField(
      name: SwiftIdentifier(name), type: kind,
      scalar: stated.type.flatMap { symbols.scalars[$0.name] }, isOptional: isOptional,
      remote: RemoteMapping(stated.remote, of: name, snake: snake, type: kind, symbols.namer),
      storageNames: kind == .money ? [snake + "_minor", snake + "_currency"] : [snake],
      defaultValue: nil,
      settings: settings, span: stated.name.span)
  }
}

/// Finds keys that two fields of a type would share in payloads or in the stored text.
enum FieldCollisionRule {
  static func check(_ fields: [ValueField], of type: String, into bag: inout DiagnosticBag) {
    for (index, field) in fields.enumerated() {
      for other in fields[..<index] {
        if let problem = problem(field, other, type) {
          bag.add(problem)
          break
        }
      }
    }
  }

  private static func problem(
    _ field: ValueField, _ other: ValueField, _ type: String
  ) -> Diagnostic? {
    if let name = field.storageNames.first(where: other.storageNames.contains) {
      return .storedTwice(name, field, other, of: type)
    }
    for path in field.remote.paths {
      for taken in other.remote.paths {
        if path == taken {
          return .remoteCollision(
            path.dotted, in: type, "field '\(field.name.name)'", at: field.span,
            "field '\(other.name.name)'", at: other.span)
        }
        if let found = nested(path, in: taken, field, other, type)
          ?? nested(taken, in: path, other, field, type)
        {
          return found
        }
      }
    }
    return nil
  }

  /// A key inside the value of another field, which is a single value.
  private static func nested(
    _ inner: RemotePath, in outer: RemotePath, _ field: ValueField, _ other: ValueField,
    _ type: String
  ) -> Diagnostic? {
    guard inner.keys.count > outer.keys.count, inner.keys.starts(with: outer.keys) else {
      return nil
    }
    return .remoteKeyInValue(
      inner.dotted, of: "field '\(field.name.name)'", outer: outer.dotted,
      of: "field '\(other.name.name)'", "as one value", "reads", in: type,
      remedy: "change one 'remote:'", at: field.span, other: "field '\(other.name.name)'",
      at: other.span)
  }
}

extension RemoteMapping {
  /// - Parameter stated: The statement of the schema. A convention applies if there is none that
  ///   fits the type.
  init(
    _ stated: RemoteDeclaration?, of name: String, snake: String, type: AttributeType,
    _ namer: RemoteNamer, in place: RemoteNamer.Place = .object
  ) {
    switch stated {
    case .paths(let paths) where type != .money: self = .paths(paths.map(\.value))
    case .firstValue(let paths) where type != .money: self = .firstValue(paths.map(\.value))
    case .money(let money) where type == .money: self = .money(money.mapping)
    default:
      guard type == .money else {
        self = .paths(namer.paths(snake: snake, verbatim: name).map { namer.path($0, in: place) })
        return
      }
      func paths(_ ending: String) -> [RemotePath] {
        namer.keys(name, snake: snake, ending: ending).map { namer.path($0, in: place) }
      }
      let (amounts, currencies) = (paths("minor"), paths("currency"))
      self = .money(
        MoneyMapping(
          amount: amounts.first ?? RemotePath([name]), isMajor: false,
          currency: currencies.first, code: nil, otherAmounts: Array(amounts.dropFirst()),
          otherCurrencies: Array(currencies.dropFirst())))
    }
  }
}
