public import SwiftSyncFoundation

/// The source of a payload.
///
/// A payload is JSON in UTF-8: a list of objects, one object, or one object per line.
///
/// ```swift
/// try await store.apply(.data(response.body), as: Todo.self)
/// try await store.apply(.file(url), as: Todo.self)
/// try await store.apply(.json([["id": 1, "name": "Ada"]]), as: Person.self)
/// ```
public struct PayloadSource: Sendable {
  enum Content: Sendable {
    case data(Data)
    case files([String])
    case standardInput
    case stream(ChunkFeed)
  }

  let content: Content

  /// A payload in memory.
  public static func data(_ data: Data) -> Self {
    Self(content: .data(data))
  }

  /// A payload in a file, which is read in pieces.
  ///
  /// If the file cannot be read, the call that applies it throws `SyncError.unreadableFile`.
  public static func file(_ url: URL) -> Self {
    Self(content: .files([url.path]))
  }

  /// A JSON value: an array of objects, or one object.
  public static func json(_ value: JSONValue) -> Self {
    .data(Data(value.json.utf8))
  }

  /// An object as `JSONSerialization` or a notification has it, e.g. `userInfo`.
  ///
  /// - Throws: `EncodingError.invalidValue` for a value that JSON does not have, such as a `Date`.
  public static func dictionary(_ object: [String: Any]) throws -> Self {
    .json(try JSONValue(object))
  }

  /// A list of objects as `JSONSerialization` has it.
  ///
  /// - Throws: `EncodingError.invalidValue` for a value that JSON does not have, such as a `Date`.
  public static func dictionaries(_ objects: [[String: Any]]) throws -> Self {
    .json(try JSONValue(objects))
  }

  /// An encodable value: an array of objects, or one object, e.g. models that another library
  /// decoded.
  ///
  /// - Parameters:
  ///   - value: The value. It is encoded at once.
  ///   - encoder: The encoder to use. By default, dates are encoded as ISO 8601 strings without
  ///     fractional seconds. Generated models encode their dates as the schema specifies,
  ///     regardless of the encoder.
  /// - Throws: The errors of the encoder.
  public static func encoding(
    _ value: some Encodable, with encoder: JSONEncoder? = nil
  ) throws -> Self {
    guard let encoder else {
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      return .data(try encoder.encode(value))
    }
    return .data(try encoder.encode(value))
  }

  /// A payload that is applied while it arrives.
  ///
  /// At most about 1 MiB is buffered. Other writes of the store wait until the call ends. A stream
  /// cannot be applied inside a transaction, because a transaction cannot wait:
  /// `SyncTransaction.apply` throws `SyncError.invalidOption`.
  ///
  /// If the sequence throws an error or a limit is exceeded, the call throws
  /// `SyncError.interruptedPayload` with that error or a `TransferLimits.Exceeded`.
  ///
  /// - Parameters:
  ///   - chunks: The JSON in pieces of any size, split anywhere. If the call ends early, it
  ///     requests no further elements.
  ///   - limits: The limits on the size, the speed and the duration.
  public static func stream<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, limits: TransferLimits = TransferLimits()
  ) -> Self where Chunks.Element: DataProtocol & Sendable {
    Self(content: .stream(ChunkFeed(chunks, limits)))
  }

  /// Files that are read in pieces, in order, as one list.
  @_spi(Generated)
  public static func files(_ paths: [String]) -> Self {
    Self(content: .files(paths))
  }

  /// The standard input of the process, read in pieces until it ends.
  @_spi(Generated)
  public static var standardInput: Self { Self(content: .standardInput) }
}

extension PayloadSource {
  package var streams: [any ByteStream] {
    get throws(SyncError) {
      switch content {
      case .data(let data): return [DataStream(data)]
      case .files(let paths):
        var streams: [any ByteStream] = []
        for path in paths { streams.append(try FileStream(path)) }
        return streams
      case .standardInput: return [FileStream.standardInput]
      case .stream:
        throw .invalidOption("a stream can be applied with 'SyncStore.apply' only")
      }
    }
  }
}
