import CYAML
import SyncGenDiagnostics

/// Builds the node tree of one document from libyaml's events.
struct YAMLComposer {
  typealias Event = EventParser.Event

  /// Thrown when reading cannot continue; the bag states the reason.
  private struct Abandoned: Error {}

  private let parser: EventParser
  private let text: SourceText
  private let path: String
  private var anchors: [String: Anchor] = [:]
  private var aliasedNodes = 0
  /// Whether merge keys and the tags of YAML's core schema are part of the format.
  var isPlainYAML = false
  private(set) var bag = DiagnosticBag()
  /// The position at which libyaml could not continue.
  private(set) var failurePlace: SourceText.Position?
  /// Whether it could not continue because of an escape that does not stand for a character.
  private(set) var isAtEscape = false

  private struct Anchor {
    /// `nil` while the node is being read, so that it cannot contain itself.
    var node: YAMLNode?
    /// The number of its nodes, including those added by aliases.
    var size = 0
  }

  init(parser: EventParser, text: SourceText, path: String) {
    (self.parser, self.text, self.path) = (parser, text, path)
  }

  /// The only document; `nil` if it cannot be read.
  mutating func document() -> YAMLNode? {
    do {
      guard let first = try nextContent() else {
        bag.add(.emptyFile(at: SourceSpan(path: path)))
        return nil
      }
      let root = try node(first, depth: 0)
      try rejectMoreDocuments()
      return root
    } catch {
      return nil
    }
  }

  private mutating func rejectMoreDocuments() throws(Abandoned) {
    var documentStart: SourceSpan?
    while true {
      let event = try nextEvent()
      switch event.kind {
      case .streamEnd: return
      case .documentStart: documentStart = span(event)
      case .other: break
      default:
        bag.add(.multipleDocuments(at: documentStart ?? span(event)))
        throw Abandoned()
      }
    }
  }

  /// The next event that begins or ends a node; `nil` at the end of the file.
  private mutating func nextContent() throws(Abandoned) -> Event? {
    while true {
      let event = try nextEvent()
      switch event.kind {
      case .streamEnd: return nil
      case .other, .documentStart: continue
      default: return event
      }
    }
  }

  private mutating func nextEvent() throws(Abandoned) -> Event {
    do {
      return try parser.next()
    } catch {
      failurePlace = SourceText.Position(line: error.place.line + 1, column: error.place.column + 1)
      isAtEscape = error.problem == YAMLProblem.escape
      if !isPlainYAML, let unquoted = UnquotedDefault.find(near: error, in: text) {
        report(unquoted)
      } else {
        bag.add(.invalidYAML(error, in: text, path: path))
      }
      throw Abandoned()
    }
  }

  /// Reports a value that needs quotation marks, instead of what was found inside it.
  private mutating func report(_ unquoted: UnquotedDefault) {
    let span = unquoted.span(path: path)
    let others = bag.diagnostics.filter { !span.contains($0.span) }
    bag = DiagnosticBag()
    for diagnostic in others + [.unquotedDefault(unquoted, at: span)] { bag.add(diagnostic) }
  }

  private mutating func node(_ event: Event, depth: Int) throws(Abandoned) -> YAMLNode {
    guard depth < YAMLLimits.depth else {
      bag.add(.nestingTooDeep(limit: YAMLLimits.depth, at: span(event)))
      throw Abandoned()
    }
    if case .alias = event.kind { return try target(of: parser.anchor ?? "", at: span(event)) }
    let kind = parser.tag.flatMap { isPlainYAML ? YAMLTag(tag: $0) : nil }
    if let tag = parser.tag, kind == nil { bag.add(.unsupportedTag(tag, at: span(event))) }
    guard let anchor = parser.anchor else {
      return try content(event, kind, depth: depth)
    }
    anchors[anchor] = Anchor()
    let node = try content(event, kind, depth: depth)
    anchors[anchor] = Anchor(node: node, size: node.size)
    return node
  }

  private mutating func content(
    _ event: Event, _ tag: YAMLTag?, depth: Int
  ) throws(Abandoned) -> YAMLNode {
    switch event.kind {
    case .scalar:
      YAMLNode(.scalar(tag.map { $0.applied(to: parser.scalar) } ?? parser.scalar), at: span(event))
    case .sequenceStart(let isFlow): try sequence(event, isFlow: isFlow, depth: depth)
    case .mappingStart(let isFlow): try mapping(event, isFlow: isFlow, depth: depth)
    default: YAMLNode(.scalar(YAMLScalar("", isPlain: true)), at: span(event))
    }
  }

  private mutating func sequence(
    _ start: Event, isFlow: Bool, depth: Int
  ) throws(Abandoned) -> YAMLNode {
    var items: [YAMLNode] = []
    while let event = try nextContent() {
      if case .collectionEnd = event.kind {
        let end = isFlow ? span(event) : items.last?.span ?? span(start)
        let span = span(start, through: end)
        if isMarked(event) {
          let isList = items.allSatisfy { $0.isScalar || $0.isDictionary }
          bag.add(.unquotedOptional(in: text, isList: isList, at: span))
        }
        return YAMLNode(.sequence(items), at: span)
      }
      items.append(try node(event, depth: depth + 1))
    }
    throw Abandoned()
  }

  private mutating func mapping(
    _ start: Event, isFlow: Bool, depth: Int
  ) throws(Abandoned) -> YAMLNode {
    var keys = YAMLKeys()
    var merged: [YAMLPair] = []
    var cut: SourceSpan?
    while let event = try nextContent() {
      if case .collectionEnd = event.kind {
        let end = isFlow ? span(event) : keys.pairs.last?.value.span ?? span(start)
        for pair in merged { _ = keys.add(pair) }
        let span = span(start, through: end)
        if isMarked(event) { bag.add(.unquotedOptional(in: text, isList: false, at: span)) }
        return YAMLNode(.mapping(keys.pairs), at: span)
      }
      let key = try node(event, depth: depth + 1)
      var value = try nextValue(depth: depth + 1)
      if let cut, cut.contains(key.span) { continue }
      if let found = cutDefault(value) {
        bag.add(.unquotedDefault(found, at: found.span(path: path)))
        cut = found.span(path: path)
        value = YAMLNode(
          .scalar(YAMLScalar(found.text, isPlain: false)), at: found.span(path: path))
      }
      guard case .scalar(let scalar) = key.content else {
        bag.add(.invalidKey(at: key.span))
        continue
      }
      if scalar.isPlain, scalar.text == "<<" {
        if !isPlainYAML { bag.add(.mergeKey(at: key.span)) }
        merged += value.mergedPairs
        continue
      }
      if let first = keys.add(YAMLPair(key: scalar.text, at: key.span, value: value)) {
        bag.add(.duplicateKey(scalar.text, at: key.span, first: first.keySpan))
      }
    }
    throw Abandoned()
  }

  /// A type with a default that a comma or a comment cuts inside its quotation marks.
  private func cutDefault(_ value: YAMLNode) -> UnquotedDefault? {
    guard !isPlainYAML, case .scalar(let scalar) = value.content, scalar.isPlain,
      UnquotedDefault.isCut(scalar.text)
    else { return nil }
    return UnquotedDefault.find(in: text, line: value.span.line, from: value.span.column)
  }

  private mutating func nextValue(depth: Int) throws(Abandoned) -> YAMLNode {
    guard let event = try nextContent() else { throw Abandoned() }
    return try node(event, depth: depth)
  }

  private mutating func target(
    of name: String, at span: SourceSpan
  ) throws(Abandoned) -> YAMLNode {
    guard let anchor = anchors[name] else {
      bag.add(.unknownAnchor(name, at: span, known: anchors.keys.sorted()))
      throw Abandoned()
    }
    guard let node = anchor.node else {
      bag.add(.recursiveAlias(name, at: span))
      throw Abandoned()
    }
    aliasedNodes += anchor.size
    guard aliasedNodes <= YAMLLimits.aliasedNodes else {
      bag.add(.aliasLimit(limit: YAMLLimits.aliasedNodes, at: span))
      throw Abandoned()
    }
    return node
  }

  /// Whether there was a question mark after the bracket that ends a collection.
  private func isMarked(_ event: Event) -> Bool {
    !text.questionMarks.isEmpty
      && text.questionMarks.contains(
        SourceText.Position(line: event.end.line + 1, column: event.end.column + 1))
  }

  private func span(_ event: Event) -> SourceSpan {
    let (start, end) = (text.position(of: event.start), text.position(of: event.end))
    return SourceSpan(
      path: path, line: start.line, column: start.column, endLine: end.line,
      endColumn: end.column)
  }

  private func span(_ start: Event, through end: SourceSpan) -> SourceSpan {
    let place = text.position(of: start.start)
    return SourceSpan(
      path: path, line: place.line, column: place.column, endLine: end.endLine,
      endColumn: end.endColumn)
  }
}

extension SourceText {
  /// The position in the file of a mark of libyaml.
  func position(of mark: yaml_mark_t) -> Position {
    original(Position(line: mark.line + 1, column: mark.column + 1))
  }
}

extension SourceSpan {
  /// Whether a span on the same line is inside it.
  fileprivate func contains(_ other: SourceSpan) -> Bool {
    line == other.line && column <= other.column && other.endColumn <= endColumn
  }
}

extension YAMLNode {
  fileprivate var isScalar: Bool {
    if case .scalar = content { true } else { false }
  }

  /// Whether it is the content of a dictionary type, such as `string: int`.
  fileprivate var isDictionary: Bool {
    guard case .mapping(let pairs) = content else { return false }
    return pairs.map(\.key) == ["string"] && pairs[0].value.isScalar
  }

  /// The pairs that a merge key would add, so that their absence is not reported too.
  fileprivate var mergedPairs: [YAMLPair] {
    switch content {
    case .scalar: []
    case .sequence(let items): items.flatMap(\.mergedPairs)
    case .mapping(let pairs): pairs
    }
  }

  /// The number of nodes in it, including itself.
  fileprivate var size: Int {
    switch content {
    case .scalar: 1
    case .sequence(let items): items.reduce(1) { $0 + $1.size }
    case .mapping(let pairs): pairs.reduce(1) { $0 + 1 + $1.value.size }
    }
  }
}
