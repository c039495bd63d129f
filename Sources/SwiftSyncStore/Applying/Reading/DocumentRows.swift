import SwiftSyncValues

/// Returns the rows of a document one after another, in the order of the payload.
///
/// A document is one object. Objects, lists and dictionaries that contain rows are not read as a
/// whole.
final class DocumentRows {
  enum Element {
    case row(RowNode)
    /// A row that the call's transform drops.
    case dropped
    /// An element of a list of rows that is not an object.
    case nonObjectElement(path: String, message: String, of: [EntityPlan])
    /// A row whose entity is unknown.
    case badTag(path: String, message: String, of: [EntityPlan])
    /// A row of an entity that the schema leaves out.
    case unknownTag(path: String)
  }

  /// An open object, list or dictionary.
  private struct Frame {
    enum Content {
      case object(ObjectPlan)
      case list(DocumentPlan.Shape)
      case dictionary(DocumentPlan.Shape)
    }

    let content: Content
    let place: DocumentPlace
    /// What decides for the lists of an object, and the keys from that object to this one.
    var signs: ListSigns?
    var keys: [String] = []
    /// The number of elements of a list that were read.
    var count = 0
    /// The positions of the keys of an object that were read.
    var seen: Set<Int> = []
    var isFirst = true
  }

  private let window: PayloadWindow
  private let parser: RowParser
  private let document: DocumentPlan
  private let call: CallData
  private var frames: [Frame] = []
  private var hasBegun = false
  /// Whether JSON:API's data is one resource object.
  private(set) var isSingleObject = false
  /// Whether JSON:API's data was found, and the text of its errors.
  private var hasData = false
  private var errorText: String?
  /// The place of the value that is being read, for errors in it.
  private(set) var openPath = ""
  /// The key of the value that is being read.
  private var openKey = ""
  /// What decides for the rows of JSON:API's data.
  private let sign: ListSign?

  init(
    _ window: PayloadWindow, _ parser: RowParser, as document: DocumentPlan, of call: CallData,
    sign: ListSign? = nil
  ) {
    self.sign = sign
    self.window = window
    self.parser = parser
    self.document = document
    self.call = call
  }

  /// Returns the next row, or `nil` after the last one, when the whole text is known to be one
  /// object.
  func next() throws(PayloadFailure) -> Element? {
    if !hasBegun { try begin() }
    while let frame = frames.last {
      openPath = ""
      let element =
        switch frame.content {
        case .object(let object): try member(of: object, frame)
        case .list(let shape): try element(shape, frame)
        case .dictionary(let shape): try entry(shape, frame)
        }
      if let element { return element }
    }
    try window.scan(depth: 0) { scanner throws(JSONError) in try scanner.finish() }
    try checkData()
    return nil
  }

  /// Checks that a JSON:API document contains data and no errors.
  private func checkData() throws(PayloadFailure) {
    guard document.isEnvelope else { return }
    if let errorText {
      let content = hasData ? "errors" : "errors and no data"
      throw .noRows(
        reason: "the payload has \(content): \(errorText)", offset: 0, path: "errors")
    }
    if hasData { return }
    throw .noRows(reason: "expected rows under 'data', found no key 'data'", offset: 0)
  }

  private func begin() throws(PayloadFailure) {
    hasBegun = true
    try window.scan(depth: 0) { scanner throws(JSONError) in try scanner.skipByteOrderMark() }
    do { try window.markOffset() } catch { throw .source(error) }
    let kind = try peek()
    guard kind == .object else {
      let reason = "expected an object of '\(document.name)', found \(kind.words)"
      throw .noRows(reason: reason, offset: window.offset)
    }
    push(document.root, at: DocumentPlace())
    if let sign { frames[0].signs = ListSigns(sign) }
  }

  private func peek() throws(PayloadFailure) -> JSONKind {
    try window.scan(depth: frames.count) { scanner throws(JSONError) in
      scanner.skipWhiteSpace()
      return try scanner.peekKind()
    }
  }

  private func skip() throws(PayloadFailure) {
    try window.scan(depth: frames.count) { scanner throws(JSONError) in
      _ = try scanner.skipValue()
    }
  }

  /// Skips the value of a key, which may decide for lists next to it.
  private func skip(_ key: String, _ frame: Frame) throws(PayloadFailure) {
    guard let signs = frame.signs else { return try skip() }
    try window.scan(depth: frames.count) { scanner throws(JSONError) in
      try signs.read(scanner.skipValue(), at: frame.keys + [key], parser.arena)
    }
  }

  // MARK: - Containers

  /// The next key of the open object; `nil` at the end of the object.
  private func nextKey(_ frame: Frame) throws(PayloadFailure) -> String? {
    let depth = frames.count - (frame.isFirst ? 1 : 0)
    let key = try window.scan(depth: depth) { scanner throws(JSONError) in
      if frame.isFirst { try scanner.beginObject() }
      return try scanner.nextKey(parser.arena)?.string
    }
    step(hasMore: key != nil)
    return key
  }

  private func step(hasMore: Bool) {
    if hasMore {
      frames[frames.count - 1].isFirst = false
    } else {
      let frame = frames.removeLast()
      if frame.keys.isEmpty { frame.signs?.finish(call) }
    }
  }

  private func member(of object: ObjectPlan, _ frame: Frame) throws(PayloadFailure) -> Element? {
    let offset = window.offset
    guard let key = try nextKey(frame) else { return nil }
    let place = frame.place.member(key)
    guard let position = object.position(of: key) else {
      call.unknownKeys.count(place.keys, besides: object.members.map(\.key))
      try skip(key, frame)
      return nil
    }
    guard frames[frames.count - 1].seen.insert(position).inserted else {
      throw .noRows(
        reason: "the key '\(place.keys)' of '\(document.name)' occurs twice", offset: offset,
        path: place.text)
    }
    parser.inspector?.see(documentKey: place.keys)
    let shape = object.members[position].shape
    guard shape.expectation != nil else {
      try skip(key, frame)
      return nil
    }
    openKey = key
    return try value(shape, at: place)
  }

  private func entry(
    _ shape: DocumentPlan.Shape, _ frame: Frame
  ) throws(PayloadFailure) -> Element? {
    guard let key = try nextKey(frame) else { return nil }
    return try value(shape, at: frame.place.entry(key))
  }

  private func element(
    _ shape: DocumentPlan.Shape, _ frame: Frame
  ) throws(PayloadFailure) -> Element? {
    let depth = frames.count - (frame.isFirst ? 1 : 0)
    let hasMore = try window.scan(depth: depth) { scanner throws(JSONError) in
      if frame.isFirst { try scanner.beginArray() }
      return try scanner.nextElement()
    }
    step(hasMore: hasMore)
    guard hasMore else { return nil }
    frames[frames.count - 1].count += 1
    switch shape {
    case .row(let plan):
      return try row(in: [plan], tagged: nil, at: frame.place, position: frame.count)
    case .tagged(let tagged):
      return try row(in: tagged.entities, tagged: tagged, at: frame.place, position: frame.count)
    default:
      return try value(shape, at: frame.place.element(frame.count))
    }
  }

  // MARK: - Values

  /// Reads a value or opens it. Null is ignored.
  private func value(
    _ shape: DocumentPlan.Shape, at place: DocumentPlace
  ) throws(PayloadFailure) -> Element? {
    openPath = place.text
    guard let expectation = shape.expectation else {
      try skip()
      return nil
    }
    let kind = try peek()
    if case .errors = shape, kind != .null { return try noteErrors() }
    if kind == .null, !shape.isPrimary {
      try skip()
      return nil
    }
    let isRefused = shape.isPrimary && call.options.isItem && kind != .object
    guard shape.takes(kind), !isRefused else {
      let expected = isRefused ? "an object" : expectation
      let reason = "expected \(expected), '\(place.keys)' is \(kind.words)"
      throw .noRows(reason: reason, offset: window.offset, path: place.text)
    }
    if case .primary(let plan) = shape {
      hasData = true
      isSingleObject = kind == .object
      return try open(
        kind == .object ? .row(plan) : .list(.row(plan), .keep), at: place)
    }
    return try open(shape, at: place)
  }

  /// Records the text of the first JSON:API error object. An empty list contains no error.
  private func noteErrors() throws(PayloadFailure) -> Element? {
    errorText = try window.scan(depth: frames.count) { scanner throws(JSONError) in
      try ErrorObject.text(of: scanner.skipValue(), parser.arena)
    }
    return nil
  }

  private func open(
    _ shape: DocumentPlan.Shape, at place: DocumentPlace
  ) throws(PayloadFailure) -> Element? {
    switch shape {
    case .other, .errors, .primary: break
    case .row(let plan): return try row(in: [plan], tagged: nil, at: place, position: nil)
    case .tagged(let tagged):
      return try row(in: tagged.entities, tagged: tagged, at: place, position: nil)
    case .list(let element, let missingRows):
      call.noteList(of: element.entities, deletesMissingRows: missingRows == .delete)
      if case .keepIf(let path) = missingRows {
        frames.last?.signs?.note(path, of: element.entities)
      }
      frames.append(Frame(content: .list(element), place: place))
    case .dictionary(let element):
      frames.append(Frame(content: .dictionary(element), place: place))
    case .object(let object):
      push(object, at: place)
    }
    return nil
  }

  private func push(_ object: ObjectPlan, at place: DocumentPlace) {
    var frame = Frame(content: .object(object), place: place)
    if object.isStep, let outer = frames.last {
      frame.signs = outer.signs
      frame.keys = outer.keys + [openKey]
    } else if !object.signs.isEmpty {
      frame.signs = ListSigns(object.signs)
    }
    frames.append(frame)
  }

  // MARK: - Rows

  private func row(
    in plans: [EntityPlan], tagged: TaggedRowPlan?, at place: DocumentPlace, position: Int?
  ) throws(PayloadFailure) -> Element {
    let location = location(of: place, position)
    openPath = location.path
    return try window.scan(depth: frames.count) { scanner throws(JSONError) in
      guard try scanner.peekKind() == .object else {
        let token = try scanner.readValue()
        let message = ValueExpectation.message(expected: "an object", found: token)
        return .nonObjectElement(path: location.path, message: message, of: plans)
      }
      guard let tagged else { return try row(&scanner, as: plans[0], tag: [], place, location) }
      var object = scanner
      let text = try scanner.skipValue()
      switch try tagged.choose(for: text, isStrict: call.schema.metadata.isStrict, parser.arena) {
      case .entity(let plan):
        let row = try row(&object, as: plan, tag: tagged.metadata.tag, place, location)
        scanner = object
        return row
      case .unknown: return .unknownTag(path: place.member(tagged.tagPath).keys)
      case .bad(let message):
        let path = "\(location.path).\(tagged.tagPath)"
        return .badTag(path: path, message: message, of: plans)
      }
    }
  }

  /// Whether the element that was read last is one of JSON:API's included resources.
  var isInIncluded: Bool { frames.last?.place.keys == "included" }

  private func location(of place: DocumentPlace, _ position: Int?) -> RowLocation {
    if document.isEnvelope, place.keys == "included", let position {
      return .included(in: place.text, position: position)
    }
    return .listed(in: place.text, keys: place.keys, position: position)
  }

  private func row(
    _ scanner: inout JSONScanner, as plan: EntityPlan, tag: [String], _ place: DocumentPlace,
    _ location: RowLocation
  ) throws(JSONError) -> Element {
    let unknown = call.unknownKeys.rows(at: place.keys, of: plan, taggedBy: tag)
    guard let transform = parser.transform else {
      return .row(try parser.parse(&scanner, as: plan, at: location, counting: unknown))
    }
    let node = try parser.parse(
      &scanner, as: plan, at: location, counting: unknown, through: transform)
    return node.map(Element.row) ?? .dropped
  }
}

/// A place in a document, both for messages and without indexes.
struct DocumentPlace {
  /// The place for messages, e.g. `groups[2].posts`; empty for the document itself.
  var text = ""
  /// The path without indexes, e.g. `groups.posts`.
  var keys = ""

  func member(_ key: String) -> DocumentPlace {
    DocumentPlace(
      text: text.isEmpty ? key : "\(text).\(key)", keys: keys.isEmpty ? key : "\(keys).\(key)")
  }

  /// The place of an entry of a dictionary, whose keys are data.
  func entry(_ key: String) -> DocumentPlace {
    DocumentPlace(text: "\(text).\(key)", keys: keys)
  }

  func element(_ position: Int) -> DocumentPlace {
    DocumentPlace(text: "\(text)[\(position)]", keys: keys)
  }
}

extension TaggedRowPlan {
  /// The result of reading a row's tag.
  enum Choice {
    case entity(EntityPlan)
    /// The tag belongs to no case, and such rows are skipped.
    case unknown
    /// The tag is missing or refused, with the message.
    case bad(String)
  }

  var tagPath: String { metadata.tag.joined(separator: ".") }

  /// Determines the entity of a row by the value at the tag's path.
  func choose(
    for row: JSONSlice, isStrict: Bool, _ arena: ByteArena
  ) throws(JSONError) -> Choice {
    guard let token = try row.token(at: metadata.tag[...], arena), token.kind != .null else {
      return .bad("expected a tag that identifies the entity, found none")
    }
    guard token.kind == .string || token.kind == .number, !token.isInvalid else {
      return .bad("expected \(expectation), found \(ValueExpectation.found(token))")
    }
    let text = token.text(in: arena)
    let isNumber = token.kind == .number
    let position = metadata.cases.firstIndex { row in
      text.isSame(as: row.tag) && (!isStrict || row.isNumber == isNumber)
    }
    if let position { return .entity(entities[position]) }
    guard metadata.rejectsUnknown else { return .unknown }
    return .bad("expected \(expectation), found \(ValueExpectation.found(token))")
  }

  private var expectation: String {
    "one of " + metadata.cases.map { $0.isNumber ? $0.tag : "'\($0.tag)'" }.joined(separator: ", ")
  }
}
