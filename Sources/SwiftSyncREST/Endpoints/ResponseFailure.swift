import SwiftSyncFoundation
package import SwiftSyncValues

/// How a response with a successful status reports a failure in its body (`fails` in a schema).
/// Created by generated code.
@_spi(Generated)
public struct ResponseFailure: Hashable, Sendable {
  /// The path of the flag, which is true unless the request failed.
  private let flag: [String]
  /// The path of the error code.
  private let code: [String]?

  /// Creates a description from the dotted paths of the flag and of the code.
  public init(unless flag: String, code: String? = nil) {
    self.flag = ValuePath.keys(flag)
    self.code = code.map(ValuePath.keys)
  }

  /// Returns the error of a response whose body reports a failure; `nil` for other responses.
  ///
  /// A body that is not JSON is left to its reader.
  package func error(_ response: HTTP.Response) -> APIError? {
    guard response.isSuccess, response.maySayJSON, !response.body.isEmpty else { return nil }
    return response.body.withUnsafeBytes { bytes in
      error(response, in: JSONSlice(bytes.bindMemory(to: UInt8.self)))
    }
  }

  private func error(_ response: HTTP.Response, in body: JSONSlice) -> APIError? {
    do {
      let value = try JSONScanner.token(at: flag[...], in: body)
      if let value, value.kind == .bool, value.isTrue { return nil }
      let code = try code.flatMap { try JSONScanner.token(at: $0[...], in: body) }
      return .failed(HTTP.ResponseSummary(response), code: code.flatMap { $0.scalarText })
    } catch {
      return nil
    }
  }
}

extension JSONScanner {
  /// The last value at a path of keys; `nil` if there is none.
  ///
  /// Recursive: each step consumes a key.
  package static func token(at keys: ArraySlice<String>, in slice: JSONSlice) throws -> JSONToken? {
    var scanner = JSONScanner(slice)
    guard let key = keys.first else { return try scanner.readToken() }
    guard try scanner.peekKind() == .object else { return nil }
    let arena = ByteArena()
    var found: JSONToken?
    try scanner.beginObject()
    while let name = try scanner.nextKey(arena) {
      let value = try scanner.skipValue()
      if name.isSame(as: key) { found = try token(at: keys.dropFirst(), in: value) }
    }
    return found
  }
}

extension JSONToken {
  /// The text of a non-empty string, or the spelling of a number; `nil` for any other value.
  package var scalarText: String? {
    guard !isInvalid else { return nil }
    switch kind {
    case .string:
      let arena = ByteArena()
      // The text is stored in the arena, which must outlive it.
      let text = withExtendedLifetime(arena) { self.text(in: arena).string }
      return text.isEmpty ? nil : text
    case .number: return slice.string
    case .null, .bool, .array, .object: return nil
    }
  }
}
