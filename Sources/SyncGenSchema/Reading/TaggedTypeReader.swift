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
      let tag = pairs.first(where: { $0.key == "tag" })?.value, !tag.isMapping
    else { return false }
    if let cases = pairs.first(where: { $0.key == "cases" })?.value {
      guard case .mapping(let items) = cases.content else { return !isType(tag) }
      return !items.contains { $0.key == "type" && $0.value.scalar != nil }
        || !isType(tag)
    }
    return !isType(tag)
  }

  private static func isType(_ node: YAMLNode) -> Bool {
    guard let text = (TypedDefault(node)?.type ?? node).scalar?.text else { return true }
    let name = text.hasSuffix("?") ? String(text.dropLast()) : text
    return name == "money" || ScalarType(rawValue: name) != nil || NameRule.isUpperCamelCase(name)
      || name.hasPrefix("[")
  }

  static func read(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> [TypeDeclaration] {
    var reader = TaggedTypeReader(name: Located(pair.key, at: pair.keySpan))
    guard let type = reader.type(pair, into: &bag) else { return [] }
    return [type] + reader.fields
  }

  private init(name: Located<String>) {
    self.name = name
  }

  private mutating func type(
    _ pair: YAMLPair, into bag: inout DiagnosticBag
  ) -> TypeDeclaration? {
    var type = TypeDeclaration(name: name, span: pair.value.span)
    TypeTable.tagged.read(pair, of: owner, to: &type, into: &bag)
    guard let tag = type.tag, let node = type.cases else { return nil }
    let isOdd = tag.value.unicodeScalars.contains { $0.value < 0x20 || $0 == "\"" || $0 == "\\" }
    if tag.value.isEmpty || tag.value == ValueTypeModel.unknownKey || isOdd {
      bag.add(.invalidTag(tag.value, of: owner, at: tag.span))
    }
    let cases = cases(node, into: &bag)
    guard !cases.isEmpty else { return nil }
    type.span = node.span
    type.tagging = TaggingDeclaration(tag: tag, cases: cases, isNested: type.hasContentUnderTag)
    return type
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
    var item = TaggingDeclaration.Case(pair: pair)
    guard case .mapping(let pairs) = pair.value.content else {
      item.type = pair.value.text(for: what, into: &bag)
      return item.type == nil ? nil : item
    }
    if pairs.contains(where: { $0.key == "type" || $0.key == "fields" && $0.value.isMapping }) {
      return longForm(item, of: what, into: &bag)
    }
    item.settings.annotations = Annotations(pairs)
    item.type = add(pairs.filter { Annotations.name(of: $0.key) == nil }, pair)
    item.isInline = true
    return item
  }

  private mutating func longForm(
    _ short: TaggingDeclaration.Case, of what: String, into bag: inout DiagnosticBag
  ) -> TaggingDeclaration.Case? {
    var item = short
    TaggedCaseTable.taggedCase.read(
      item.pair, of: what, to: &item, into: &bag, hint: Self.hint)
    if item.stated[.type] != nil {
      if let fields = item.stated[.fields] {
        bag.add(.fieldsBesideType(of: what, at: fields.span))
      }
      return item.type == nil ? nil : item
    }
    guard case .mapping(let members)? = item.fields?.content else { return nil }
    item.type = add(members, item.pair)
    item.isInline = true
    return item
  }

  /// The hint for a field next to `type`, which makes the mapping the long form.
  private static func hint(_ pair: YAMLPair, _ pairs: [YAMLPair]) -> String? {
    let known = TaggedCaseTable.taggedCase.names
    if !pairs.contains(where: { $0.key == "type" })
      || Suggestion.nearest(to: pair.key, in: known) != nil
      || Synonyms.key(for: pair.key, in: known) != nil
    {
      return nil
    }
    return "a mapping with 'type' is the long form of a case; to have a field of that name, write "
      + "'{ fields: { type: …, \(pair.key): … } }'"
  }

  /// The type of the fields that a case states; `nil` if there are none.
  private mutating func add(_ members: [YAMLPair], _ pair: YAMLPair) -> Located<String>? {
    guard !members.isEmpty else { return nil }
    let type = Located("\(name.value).\(Self.typeName(pair.key))", at: pair.keySpan)
    fields.append(
      TypeDeclaration(
        name: type, fields: members, span: pair.value.span, isOfCase: true))
    return type
  }

  /// The name of a case's type, e.g. `Section` for `section`.
  private static func typeName(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
