import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads the default of an attribute by the attribute's type.
struct DefaultReader {
  private let type: AttributeType
  private let owner: String
  private let constants: ConstantTypes
  /// Whether `new` and `now` are also permitted.
  private var allowsGenerated = true
  /// Whether the attribute is part of the identity, so that `temporary` is permitted.
  private var isIdentity = false
  /// The default, if it follows the type.
  private var typed: TypedDefault?
  /// The first problem.
  private var problem: Diagnostic?

  /// Returns `nil` without a default, or for one that does not fit, which is reported.
  ///
  /// - Parameter isIdentity: Whether the attribute is part of the identity.
  static func read(
    _ attribute: FieldDeclaration, type: AttributeType, of owner: @autoclosure () -> String,
    isIdentity: Bool, _ constants: ConstantTypes, into bag: inout DiagnosticBag
  ) -> DefaultValue? {
    guard let node = attribute.defaultValue else { return nil }
    var reader = DefaultReader(type: type, owner: owner(), constants: constants)
    reader.isIdentity = isIdentity
    reader.typed = attribute.typedDefault
    let value = reader.value(node)
    if let problem = reader.problem { bag.add(problem) }
    return value
  }

  /// The default in a frozen version, where everything is quoted as JSON requires.
  static func readFrozen(
    _ node: YAMLNode, type: AttributeType, of owner: @autoclosure () -> String,
    isIdentity: Bool, _ constants: ConstantTypes, into bag: inout DiagnosticBag
  ) -> DefaultValue? {
    switch (type, node.scalar?.text) {
    case (.scalar(.uuid), "new"): return .newUUID
    case (.scalar(.date), "now"): return .now
    case (.scalar(let scalar), "temporary") where isIdentity && scalar.hasTemporaryValues:
      return .temporary
    default: break
    }
    var reader = DefaultReader(type: type, owner: owner(), constants: constants)
    let value = reader.constant(node)
    if let problem = reader.problem { bag.add(problem) }
    return value.map { .constant($0) }
  }

  /// A constant, as required for the default of a field.
  ///
  /// - Parameter typed: The default, if it follows the type.
  static func constant(
    _ node: YAMLNode, _ typed: TypedDefault? = nil, type: AttributeType,
    of owner: @autoclosure () -> String, _ constants: ConstantTypes, into bag: inout DiagnosticBag
  ) -> ConstantValue? {
    var reader = DefaultReader(type: type, owner: owner(), constants: constants)
    reader.allowsGenerated = false
    reader.typed = typed
    let value = reader.isReadable(node) ? reader.constant(node) : nil
    if let problem = reader.problem { bag.add(problem) }
    return value
  }

  private init(type: AttributeType, owner: String, constants: ConstantTypes) {
    self.type = type
    self.owner = owner
    self.constants = constants
  }

  /// Whether the node states a value in the required form; reports it otherwise.
  private mutating func isReadable(_ node: YAMLNode) -> Bool {
    if node.isNull, type != .scalar(.json) {
      problem = .nullDefault(of: owner, isText: type == .scalar(.string), typed, at: node.span)
      return false
    }
    guard let typed else { return true }
    problem = TypedDefaultRule(
      type: type, owner: owner, constants: constants, allowsGenerated: allowsGenerated,
      isIdentity: isIdentity
    ).problem(typed)
    return problem == nil
  }

  private mutating func value(_ node: YAMLNode) -> DefaultValue? {
    guard isReadable(node) else { return nil }
    // For types whose values are never such a string, quotation marks around the value of `default`
    // make no difference.
    let isUnambiguous =
      typed == nil && [.scalar(.uuid), .scalar(.date), .scalar(.int)].contains(type)
    switch (type, isUnambiguous ? node.scalar?.text : node.plainText) {
    case (.scalar(.uuid), "new"): return .newUUID
    case (.scalar(.date), "now"): return .now
    case (.scalar(.string), "temporary") where !isIdentity: break
    case (_, "temporary") where !type.hasCase("temporary", constants): return temporary(node)
    default: break
    }
    return constant(node).map { .constant($0) }
  }

  private mutating func temporary(_ node: YAMLNode) -> DefaultValue? {
    if isIdentity, case .scalar(let scalar) = type, scalar.hasTemporaryValues { return .temporary }
    problem = .misplacedTemporary(of: owner, isIdentity: isIdentity, at: node.span)
    return nil
  }

  private mutating func constant(_ node: YAMLNode) -> ConstantValue? {
    constant(type, node)
  }

  private mutating func constant(_ type: AttributeType, _ node: YAMLNode) -> ConstantValue? {
    switch type {
    case .scalar(let scalar): element(.scalar(scalar), node)
    case .enumeration(let id): element(.enumeration(id), node)
    case .value(let id): element(.value(id), node)
    case .money: money(node)
    case .array(let element): array(of: element, node)
    case .dictionary(let element): dictionary(of: element, node)
    }
  }

  private mutating func array(of type: ElementType, _ node: YAMLNode) -> ConstantValue? {
    guard case .sequence(let items) = node.content else {
      return fail(node, "a list")
    }
    let values = items.compactMap { element(type, $0) }
    return values.count == items.count ? .array(values) : nil
  }

  private mutating func dictionary(of type: ElementType, _ node: YAMLNode) -> ConstantValue? {
    guard case .mapping(let pairs) = node.content else {
      return fail(node, "a mapping")
    }
    let entries = pairs.compactMap { pair in
      element(type, pair.value).map { ConstantValue.Entry(key: pair.key, value: $0) }
    }
    guard entries.count == pairs.count else { return nil }
    return .dictionary(entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
  }

  private mutating func money(_ node: YAMLNode) -> ConstantValue? {
    let expected = "{ minor: <integer>, currency: <three capitals> }"
    guard case .mapping(let pairs) = node.content, pairs.count == 2,
      let minor = pairs.first(where: { $0.key == "minor" })?.value.plainText
        .flatMap(CanonicalNumber.integer),
      let currency = pairs.first(where: { $0.key == "currency" })?.value.scalar?.text,
      currency.utf8.count == 3, currency.utf8.allSatisfy({ (65...90).contains($0) })
    else { return fail(node, expected) }
    return .money(minor: minor, currency: currency)
  }

  private mutating func element(_ type: ElementType, _ node: YAMLNode) -> ConstantValue? {
    switch type {
    case .enumeration(let id): enumCase(id, node)
    case .value(let id): value(id, node)
    case .scalar(.json):
      node.json.map { .json($0) } ?? failJSON(node)
    case .scalar(let scalar): self.scalar(scalar, node)
    }
  }

  /// A value by the names of its fields, complete like a value in a payload.
  private mutating func value(_ id: ValueTypeID, _ node: YAMLNode) -> ConstantValue? {
    let type = constants.values[id.index]
    if type.tagging != nil {
      problem = problem ?? .defaultOfTaggedValue(type, of: owner, at: node.span)
      return nil
    }
    guard case .mapping(let pairs) = node.content else {
      return fail(node, "a mapping of the fields of '\(type.name.name)'")
    }
    for pair in pairs where !type.fields.contains(where: { $0.name.name == pair.key }) {
      problem = problem ?? .unknownField(pair, of: type, in: owner)
    }
    let values = type.fields.map { field in
      self.field(field, of: id, pairs.first { $0.key == field.name.name }, in: node)
    }
    return problem == nil ? .value(id, values) : nil
  }

  private mutating func field(
    _ field: ValueField, of id: ValueTypeID, _ pair: YAMLPair?, in node: YAMLNode
  ) -> ConstantValue? {
    if let pair {
      let value =
        pair.value.isNull && field.isOptional ? nil : constant(field.type, pair.value)
      if let value, let scalar = field.scalar, !scalar.accepts(value) {
        problem = problem ?? .unfitDefault(of: owner, scalar, at: pair.value.span)
      }
      return value
    }
    if constants.areDefaultsKnown(of: id), field.isOptional || field.defaultValue != nil {
      return field.defaultValue
    }
    let name = "\(constants.values[id.index].name.name).\(field.name.name)"
    return fail(node, "a value of field '\(name)'")
  }

  private mutating func scalar(_ type: ScalarType, _ node: YAMLNode) -> ConstantValue? {
    guard let scalar = node.scalar else {
      return fail(node, type.expectation(withGenerated: allowsGenerated))
    }
    guard type != .string || !node.isNull else {
      problem = problem ?? .nullDefault(of: owner, isText: true, nil, at: node.span)
      return nil
    }
    return Self.constant(scalar, of: type)
      ?? fail(node, type.expectation(withGenerated: allowsGenerated))
  }

  static func constant(_ scalar: YAMLScalar, of type: ScalarType) -> ConstantValue? {
    let plain = scalar.isPlain ? scalar.text : ""
    return switch type {
    case .string: .string(scalar.text)
    case .int: CanonicalNumber.integer(plain).map { .int($0) }
    case .double: double(plain).map { .double($0) }
    case .decimal: NumberText.canonicalDecimal(scalar.text).map { .decimal($0) }
    case .bool: plain == "true" ? .bool(true) : plain == "false" ? .bool(false) : nil
    case .date: DateText.microseconds(scalar.text).map { .date(microseconds: $0) }
    case .day: DateText.isDay(scalar.text) ? .day(scalar.text) : nil
    case .uuid: UUIDText.canonical(scalar.text).map { .uuid($0) }
    case .url: isURL(scalar.text) ? .url(scalar.text) : nil
    case .data: Base64.decode(scalar.text).map { .data($0) }
    case .json: nil
    }
  }

  private static func double(_ text: String) -> Double? {
    guard NumberText.isNumber(text), let value = Double(text), value.isFinite else {
      return nil
    }
    return value == 0 ? 0 : value
  }

  /// Whether a string is a scheme or a path, without blanks and other characters that are not
  /// permitted in URLs.
  private static func isURL(_ text: String) -> Bool {
    let forbidden = Set("\"<>\\^`{|} ".utf8)
    return !text.isEmpty && !text.hasPrefix(":")
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) }
  }

  /// A case by its name, or by its raw value if no case has that name.
  private mutating func enumCase(_ id: EnumID, _ node: YAMLNode) -> ConstantValue? {
    let model = constants.enums[id.index]
    guard let scalar = node.scalar else { return fail(node, "a case of '\(model.name.name)'") }
    let index =
      model.cases.firstIndex { $0.name.name == scalar.text }
      ?? model.cases.firstIndex { enumCase in
        switch enumCase.rawValue {
        case .string(let value): value == scalar.text
        case .int(let value): scalar.isPlain && String(value) == scalar.text
        }
      }
    guard let index else {
      problem = problem ?? .unknownCase(scalar.text, in: model, of: owner, at: node.span)
      return nil
    }
    return .enumCase(id, index: index)
  }

  private mutating func failJSON(_ node: YAMLNode) -> ConstantValue? {
    problem = problem ?? .invalidJSONDefault(of: owner, at: node.span)
    return nil
  }

  private mutating func fail(_ node: YAMLNode, _ expected: String) -> ConstantValue? {
    problem = problem ?? .invalidDefault(node, of: owner, expected: expected)
    return nil
  }
}

extension AttributeType {
  /// Whether the type is an enum with a case of that name or value.
  fileprivate func hasCase(_ name: String, _ constants: ConstantTypes) -> Bool {
    guard case .enumeration(let id) = self else { return false }
    return constants.enums[id.index].cases.contains {
      $0.name.name == name || $0.rawValue == .string(name)
    }
  }
}

extension ScalarType {
  /// Whether an identity of the type can have temporary values.
  var hasTemporaryValues: Bool { [.int, .string, .uuid].contains(self) }

  /// The expected form of a default of the type.
  fileprivate func expectation(withGenerated allowsGenerated: Bool) -> String {
    switch self {
    case .date where !allowsGenerated: "a date like 2026-01-02T03:04:05Z"
    case .uuid where !allowsGenerated: "a UUID"
    case .string: "a string"
    case .int: "a 64-bit integer"
    case .double: "a number"
    case .decimal: "a number of at most 38 digits"
    case .bool: "'true' or 'false'"
    case .date: "'now', or a date like 2026-01-02T03:04:05Z"
    case .day: "a day like 2026-01-02"
    case .uuid: "'new', or a UUID"
    case .url: "a URL"
    case .data: "base64"
    case .json: "JSON"
    }
  }
}
