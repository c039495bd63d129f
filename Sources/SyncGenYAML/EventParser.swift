import CYAML

/// libyaml's stream of events over a text, in Swift's types.
final class EventParser {
  struct Event {
    enum Kind {
      case documentStart
      case streamEnd
      case alias(String)
      case scalar(YAMLScalar)
      case sequenceStart(isFlow: Bool)
      case mappingStart(isFlow: Bool)
      case collectionEnd
      /// Nothing that a reader needs to know.
      case other
    }

    let kind: Kind
    let anchor: String?
    let tag: String?
    let start: yaml_mark_t
    let end: yaml_mark_t
  }

  /// What libyaml says about a text that it cannot read.
  struct Failure: Error {
    let problem: String
    let context: String?
    let place: yaml_mark_t
    let contextPlace: yaml_mark_t
    /// Where an unreadable character is; such a failure has no `place`.
    let byteOffset: Int?
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>

  init(_ text: SourceText) {
    parser = .allocate(capacity: 1)
    input = .allocate(capacity: max(text.bytes.count, 1))
    _ = input.initialize(from: text.bytes)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, text.bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  func next() throws(Failure) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
    defer { yaml_event_delete(&event) }
    return Event(event)
  }

  private var failure: Failure {
    let state = parser.pointee
    let isReader = state.error == YAML_READER_ERROR
    return Failure(
      problem: state.problem.map { String(cString: $0) } ?? "out of memory",
      context: state.context.map { String(cString: $0) },
      place: state.problem_mark,
      contextPlace: state.context_mark,
      byteOffset: isReader ? state.problem_offset : nil)
  }
}

extension EventParser.Event {
  fileprivate init(_ event: yaml_event_t) {
    (kind, anchor, tag) =
      switch event.type {
      case YAML_SCALAR_EVENT: Self.scalar(event)
      case YAML_ALIAS_EVENT: (.alias(Self.text(event.data.alias.anchor) ?? ""), nil, nil)
      case YAML_SEQUENCE_START_EVENT: Self.sequenceStart(event)
      case YAML_MAPPING_START_EVENT: Self.mappingStart(event)
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: (.collectionEnd, nil, nil)
      case YAML_DOCUMENT_START_EVENT: (.documentStart, nil, nil)
      case YAML_STREAM_END_EVENT: (.streamEnd, nil, nil)
      default: (.other, nil, nil)
      }
    (start, end) = (event.start_mark, event.end_mark)
  }

  private static func scalar(_ event: yaml_event_t) -> (Kind, String?, String?) {
    let scalar = event.data.scalar
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let value = YAMLScalar(
      String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
    return (.scalar(value), text(scalar.anchor), text(scalar.tag))
  }

  private static func sequenceStart(_ event: yaml_event_t) -> (Kind, String?, String?) {
    let sequence = event.data.sequence_start
    let isFlow = sequence.style == YAML_FLOW_SEQUENCE_STYLE
    return (.sequenceStart(isFlow: isFlow), text(sequence.anchor), text(sequence.tag))
  }

  private static func mappingStart(_ event: yaml_event_t) -> (Kind, String?, String?) {
    let mapping = event.data.mapping_start
    let isFlow = mapping.style == YAML_FLOW_MAPPING_STYLE
    return (.mappingStart(isFlow: isFlow), text(mapping.anchor), text(mapping.tag))
  }

  private static func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
