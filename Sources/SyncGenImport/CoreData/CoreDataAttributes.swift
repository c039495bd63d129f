import SwiftSyncValues
import SyncGenSchema

/// Attributes and composite types.
extension CoreDataSchemaMaker {
  private static let types: [String: ScalarType] = [
    "Integer 16": .int, "Integer 32": .int, "Integer 64": .int, "Decimal": .decimal,
    "Double": .double, "Float": .double, "String": .string, "Boolean": .bool, "Date": .date,
    "Binary": .data, "UUID": .uuid, "URI": .url,
  ]

  mutating func addType(_ composite: XMLElement) {
    guard let name = composite["name"], !name.isEmpty else { return }
    let fields = composite.children(named: "attribute").compactMap {
      element -> ImportedAttribute? in
      guard let type = type(of: element, "field \(name).\(element["name"] ?? "")") else {
        return nil
      }
      var field = ImportedAttribute(element["name"] ?? "", type, isOptional: true)
      setDefault(of: &field, element)
      return field
    }
    if fields.isEmpty {
      return remark(composite, "composite '\(name)' is left out: it has no fields")
    }
    result.types.append(ImportedType(name, .fields(fields), at: model.place(composite)))
  }

  mutating func attribute(
    _ element: XMLElement, of owner: CoreDataModel.Entity
  ) -> ImportedAttribute? {
    let name = element["name"] ?? ""
    let title = "attribute \(owner.name).\(name)"
    if element.isTrue("transient") {
      remark(element, "\(title) is transient and not imported")
      return nil
    }
    if element.isTrue("derived") {
      remark(
        element, "\(title) is derived and not imported: \(element["derivationExpression"] ?? "")")
      return nil
    }
    guard let type = type(of: element, title) else { return nil }
    var attribute = ImportedAttribute(name, type, isOptional: element.isTrue("optional"))
    setDefault(of: &attribute, element)
    attribute.isIndexed = element.isTrue("indexed")
    if let note = Self.note(Self.limits(of: element)) { attribute.notes = [note] }
    if element["attributeType"] == "Transformable" {
      attribute.notes.append(.guessed(.type, Self.transformable(element)))
    }
    attribute.place = model.place(element)
    setRemote(of: &attribute, element, owner)
    addUserInfo(of: element, to: &attribute.annotations)
    for flag in ["spotlightIndexingEnabled", "preservesValueInHistoryOnDeletion"]
    where element.isTrue(flag) {
      remark(element, "\(title): '\(flag)'")
    }
    return attribute
  }

  private mutating func type(of element: XMLElement, _ title: String) -> ImportedTypeName? {
    let stated = element["attributeType"] ?? ""
    if let scalar = Self.types[stated] { return .scalar(scalar) }
    switch stated {
    case "Transformable":
      if let list = Self.list(element["customClassName"]) { return list }
      remark(element, "\(title) is JSON: it has \(Self.transformable(element))")
      return .json
    case "Composite":
      let names = Set(element.attributes.map(\.value))
      if let type = result.types.first(where: { names.contains($0.name) }) {
        return .named(type.name)
      }
      remark(element, "\(title) is left out: its composite type is not in the model")
      return nil
    default:
      remark(element, "\(title) is left out: it has the type '\(stated)'")
      return nil
    }
  }

  /// The list in the class of a transformable value, such as `[String]`.
  private static func list(_ name: String?) -> ImportedTypeName? {
    let elements: [String: ScalarType] = [
      "[String]": .string, "[Int]": .int, "[Int64]": .int, "[Int32]": .int, "[Double]": .double,
      "[UUID]": .uuid, "[URL]": .url, "[Date]": .date, "[Bool]": .bool,
    ]
    return name.flatMap { elements[$0] }.map { .list(.scalar($0)) }
  }

  /// The words for a transformable value, with its class and its transformer if the model has them.
  private static func transformable(_ element: XMLElement) -> String {
    func part(_ key: String, _ words: String) -> String {
      element[key].flatMap { $0.isEmpty ? nil : "\(words) '\($0)'" } ?? ""
    }
    return "a transformable value" + part("customClassName", " of the class")
      + part("valueTransformerName", ", with the transformer")
  }

  // MARK: Values

  /// A Swift number or Boolean without a box has a value in each row.
  private mutating func setDefault(of attribute: inout ImportedAttribute, _ element: XMLElement) {
    if let value = Self.value(of: element, attribute.type) {
      attribute.defaultValue = value
      if element.isTrue("usesScalarValueType") { attribute.isOptional = false }
    } else if let text = element["defaultValueString"] ?? element["defaultDateTimeInterval"] {
      remark(element, "the default '\(text)' of '\(attribute.name)' is left out")
    }
  }

  private static func value(of element: XMLElement, _ type: ImportedTypeName) -> YAMLValue? {
    guard case .scalar(let scalar) = type else { return nil }
    if scalar == .date {
      return element["defaultDateTimeInterval"].flatMap(Double.init).flatMap(date).map { .text($0) }
    }
    guard let text = element["defaultValueString"] else { return nil }
    switch scalar {
    case .string, .url: return .text(text)
    case .int: return (Int(text) ?? whole(text)).map { .number($0) }
    case .double: return Double(text).flatMap { $0.isFinite ? .word("\($0)") : nil }
    case .decimal: return Double(text) == nil ? nil : .text(text)
    case .bool:
      return whole(text).map { .flag($0 != 0) }
    case .date, .day, .uuid, .data, .json: return nil
    }
  }

  /// The number of a default, which Xcode may have written as for another type: `0.0`, `NO`.
  private static func whole(_ text: String) -> Int? {
    switch text {
    case "YES", "true": 1
    case "NO", "false": 0
    default: Double(text).flatMap { Int(exactly: $0) }
    }
  }

  /// The ISO 8601 text of seconds since 2001.
  private static func date(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 1e11 else { return nil }
    let all = Int(seconds.rounded(.down)) + 978_307_200
    let (days, rest) = (
      Int((Double(all) / 86_400).rounded(.down)), ((all % 86_400) + 86_400) % 86_400
    )
    let day = civil(days)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    guard (1000...9999).contains(day.year) else { return nil }
    return "\(day.year)-\(two(day.month))-\(two(day.day))T"
      + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }

  /// The date of a day since 1970, in the Gregorian calendar.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let number = month < 10 ? month + 3 : month - 9
    return (year + era * 400 + (number <= 2 ? 1 : 0), number, dayOfYear - (153 * month + 2) / 5 + 1)
  }

  /// The limits that Core Data checks. Its patterns match whole strings.
  static func limits(of element: XMLElement) -> ValueLimits {
    let (least, most) = (element["minValueString"], element["maxValueString"])
    let pattern = element["regularExpressionString"]
    guard element["attributeType"] == "String" else {
      return ValueLimits(pattern: pattern, minimum: least, maximum: most)
    }
    return ValueLimits(
      pattern: pattern, isPatternWhole: true, shortest: least.flatMap(Int.init),
      longest: most.flatMap(Int.init))
  }

  /// The limits in words; `nil` if there are none.
  static func note(_ limits: ValueLimits) -> ImportNote? {
    func length(_ count: Int?) -> String? {
      count.map { $0 == 1 ? "1 character" : "\($0) characters" }
    }
    var words: [String] = []
    if let least = limits.minimum ?? length(limits.shortest) { words.append("at least \(least)") }
    if let most = limits.maximum ?? length(limits.longest) { words.append("at most \(most)") }
    if let pattern = limits.pattern { words.append("pattern \(pattern)") }
    return words.isEmpty ? nil : ImportNote(words.joined(separator: ", "))
  }

  static func lengthNotes(_ limits: ValueLimits) -> [ImportNote] {
    note(ValueLimits(shortest: limits.shortest, longest: limits.longest)).map { [$0] } ?? []
  }

  // MARK: Sync

  private mutating func setRemote(
    of attribute: inout ImportedAttribute, _ element: XMLElement, _ owner: CoreDataModel.Entity
  ) {
    if let key = element.sync("remoteKey") {
      attribute.remote = .key(key)
    } else if !element.mappedKeys.isEmpty {
      attribute.remote = .paths(element.mappedKeys)
    } else if model.usesSync, let key = Self.reserved(attribute.name, owner.name) {
      attribute.remote = .key(key)
      attribute.notes.append("the key that Sync derives")
    }
    if element.sync("nonExportable") != nil { attribute.direction = .pull }
    if let name = element.sync("valueTransformer") {
      remark(
        element, "\(owner.name).\(attribute.name): the value transformer '\(name)' is not imported")
    }
  }

  /// The original name of an attribute that Sync prefixes with its entity because Core Data
  /// reserves the name: `description` for `userDescription`.
  private static func reserved(_ name: String, _ entity: String) -> String? {
    let prefix = entity.prefix(1).lowercased() + entity.dropFirst()
    return ["description", "type", "signed"].first { word in
      name == prefix + word.prefix(1).uppercased() + word.dropFirst()
    }
  }
}
