import SwiftSyncFoundation

/// A part of a `multipart/form-data` body (RFC 7578).
struct MultipartPart: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case text(String)
    /// A value other than text, e.g. an object as JSON.
    case data(Data, contentType: String)
    case file(UploadFile)
  }

  let name: String
  let content: Content
}

/// A body of parts in a temporary file.
///
/// Each file is copied once, in pieces, so the body's length is known and memory use does not
/// depend on its size.
struct MultipartBody {
  private static let pieceBytes = 256 << 10
  let url: URL
  let contentType: String

  /// Writes the parts.
  ///
  /// - Throws: `APIError.invalidValue` if a file cannot be read, `FileBodyFailure` if the body cannot be written, and
  ///   `CancellationError`.
  init(_ parts: [MultipartPart]) async throws {
    let boundary = "SwiftSync-\(UUID().uuidString)"
    contentType = "multipart/form-data; boundary=\(boundary)"
    url = FileBody.temporary()
    let output = try PieceFile(creating: url)
    do {
      for part in parts {
        try output.append("--\(boundary)\r\n\(Self.head(of: part))\r\n\r\n".utf8)
        try await Self.write(part, to: output)
        try output.append("\r\n".utf8)
      }
      try output.append("--\(boundary)--\r\n".utf8)
    } catch {
      FileBody.remove(url)
      throw error
    }
  }

  private static func head(of part: MultipartPart) throws -> String {
    var head = "Content-Disposition: form-data; name=\"\(quoted(part.name))\""
    var type: String?
    switch part.content {
    case .text: break
    case .data(_, let contentType): type = contentType
    case .file(let file):
      head += "; filename=\"\(quoted(file.name))\""
      type = file.contentType
    }
    guard let type else { return head }
    guard type.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
      throw APIError.invalidValue(
        "'\(part.name)' of the body", reason: "the content type is not printable ASCII")
    }
    return "\(head)\r\nContent-Type: \(type)"
  }

  private static func write(_ part: MultipartPart, to output: PieceFile) async throws {
    switch part.content {
    case .text(let text): try output.append(text.utf8)
    case .data(let data, _): try output.append(data)
    case .file(let file): try await copy(file, named: part.name, to: output)
    }
  }

  private static func copy(
    _ file: UploadFile, named name: String, to output: PieceFile
  ) async throws {
    func next(_ input: PieceFile?) throws -> (PieceFile, [UInt8]) {
      do {
        let input = try input ?? PieceFile(reading: file.url)
        return (input, try input.next(pieceBytes))
      } catch {
        throw APIError.invalidValue(
          "'\(name)' of the body", reason: String(describing: error))
      }
    }
    var (input, bytes) = try next(nil)
    while !bytes.isEmpty {
      try Task.checkCancellation()
      try output.append(bytes)
      // A long copy must not block other tasks.
      await Task.yield()
      (input, bytes) = try next(input)
    }
  }

  /// The name in quotes, escaped as browsers do: a quotation mark or a line break would end it.
  private static func quoted(_ name: String) -> String {
    name.replacing("\"", with: "%22").replacing("\r\n", with: "%0D%0A")
      .replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}
