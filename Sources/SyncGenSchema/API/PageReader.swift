import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads `page:` of an endpoint.
struct PageReader {
  /// What a list contains, of which the last element can identify the next page.
  enum Element {
    case row(EntityDraft)
    case object(InlineType)
    /// A value without members.
    case value
  }

  let element: Element
  let types: [InlineType]
  let endpoint: EndpointStatement
  /// Whether a response is the list, so that it cannot contain a cursor or a count.
  let isPlainList: Bool

  private typealias Keys = KeyedNodes<PageKey>

  private var owner: String { endpoint.owner }

  func read(_ node: YAMLNode, into bag: inout DiagnosticBag) -> EndpointPaging? {
    switch node.content {
    case .scalar: return parameter(node, "page", into: &bag).map(EndpointPaging.init(counting:))
    case .sequence:
      bag.add(.wrongShape("'page' of \(owner)", expected: "a name or a mapping", found: node))
      return nil
    case .mapping: return readMapping(node, into: &bag)
    }
  }

  private func readMapping(_ node: YAMLNode, into bag: inout DiagnosticBag) -> EndpointPaging? {
    guard let keys = Keys(node, of: "'page' of \(owner)", into: &bag, hint: Self.placeHint),
      let style = styleKey(keys, into: &bag)
    else { return nil }
    checkKeys(keys, style, into: &bag)
    guard let value = self.style(style, keys, into: &bag) else { return nil }
    return paging(keys, style, value, into: &bag)
  }

  private func paging(
    _ keys: Keys, _ style: PageStyleKey, _ value: EndpointPaging.Style,
    into bag: inout DiagnosticBag
  ) -> EndpointPaging? {
    let hasParameter = style != .next && style != .link
    let parameter =
      hasParameter
      ? keys[style.key].flatMap { self.parameter($0, style.key.rawValue, into: &bag) }
      : nil
    guard !hasParameter || parameter != nil else { return nil }
    let size = size(keys, besides: parameter, into: &bag)
    return EndpointPaging(
      style: value, parameter: parameter, size: size?.parameter, sizeValue: size?.value,
      end: end(keys, style, into: &bag), origins: origins(keys, into: &bag),
      maxPages: keys[.maxPages]?.integer(
        for: "'max-pages' of \(owner)", atLeast: 1, into: &bag)?.value
        ?? EndpointPaging.defaultMaxPages,
      isStable: keys[.stable]?.flag(for: "'stable' of \(owner)", into: &bag)?.value ?? false)
  }
}

// MARK: - Styles

/// The key that states how pages are requested.
private enum PageStyleKey: CaseIterable {
  case number, offset, cursor, after, next, link

  var key: PageKey {
    switch self {
    case .number: .number
    case .offset: .offset
    case .cursor: .cursor
    case .after: .after
    case .next: .next
    case .link: .link
    }
  }

  /// The key of the page size.
  var sizeKey: PageKey { self == .offset ? .limit : .size }

  /// The keys that may be used with it.
  var others: Set<PageKey> {
    let all: Set<PageKey> = [key, sizeKey, .end, .maxPages, .stable]
    switch self {
    case .number: return all.union([.from])
    case .offset: return all
    case .cursor: return all.union([.next])
    case .after: return all.union([.last])
    case .next, .link: return all.union([.origins])
    }
  }

  /// The keys of `end` that may be used with it.
  var ends: [PageEndKey] {
    switch self {
    case .number, .offset: PageEndKey.allCases
    case .cursor, .after, .next, .link: [.more]
    }
  }
}

extension PageReader {
  /// The single style that a mapping states. `next` is a style only without a `cursor`.
  private func styleKey(_ keys: Keys, into bag: inout DiagnosticBag) -> PageStyleKey? {
    let stated = PageStyleKey.allCases.filter {
      keys[$0.key] != nil && !($0 == .next && keys[.cursor] != nil)
    }
    if stated.count == 1 { return stated.first }
    bag.add(.pageStyle(owner, stated: stated.map(\.key.rawValue), at: keys.span))
    return nil
  }

  private func checkKeys(_ keys: Keys, _ style: PageStyleKey, into bag: inout DiagnosticBag) {
    for key in PageKey.allCases where !style.others.contains(key) {
      guard let span = keys.keySpan(key) else { continue }
      let hint = key == .size || key == .limit ? style.sizeKey.rawValue : nil
      bag.add(
        .keyOfOtherStyle(
          key.rawValue, in: "page", style: style.key.rawValue, of: owner, instead: hint, at: span))
    }
  }

  private func style(
    _ style: PageStyleKey, _ keys: Keys, into bag: inout DiagnosticBag
  ) -> EndpointPaging.Style? {
    switch style {
    case .number:
      let from = keys[.from]?.integer(for: "'from' of \(owner)", atLeast: 0, into: &bag)
      return .number(from: from?.value ?? 1)
    case .offset: return .offset
    case .cursor:
      guard keys.required(.next, of: "'page' of \(owner)", at: keys.span, into: &bag) != nil
      else { return nil }
      return path(keys, .next, into: &bag).map { .cursor(next: $0) }
    case .after: return lastRow(keys, into: &bag)
    case .next: return path(keys, .next, into: &bag).map { .nextURL($0) }
    case .link: return relation(keys, into: &bag)
    }
  }

  private func lastRow(_ keys: Keys, into bag: inout DiagnosticBag) -> EndpointPaging.Style? {
    guard
      let name = keys.required(.last, of: "'page' of \(owner)", at: keys.span, into: &bag)?
        .text(for: "'last' of \(owner)", into: &bag)
    else { return nil }
    let last =
      switch element {
      case .row(let entity): lastValue(name, of: entity, into: &bag)
      case .object(let type): lastValue(name, of: type, into: &bag)
      case .value:
        lastValue(name, of: InlineType?.none, into: &bag)
      }
    return last.map { .lastRow($0) }
  }

  private func lastValue(
    _ name: Located<String>, of entity: EntityDraft, into bag: inout DiagnosticBag
  ) -> EndpointPaging.LastValue? {
    guard case .attribute(let index) = entity.members[name.value] else {
      if case .relation = entity.members[name.value] {
        bag.add(.lastIsRelation(name, of: owner, entity: entity.name))
      } else {
        bag.add(.unknownMember(name, in: "'last' of \(owner)", of: entity))
      }
      return nil
    }
    let attribute = entity.attributes[index]
    guard attribute.direction.isPulled, let type = attribute.type.oneScalar else {
      bag.add(.lastWithoutValue(name, of: owner, entity: entity.name))
      return nil
    }
    return EndpointPaging.LastValue(
      name: attribute.name.name, paths: attribute.remote.paths, type: type,
      dates: attribute.remoteDates)
  }

  /// - Parameter type: The type of the list's elements; `nil` if they have no fields.
  private func lastValue(
    _ name: Located<String>, of type: InlineType?, into bag: inout DiagnosticBag
  ) -> EndpointPaging.LastValue? {
    let fields = type?.fields ?? []
    guard let field = fields.first(where: { $0.name.name == name.value }),
      let scalar = field.type.oneScalar
    else {
      bag.add(.lastWithoutField(name, of: owner, known: fields.map(\.name.name)))
      return nil
    }
    return EndpointPaging.LastValue(
      name: field.name.name, paths: [field.remote], type: scalar, dates: field.remoteDates)
  }

  private func relation(_ keys: Keys, into bag: inout DiagnosticBag) -> EndpointPaging.Style? {
    guard let text = keys[.link]?.text(for: "'link' of \(owner)", into: &bag) else { return nil }
    guard text.value.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F && $0 != "\"" })
    else {
      bag.add(.invalidLinkRelation(text, of: owner))
      return nil
    }
    return .linkHeader(text.value)
  }
}

extension AttributeType {
  /// The type in a payload, if it is a single string or number in JSON.
  fileprivate var oneScalar: PayloadType? {
    switch self {
    case .scalar(.bool), .scalar(.json): nil
    case .scalar(let scalar): .scalar(scalar)
    case .enumeration(let id): .enumeration(id)
    case .money, .value, .array, .dictionary: nil
    }
  }
}

extension PayloadType {
  /// The type without its question mark, if it is a single string or number in JSON.
  fileprivate var oneScalar: PayloadType? {
    switch self {
    case .optional(let wrapped): wrapped.oneScalar
    case .scalar(.bool), .scalar(.json): nil
    case .scalar, .enumeration: self
    default: nil
    }
  }
}

// MARK: - Parameters

extension PageReader {
  private func parameter(
    _ node: YAMLNode, _ key: String, into bag: inout DiagnosticBag
  ) -> EndpointPaging.Parameter? {
    node.text(for: "'\(key)' of \(owner)", into: &bag).flatMap { parameter($0, into: &bag) }
  }

  /// A parameter of the query or, with `body.`, of the body.
  private func parameter(
    _ name: Located<String>, into bag: inout DiagnosticBag
  ) -> EndpointPaging.Parameter? {
    let prefix = EndpointPaging.Parameter.bodyPrefix
    guard name.value.hasPrefix(prefix) else {
      if endpoint.placeholders.contains(name.value) { bag.add(.parameterTwice(name, of: owner)) }
      return EndpointPaging.Parameter(name: name.value, isInBody: false)
    }
    let path = String(name.value.dropFirst(prefix.count))
    guard path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
    else {
      bag.add(.invalidResponsePath(name, "the parameter", of: owner, example: "body.start_cursor"))
      return nil
    }
    if endpoint.method == .get { bag.add(.pageInBodyOfGet(name, of: owner)) }
    if let body = endpoint.body { checkBody(body, path, name, into: &bag) }
    return EndpointPaging.Parameter(name: path, isInBody: true)
  }

  private func checkBody(
    _ body: PayloadType, _ path: String, _ name: Located<String>, into bag: inout DiagnosticBag
  ) {
    switch body {
    case .optional(let wrapped): checkBody(wrapped, path, name, into: &bag)
    case .inline(let type):
      // A field becomes an argument, which the method that fetches does not have.
      if type.fields.contains(where: { $0.remote.dotted == path && !$0.isOptional }) {
        bag.add(.pageInRequiredField(name, of: owner))
      }
    case .entity, .patch, .value, .named, .dictionary: break
    case .scalar, .enumeration, .money, .array, .tagged, .file:
      bag.add(.pageInBodyWithoutKeys(name, of: owner))
    }
  }

  /// The parameter for the page size with its value, e.g. `{ per_page: 100 }`.
  private func size(
    _ keys: Keys, besides parameter: EndpointPaging.Parameter?, into bag: inout DiagnosticBag
  ) -> (parameter: EndpointPaging.Parameter, value: Int)? {
    guard let pair = keys.pair(.size) ?? keys.pair(.limit) else { return nil }
    let what = "'\(pair.key)' of \(owner)"
    let pairs = pair.value.pairs(for: what, into: &bag)
    guard pairs.count == 1, let stated = pairs.first else {
      if case .mapping = pair.value.content { bag.add(.pageSize(what, at: pair.value.span)) }
      return nil
    }
    let name = Located(stated.key, at: stated.keySpan)
    guard let size = self.parameter(name, into: &bag),
      let value = stated.value.integer(for: "'\(stated.key)' in \(what)", atLeast: 1, into: &bag)
    else { return nil }
    if size == parameter { bag.add(.parameterForTwo(name, of: owner)) }
    return (size, value.value)
  }
}

// MARK: - Ends

extension PageReader {
  /// The hint for a key of `end` that is not in it.
  private static func placeHint(_ pair: YAMLPair, _: [YAMLPair]) -> String? {
    PageEndKey(rawValue: pair.key).map { "'\($0.rawValue)' is a key of 'end' of the page" }
  }

  private func end(
    _ keys: Keys, _ style: PageStyleKey, into bag: inout DiagnosticBag
  ) -> EndpointPaging.End {
    guard let node = keys[.end],
      let ends = KeyedNodes<PageEndKey>(node, of: "'end' of \(owner)", into: &bag)
    else { return EndpointPaging.End() }
    for key in PageEndKey.allCases where !style.ends.contains(key) {
      guard let span = ends.keySpan(key) else { continue }
      bag.add(
        .keyOfOtherStyle(key.rawValue, in: "end", style: style.key.rawValue, of: owner, at: span))
    }
    let end = EndpointPaging.End(
      more: path(ends, .more, into: &bag), total: path(ends, .total, into: &bag),
      totalPages: path(ends, .totalPages, into: &bag),
      isShortPage: flag(ends, .shortPage, into: &bag),
      isNotFound: flag(ends, .notFound, into: &bag))
    if end.isShortPage, keys[.size] == nil, keys[.limit] == nil, style.ends.contains(.shortPage),
      let span = ends.keySpan(.shortPage)
    {
      bag.add(.shortPageWithoutSize(owner, size: style.sizeKey.rawValue, at: span))
    }
    return end
  }

  private func flag(
    _ ends: KeyedNodes<PageEndKey>, _ key: PageEndKey, into bag: inout DiagnosticBag
  ) -> Bool {
    ends[key]?.flag(for: "'\(key.rawValue)' of \(owner)", into: &bag)?.value ?? false
  }

  private func path<Key: SchemaKey>(
    _ keys: KeyedNodes<Key>, _ key: Key, into bag: inout DiagnosticBag
  ) -> RemotePath? {
    if isPlainList, let span = keys.keySpan(key) {
      bag.add(.pathInList(key.rawValue, of: owner, at: span))
    }
    return keys[key].flatMap {
      RemoteReader.path(
        $0, "'\(key.rawValue)'", in: owner, example: "meta.\(key.rawValue)", into: &bag)
    }
  }

  private func origins(_ keys: Keys, into bag: inout DiagnosticBag) -> [String] {
    guard let node = keys[.origins] else { return [] }
    if endpoint.method != .get, let span = keys.keySpan(.origins) {
      bag.add(.originsOfWrite(owner, method: endpoint.method.rawValue, at: span))
    }
    return (node.texts(for: "'origins' of \(owner)", into: &bag) ?? []).compactMap { origin in
      guard WebOrigin.isValid(origin.value) else {
        bag.add(.invalidOrigin(origin, of: owner))
        return nil
      }
      return origin.value
    }
  }
}
