import SwiftSyncValues

/// Reads metadata from the JSON that generated code contains.
///
/// It is text because text costs the compiler nothing: struct literals doubled the compile time of
/// a model.
package struct MetadataReader {
  package struct Damage: Error {
    package let key: String

    package init(key: String) {
      self.key = key
    }
  }

  package let object: [String: JSONValue]
  /// The types without a table, by name.
  package private(set) var shapes: [String: ValueShape] = [:]
  /// The app's types, by scalar.
  package private(set) var scalars: [String: AppScalar] = [:]
  /// The positions of the columns of the entity that is read, by name, and of its attributes.
  package var columns: [String: Int] = [:]
  package var attributes: [String: Int] = [:]

  package init(json: String, scalars: [String: AppScalar] = [:]) throws {
    try self.init(JSONValue(json: json), "")
    self.scalars = scalars
  }

  package init(_ value: JSONValue, _ key: String) throws {
    guard case .object(let object) = value else { throw Damage(key: key) }
    self.object = object
  }

  /// Stops the program if the text is malformed. No input can cause this, because the generator
  /// wrote the text.
  package static func read<Value>(_ json: String, _ body: () throws -> Value) -> Value {
    do {
      return try body()
    } catch {
      preconditionFailure("the generated metadata is damaged: \(error) in \(json)")
    }
  }

  package func with(_ shapes: [String: ValueShape], _ scalars: [String: AppScalar]) -> Self {
    var copy = self
    copy.shapes = shapes
    copy.scalars = scalars
    return copy
  }

  /// The types without a table that an entity's attributes reach, by name.
  package func valueShapes() throws -> [String: ValueShape] {
    guard let types = object["types"] else { return [:] }
    guard case .object(let members) = types else { throw Damage(key: "types") }
    let shapes = Dictionary(
      uniqueKeysWithValues: members.keys.map {
        ($0, ValueShape($0, strict: flag("strict"), source: types.json))
      })
    for (name, value) in members where value["tag"] == nil {
      let fields = try Self.elements(value, "types").map {
        try Self($0, "types").with(shapes, scalars).valueField()
      }
      shapes[name]?.complete(fields)
    }
    try completeTaggings(members, in: shapes)
    if !scalars.isEmpty {
      // A default can contain values of all of these types.
      for shape in shapes.values where shape.tagging == nil {
        shape.complete(shape.fields.map(\.withStoredDefault))
      }
      try completeTaggings(members, in: shapes)
    }
    return shapes
  }

  private func completeTaggings(
    _ members: [String: JSONValue], in shapes: [String: ValueShape]
  ) throws {
    for (name, value) in members where value["tag"] != nil {
      shapes[name]?.complete(try Self(value, "types").with(shapes, scalars).tagging())
    }
  }

  /// The cases of a tagged value: each tag with the name of its type.
  private func tagging() throws -> ValueTagging {
    let cases = try elements("cases").map { item -> ValueTagging.Case in
      let tag: ValueTagging.Tag
      switch item[0] {
      case .string(let text)?: tag = .text(text)
      case .number(let number)?:
        guard let integer = number.int64 else { throw Damage(key: "cases") }
        tag = .integer(integer)
      default: throw Damage(key: "cases")
      }
      guard let type = item[1] else { return ValueTagging.Case(tag, nil) }
      guard let shape = shapes[try Self.string(type, "cases")] else { throw Damage(key: "cases") }
      return ValueTagging.Case(tag, shape)
    }
    let isInteger = cases.contains { if case .integer = $0.value { true } else { false } }
    return ValueTagging(
      tag: try string("tag"), cases, isInteger: isInteger, isRejecting: flag("reject"),
      isNested: flag("content"))
  }

  private func valueField() throws -> ValueFieldMetadata {
    ValueFieldMetadata(
      field: try field(), keys: try strings("keys"),
      defaultTexts: try strings("default").map { Array($0.utf8) })
  }

  /// What attributes and fields have in common.
  package func field() throws -> FieldMetadata {
    FieldMetadata(
      try type("type"), scalar: try scalar(), optional: flag("optional"),
      remote: try strings("remote"), firstValue: flag("firstValue"),
      currency: try optionalString("currency"), otherCurrencies: try strings("otherCurrencies"),
      currencyCode: try optionalString("currencyCode"), major: flag("major"),
      rules: ValueRules(optional: flag("optional"), flag), invalid: try invalidValues())
  }

  private func invalidValues() throws -> InvalidValues? {
    guard let spelled = try optionalString("invalid") else { return nil }
    guard let rule = InvalidValues(rawValue: spelled) else { throw Damage(key: "invalid") }
    return rule
  }

  private func scalar() throws -> ScalarMetadata? {
    guard let value = object["scalar"] else { return nil }
    let scalar = try Self(value, "scalar")
    let name = try scalar.string("name")
    return try ScalarMetadata(
      name: name, pattern: try scalar.optionalString("pattern"),
      minimum: try scalar.optionalString("min"), maximum: try scalar.optionalString("max"),
      message: try scalar.optionalString("message"), app: scalars[name])
  }
}

extension MetadataReader {
  /// Whether the key exists and is true.
  package func flag(_ key: String) -> Bool { object[key] == .bool(true) }

  package func string(_ key: String) throws -> String {
    guard let text = try optionalString(key) else { throw Damage(key: key) }
    return text
  }

  package func optionalString(_ key: String) throws -> String? {
    guard let value = object[key] else { return nil }
    guard case .string(let text) = value else { throw Damage(key: key) }
    return text
  }

  package func integer(_ key: String) throws -> Int {
    guard let integer = try optionalInteger(key) else { throw Damage(key: key) }
    return integer
  }

  package func optionalInteger(_ key: String) throws -> Int? {
    try object[key].map { try Self.integer($0, key) }
  }

  package static func integer(_ value: JSONValue, _ key: String) throws -> Int {
    guard case .number(let number) = value, let integer = number.int64 else {
      throw Damage(key: key)
    }
    return Int(integer)
  }

  /// The elements of a list; empty if the key does not exist.
  package func elements(_ key: String) throws -> [JSONValue] {
    guard let value = object[key] else { return [] }
    return try Self.elements(value, key)
  }

  package static func elements(_ value: JSONValue, _ key: String) throws -> [JSONValue] {
    guard case .array(let elements) = value else { throw Damage(key: key) }
    return elements
  }

  package func integers(_ key: String) throws -> [Int] {
    try elements(key).map { try Self.integer($0, key) }
  }

  package static func integers(_ value: JSONValue, _ key: String) throws -> [Int] {
    try elements(value, key).map { try integer($0, key) }
  }

  package func strings(_ key: String) throws -> [String] {
    try elements(key).map { try Self.string($0, key) }
  }

  package static func string(_ value: JSONValue, _ key: String) throws -> String {
    guard case .string(let text) = value else { throw Damage(key: key) }
    return text
  }
}
