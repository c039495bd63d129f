import SyncGenDiagnostics
import SyncGenYAML

/// Reads the types of requests and responses: names of types, lists, and inline types.
struct PayloadTypeReader {
  private let symbols: Symbols
  /// The names of the types that no attribute has, in order.
  private let named: [String]
  /// Whether the type is part of a type under `types:`, which may be a document.
  private var isInType = false
  /// Whether fields may be files.
  private var isInParts = false
  /// Whether the fields are parameters of a query, which may have defaults.
  private var isInQuery = false

  init(_ symbols: Symbols, named: [String]) {
    self.symbols = symbols
    self.named = named
  }

  /// - Parameters:
  ///   - name: The name of an inline type.
  ///   - isOfType: Whether it is the type of a field of a type under `types:`, for which more types
  ///     are permitted.
  func type(
    _ node: YAMLNode, named name: String, isOfType: Bool = false, for what: String,
    into bag: inout DiagnosticBag
  ) -> PayloadType? {
    if let nested = TypeReader.nested(node) {
      var reader = self
      reader.isInParts = false
      return reader.type(
        nested.element, named: name, isOfType: isOfType, for: what, into: &bag
      ).map { element in
        let type: PayloadType = nested.isDictionary ? .dictionary(element) : .array(element)
        return nested.isOptional ? .optional(type) : type
      }
    }
    switch node.content {
    case .mapping:
      if TaggedRowsReader.isTagged(node) {
        return taggedRows(node, named: name, of: what, into: &bag)
      }
      return inlineType(node, named: name, into: &bag).map { .inline($0) }
    case .sequence(let items):
      if items.count == 1, let item = items.first, TaggedRowsReader.isTagged(item) {
        return taggedRows(item, named: name, of: what, into: &bag)
      }
      var unread = DiagnosticBag()
      if let expression = TypeReader.read(node, for: what, into: &unread),
        isOfType || expression.shape == .dictionary
      {
        return type(expression, for: what, into: &bag)
      }
      guard items.count == 1, let item = items.first else {
        bag.add(.invalidListType(for: what, at: node.span))
        return nil
      }
      return type(item, named: name, for: what, into: &bag).map { .array($0) }
    case .scalar:
      return TypeReader.read(node, for: what, into: &bag).flatMap {
        type($0, for: what, into: &bag)
      }
    }
  }

  /// Reads a list of rows of several entities.
  private func taggedRows(
    _ node: YAMLNode, named name: String, of owner: String, into bag: inout DiagnosticBag
  ) -> PayloadType? {
    guard isInType else {
      bag.add(.taggedRowsOutsideDocument(of: owner, at: node.span))
      return nil
    }
    return TaggedRowsReader(symbols: symbols)
      .read(node, named: name, of: owner, into: &bag).map { .array(.tagged($0)) }
  }

  private func type(
    _ expression: TypeExpression, for what: String, into bag: inout DiagnosticBag
  ) -> PayloadType? {
    if expression.name == "file" { return file(expression, for: what, into: &bag) }
    if expression.name == "money" {
      guard expression.shape == .plain else {
        bag.add(.moneyInsideList(expression, of: what))
        return nil
      }
      return expression.isOptional ? .optional(.money) : .money
    }
    guard let base = named(expression.name) else {
      let known = bag.candidates(
        ScalarType.allCases.map(\.rawValue) + symbols.scalars.keys.sorted()
          + symbols.enums.map(\.name.name)
          + symbols.entityIDs.keys.sorted() + symbols.types.map(\.name.name) + named)
      bag.add(
        .unknownType(
          expression, of: what, known: known, usual: SwiftTypeNames.scalar(for: expression.name)))
      return nil
    }
    let type: PayloadType =
      switch expression.shape {
      case .plain: base
      case .array: .array(base)
      case .dictionary: .dictionary(base)
      }
    return expression.isOptional ? .optional(type) : type
  }

  private func file(
    _ expression: TypeExpression, for what: String, into bag: inout DiagnosticBag
  ) -> PayloadType? {
    guard isInParts, expression.shape != .dictionary else {
      bag.add(.misplacedFile(of: what, at: expression.span))
      return nil
    }
    let type: PayloadType = expression.shape == .array ? .array(.file) : .file
    return expression.isOptional ? .optional(type) : type
  }

  /// Reads the fields of a multipart body, which may be files.
  func parts(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> InlineType? {
    var reader = self
    reader.isInParts = true
    return reader.inlineType(node, named: owner, into: &bag)
  }

  /// Reads the parameters of a query.
  func parameters(
    _ pairs: [YAMLPair], of owner: String, into bag: inout DiagnosticBag
  ) -> [InlineField] {
    var reader = self
    reader.isInQuery = true
    return reader.fields(pairs, of: owner, into: &bag)
  }

  /// Whether the schema declares a name.
  func knows(_ name: String) -> Bool { named(name) != nil }

  private func named(_ name: String) -> PayloadType? {
    if let scalar = ScalarType(rawValue: name) ?? symbols.scalars[name]?.base {
      return .scalar(scalar)
    }
    if let id = symbols.enumIDs[name] { return .enumeration(id) }
    if let id = symbols.entityIDs[name] { return .entity(id) }
    if let id = symbols.typeIDs[name] { return .value(id) }
    if let index = named.firstIndex(of: name) { return .named(index) }
    guard name.hasSuffix(".Patch") else { return nil }
    return symbols.entityIDs[String(name.dropLast(".Patch".count))].map { .patch($0) }
  }

  func inlineType(
    _ node: YAMLNode, named name: String, into bag: inout DiagnosticBag
  ) -> InlineType? {
    guard case .mapping(let pairs) = node.content, !pairs.isEmpty else {
      bag.add(
        .wrongShape("type '\(name)'", expected: "a mapping of fields", item: "field", found: node))
      return nil
    }
    return InlineType(
      name: name, fields: fields(pairs, of: name, into: &bag), notes: Notes(), span: node.span,
      nameSpan: node.span)
  }

  /// Reads a type under `types:` that no attribute has.
  func type(_ declaration: TypeDeclaration, into bag: inout DiagnosticBag) -> InlineType {
    let name = declaration.name.value
    var reader = self
    reader.isInType = true
    return InlineType(
      name: name,
      fields: reader.fields(declaration.fields, of: name, isOfType: true, into: &bag),
      notes: declaration.settings.notes, span: declaration.span, nameSpan: declaration.name.span)
  }

  func fields(
    _ pairs: [YAMLPair], of owner: String, isOfType: Bool = false, into bag: inout DiagnosticBag
  ) -> [InlineField] {
    let fields = pairs.compactMap { pair in
      isOfType ? typeField(pair, of: owner, into: &bag) : field(pair, of: owner, into: &bag)
    }
    var keys: [RemotePath: InlineField] = [:]
    for field in fields {
      guard let first = keys.updateValue(field, forKey: field.remote) else { continue }
      bag.add(
        .remoteCollision(
          field.remote.dotted, in: owner, "field '\(field.name.name)'", at: field.span,
          "field '\(first.name.name)'", at: first.span))
    }
    return fields
  }

  /// Reads a field of an inline type, or a parameter of a query.
  private func field(
    _ pair: YAMLPair, of owner: String, into bag: inout DiagnosticBag
  ) -> InlineField? {
    let what = "field '\(owner).\(pair.key)'"
    MemberNameRule.check(Located(pair.key, at: pair.keySpan), of: "field", into: &bag)
    var stated = FieldDeclaration(pair)
    if TypeFieldReader.isLongForm(pair.value) {
      FieldKeys.parameter.read(
        pair, of: what, to: &stated, into: &bag,
        hint: { TypeFieldReader.hint($0, $1, known: FieldKeys.parameter.names) })
    }
    let node = stated.takeDefault(
      from: stated.typeNode ?? pair.value, isShort: stated.typeNode == nil, of: what, into: &bag)
    guard let type = type(node, named: nested(pair.key, node, in: owner), for: what, into: &bag)
    else { return nil }
    stated.remote = remote(stated.remoteNode, of: what, type, into: &bag)
    return inlineField(stated, type, scalar(named: node), of: what, in: .parameter, into: &bag)
  }

  /// Reads one path, or the two of money.
  private func remote(
    _ node: YAMLNode?, of what: String, _ type: PayloadType, into bag: inout DiagnosticBag
  ) -> RemoteDeclaration? {
    guard let node else { return nil }
    guard case .mapping = node.content, unwrapped(type).type == .money else {
      guard isInType else {
        return RemoteReader.path(node, of: what, into: &bag).map { .paths([$0]) }
      }
      let remote = RemoteReader.valuePath(node, of: what, into: &bag).map {
        RemoteDeclaration.paths([$0])
      }
      FieldRemoteRule.checkDocument(remote, of: what, into: &bag)
      return remote
    }
    return RemoteReader.read(node, of: what, into: &bag)
  }

  /// Reads a field of a type under `types:`.
  private func typeField(
    _ pair: YAMLPair, of owner: String, into bag: inout DiagnosticBag
  ) -> InlineField? {
    let what = "field '\(owner).\(pair.key)'"
    let isLong = TypeFieldReader.isLongForm(pair.value)
    let node = TypeFieldReader.typeNode(of: pair.value)
    let name = nested(pair.key, node, in: owner)
    guard node.isInPlace || !isLong else {
      let stated = TypeFieldReader.declaration(pair, of: what, into: &bag)
      MemberNameRule.check(stated.name, of: "field", into: &bag)
      FieldRemoteRule.checkDocument(stated.remote, of: what, into: &bag)
      guard let expression = stated.type else { return nil }
      return type(expression, for: what, into: &bag).flatMap {
        inlineField(
          stated, $0, symbols.scalars[expression.name], of: what, in: .field, into: &bag)
      }
    }
    guard isLong else {
      MemberNameRule.check(Located(pair.key, at: pair.keySpan), of: "field", into: &bag)
      var stated = FieldDeclaration(pair)
      _ = stated.takeDefault(from: pair.value, isShort: true, of: what, into: &bag)
      return type(node, named: name, isOfType: true, for: what, into: &bag).flatMap {
        inlineField(stated, $0, scalar(named: node), of: what, in: .field, into: &bag)
      }
    }
    if let secret = TypeFieldReader.secret(of: pair.value) {
      bag.add(.misplacedSecret(of: what, at: secret.keySpan))
      return nil
    }
    return field(pair, of: owner, into: &bag)
  }

  /// The scalar of the schema that a type names, or that of its elements.
  func scalar(named node: YAMLNode) -> NamedScalar? {
    var unread = DiagnosticBag()
    return TypeReader.read(node, for: "", into: &unread).flatMap { symbols.scalars[$0.name] }
  }

  private func inlineField(
    _ stated: FieldDeclaration, _ type: PayloadType, _ scalar: NamedScalar?, of what: String,
    in table: SettingTable<FieldDeclaration>, into bag: inout DiagnosticBag
  ) -> InlineField? {
    if let span = stated.stated[\.missingRows]?.value, !isInType || !type.isListOfRows {
      bag.add(.misplacedMissingRows(of: what, at: span))
    }
    if let span = stated.stated[\.separator]?.span, !isInQuery {
      bag.add(.misplacedSeparator(of: what, at: span))
    }
    let (base, isOptional) = unwrapped(type)
    let known = base.attributeType
    var settings = table.resolved(
      stated, FieldFacts(base, isOptional: isOptional), symbols.conventions, of: what, into: &bag)
    if stated.stated[\.isEmptyNull] == nil {
      settings.isEmptyNull = symbols.conventions.isEmptyNull
    }
    if let known { AttributeRule.check(stated, type: known, of: what, into: &bag) }
    let name = stated.name.value
    let remote = RemoteMapping(
      stated.remote, of: name, snake: symbols.names.snakeCase(name),
      type: known ?? .scalar(.string),
      symbols.namer)
    guard let path = remote.paths.first else { return nil }
    return InlineField(
      name: SwiftIdentifier(name), remote: path,
      currencyRemote: base == .money ? remote.paths.last : nil, type: base, scalar: scalar,
      isOptional: isOptional, defaultValue: defaultValue(stated, known, scalar, what, into: &bag),
      settings: settings, span: stated.name.span)
  }

  private func defaultValue(
    _ stated: FieldDeclaration, _ type: AttributeType?, _ scalar: NamedScalar?, _ what: String,
    into bag: inout DiagnosticBag
  ) -> ConstantValue? {
    guard let node = stated.defaultValue else { return nil }
    guard isInType || isInQuery else {
      bag.add(.defaultOutsideQuery(of: what, stated))
      return nil
    }
    guard let type else {
      bag.add(.defaultOfDocument(of: what, at: node.span))
      return nil
    }
    let value = DefaultReader.constant(
      node, stated.typedDefault, type: type, of: what, symbols.constants, into: &bag)
    if let value, let scalar, !scalar.accepts(value) {
      bag.add(.unfitDefault(of: what, scalar, at: node.span))
    }
    return value
  }

  /// The name of a nested type, e.g. `CheerHistory.History.Comment`: the path, with lists in the
  /// singular, and without names of modules.
  private func nested(_ field: String, _ node: YAMLNode, in owner: String) -> String {
    let snake = symbols.names.snakeCase(field)
    let isList = if case .sequence = node.content { true } else { TaggedRowsReader.isTagged(node) }
    let word = isList ? Inflection.singular(snake) : snake
    return owner + "." + ReservedNames.nestedType(symbols.names.upperCamelCase(word))
  }

  func unwrapped(_ type: PayloadType) -> (type: PayloadType, isOptional: Bool) {
    if case .optional(let base) = type { (base, true) } else { (type, false) }
  }
}

extension PayloadType {
  /// The corresponding attribute type; `nil` if no attribute can have it.
  package var attributeType: AttributeType? {
    switch self {
    case .scalar(let scalar): .scalar(scalar)
    case .enumeration(let id): .enumeration(id)
    case .value(let id): .value(id)
    case .money: .money
    case .array(let element): element.elementType.map { .array(of: $0) }
    case .dictionary(let element): element.elementType.map { .dictionary(of: $0) }
    case .entity, .patch, .file, .named, .inline, .tagged, .optional: nil
    }
  }

  private var elementType: ElementType? {
    switch self {
    case .scalar(let scalar): .scalar(scalar)
    case .enumeration(let id): .enumeration(id)
    case .value(let id): .value(id)
    default: nil
    }
  }
}
