import CYAML

/// The stream of libyaml's events for YAML text, as Swift types.
final class EventParser {
  struct Event {
    enum Kind {
      case documentStart
      case streamEnd
      case alias
      case scalar
      case sequenceStart(isFlow: Bool)
      case mappingStart(isFlow: Bool)
      case collectionEnd
      /// An event that readers do not need.
      case other
    }

    let kind: Kind
    let start: yaml_mark_t
    let end: yaml_mark_t
  }

  /// libyaml's error for YAML text that it cannot read.
  struct Failure: Error {
    let problem: String
    let context: String?
    let place: yaml_mark_t
    let contextPlace: yaml_mark_t
    /// The offset of an unreadable character; such a failure has no `place`.
    let byteOffset: Int?
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  /// The event that was read last. Its strings are created only on demand.
  private let current: UnsafeMutablePointer<yaml_event_t>

  init(_ text: SourceText) {
    parser = .allocate(capacity: 1)
    current = .allocate(capacity: 1)
    current.initialize(to: yaml_event_t())
    input = .allocate(capacity: max(text.bytes.count, 1))
    _ = input.initialize(from: text.bytes)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, text.bytes.count)
  }

  deinit {
    yaml_event_delete(current)
    current.deallocate()
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  func next() throws(Failure) -> Event {
    yaml_event_delete(current)
    guard yaml_parser_parse(parser, current) == 1 else { throw failure }
    return Event(kind: kind, start: current.pointee.start_mark, end: current.pointee.end_mark)
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

// MARK: The event that was read last

extension EventParser {
  private var kind: Event.Kind {
    switch current.pointee.type {
    case YAML_SCALAR_EVENT: .scalar
    case YAML_ALIAS_EVENT: .alias
    case YAML_SEQUENCE_START_EVENT:
      .sequenceStart(isFlow: current.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
    case YAML_MAPPING_START_EVENT:
      .mappingStart(isFlow: current.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .collectionEnd
    case YAML_DOCUMENT_START_EVENT: .documentStart
    case YAML_STREAM_END_EVENT: .streamEnd
    default: .other
    }
  }

  /// The scalar of a scalar event.
  var scalar: YAMLScalar {
    let scalar = current.pointee.data.scalar
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    return YAMLScalar(
      String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
  }

  /// The anchor that an alias repeats, or that a node has for aliases.
  var anchor: String? {
    switch current.pointee.type {
    case YAML_ALIAS_EVENT: Self.text(current.pointee.data.alias.anchor)
    case YAML_SCALAR_EVENT: Self.text(current.pointee.data.scalar.anchor)
    case YAML_SEQUENCE_START_EVENT: Self.text(current.pointee.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: Self.text(current.pointee.data.mapping_start.anchor)
    default: nil
    }
  }

  var tag: String? {
    switch current.pointee.type {
    case YAML_SCALAR_EVENT: Self.text(current.pointee.data.scalar.tag)
    case YAML_SEQUENCE_START_EVENT: Self.text(current.pointee.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT: Self.text(current.pointee.data.mapping_start.tag)
    default: nil
    }
  }

  private static func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
