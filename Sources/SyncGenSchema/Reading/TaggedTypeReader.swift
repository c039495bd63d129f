import SyncGenDiagnostics
import SyncGenYAML

/// Reads a tagged value under `types:`, and the types of the fields that its cases state.
struct TaggedTypeReader {
  private let name: Located<String>
  private var owner: String { "type '\(name.value)'" }
  private var fields: [TypeDeclaration] = []

  /// Whether a type is a tagged value: `tag` is a key rather than a field with a type.
  static func isTagged(_ node: YAMLNode) -> Bool {
    guard case .mapping(let pairs) = node.content,
      let tag = pairs.first(where: { $0.key == TaggedTypeKey.tag.rawValue })?.value, !tag.isMapping
    else { return false }
    if let cases = pairs.first(where: { $0.key == TaggedTypeKey.cases.rawValue })?.value {
      guard case .mapping(let items) = cases.content else { return !isType(tag) }
      return !items.contains { $0.key == "type" && $0.value.scalar != nil }
        || !isType(tag)
    }
    return !isType(tag)
  }

  private static func isType(_ node: YAMLNode) -> Bool {
    guard let text = node.scalar?.text else { return true }
    let name = text.hasSuffix("?") ? String(text.dropLast()) : text
    return name == "money" || ScalarType(rawValue: name) != nil || NameRule.isUpperCamelCase(name)
      || name.hasPrefix("[")
  }

  static func read(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> [TypeDeclaration] {
    var reader = TaggedTypeReader(name: Located(pair.key, at: pair.keySpan))
    guard let type = reader.type(pair.value, into: &bag) else { return [] }
    return [type] + reader.fields
  }

  private init(name: Located<String>) {
    self.name = name
  }

  private mutating func type(
    _ node: YAMLNode, into bag: inout DiagnosticBag
  ) -> TypeDeclaration? {
    guard let keys = KeyedNodes<TaggedTypeKey>(node, of: owner, into: &bag),
      let tag = keys[.tag]?.text(for: "'tag' of \(owner)", into: &bag),
      let node = keys.required(.cases, of: owner, at: name.span, into: &bag)
    else { return nil }
    let isOdd = tag.value.unicodeScalars.contains { $0.value < 0x20 || $0 == "\"" || $0 == "\\" }
    if tag.value.isEmpty || tag.value == ValueTypeModel.unknownKey || isOdd {
      bag.add(.invalidTag(tag.value, of: owner, at: tag.span))
    }
    let unknown = keys[.unknown]?.choice(
      of: EnumModel.UnknownValues.self, for: "'unknown' of \(owner)", into: &bag)
    let content = keys[.content]?.choice(
      of: TagContent.self, for: "'content' of \(owner)", into: &bag)
    let cases = cases(node, into: &bag)
    guard !cases.isEmpty else { return nil }
    return TypeDeclaration(
      name: name, fields: [],
      renamedFrom: keys.formerName(.renamedFrom, of: owner, called: name.value, into: &bag),
      documentation: keys[.doc]?.text(for: "'doc' of \(owner)", into: &bag)?.value,
      annotations: keys.annotations, span: node.span,
      tagging: TaggingDeclaration(
        tag: tag, cases: cases, unknownValues: unknown?.value ?? .preserve,
        isNested: content != nil))
  }

  private mutating func cases(
    _ node: YAMLNode, into bag: inout DiagnosticBag
  ) -> [TaggingDeclaration.Case] {
    guard case .mapping(let pairs) = node.content, !pairs.isEmpty else {
      bag.add(
        .wrongShape(
          "'cases' of \(owner)", expected: "a mapping of cases", item: "case", found: node))
      return []
    }
    return pairs.compactMap { self.case($0, into: &bag) }
  }

  private mutating func `case`(
    _ pair: YAMLPair, into bag: inout DiagnosticBag
  ) -> TaggingDeclaration.Case? {
    let what = "case '\(pair.key)' of \(owner)"
    guard case .mapping(let pairs) = pair.value.content else {
      return pair.value.text(for: what, into: &bag).map {
        make(pair, type: $0)
      }
    }
    let isLong = pairs.contains {
      $0.key == TaggedCaseKey.of.rawValue
        || $0.key == TaggedCaseKey.fields.rawValue && $0.value.isMapping
    }
    guard isLong else {
      let members = pairs.filter { Annotations.name(of: $0.key) == nil }
      return make(pair, type: add(members, pair), annotations: Annotations(pairs), isInline: true)
    }
    return longForm(pair, of: what, into: &bag)
  }

  private mutating func longForm(
    _ pair: YAMLPair, of what: String, into bag: inout DiagnosticBag
  ) -> TaggingDeclaration.Case? {
    guard let keys = KeyedNodes<TaggedCaseKey>(pair.value, of: what, into: &bag) else { return nil }
    let type: Located<String>?
    if let node = keys[.of] {
      if let fields = keys.pair(.fields) {
        bag.add(.fieldsBesideType(of: what, at: fields.keySpan))
      }
      guard let name = node.text(for: "'of' of \(what)", into: &bag) else { return nil }
      type = name
    } else {
      guard case .mapping(let members)? = keys[.fields]?.content else { return nil }
      type = add(members, pair)
    }
    return make(
      pair, type: type,
      value: keys[.value].flatMap { EnumReader.rawValue($0, for: what, into: &bag) },
      annotations: keys.annotations, isInline: keys[.of] == nil,
      renamedFrom: keys.formerName(.renamedFrom, of: what, called: pair.key, into: &bag),
      documentation: keys[.doc]?.text(for: "'doc' of \(what)", into: &bag)?.value)
  }

  private func make(
    _ pair: YAMLPair, type: Located<String>?, value: Located<EnumModel.RawValue>? = nil,
    annotations: Annotations = .none, isInline: Bool = false, renamedFrom: FormerName? = nil,
    documentation: String? = nil
  ) -> TaggingDeclaration.Case {
    TaggingDeclaration.Case(
      name: Located(pair.key, at: pair.keySpan), value: value, type: type, pair: pair,
      isInline: isInline, renamedFrom: renamedFrom, documentation: documentation,
      annotations: annotations)
  }

  /// The type of the fields that a case states; `nil` if there are none.
  private mutating func add(_ members: [YAMLPair], _ pair: YAMLPair) -> Located<String>? {
    guard !members.isEmpty else { return nil }
    let type = Located("\(name.value).\(Self.typeName(pair.key))", at: pair.keySpan)
    fields.append(
      TypeDeclaration(
        name: type, fields: members, renamedFrom: nil, documentation: nil, annotations: .none,
        span: pair.value.span, isOfCase: true))
    return type
  }

  /// The name of a case's type, e.g. `Section` for `section`.
  private static func typeName(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}

/// The location of a case's fields in payloads.
private enum TagContent: String, CaseIterable {
  /// Under the key that the tag's value names.
  case tag
}
