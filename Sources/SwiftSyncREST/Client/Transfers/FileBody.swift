import SwiftSyncFoundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Why a file of a request or a response cannot be used.
struct FileFailure: Error, Equatable, CustomStringConvertible {
  let description: String

  /// The error of the last call of the system.
  init(_ action: String) {
    description = "the file cannot be \(action): \(String(cString: strerror(errno)))"
  }
}

/// A plain file, read or written in pieces.
final class PieceFile {
  private let descriptor: Int32

  /// - Throws: `FileFailure`.
  init(reading url: URL) throws {
    descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure("read") }
  }

  /// Makes a new file that only this user can read.
  ///
  /// - Throws: `FileFailure`.
  init(creating url: URL) throws {
    descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFailure("created") }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The next bytes; none at the end.
  ///
  /// - Throws: `FileFailure`.
  func next(_ count: Int) throws -> [UInt8] {
    var failure: FileFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count >= 0 {
          used = count
          return
        }
        guard errno == EINTR else {
          failure = FileFailure("read")
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// - Throws: `FileFailure`, e.g. if the disk is full.
  func append(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileFailure("written") }
      rest = rest.dropFirst(count)
    }
  }
}

/// Bodies that are in files.
enum FileBody {
  /// The largest body of a file that is loaded for a transport that does not stream files, in bytes.
  static let loadedBytes = 16 << 20

  /// A new place for a temporary file.
  static func temporary() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent(
      "SwiftSync-\(UUID().uuidString)")
  }

  static func remove(_ url: URL) {
    // It is in the system's folder for temporary files: what cannot be removed is removed there.
    unlink(url.path)
  }

  /// The size of a body in bytes; 0 for a file that is not there.
  static func size(_ data: Data?, _ file: URL?) -> Int {
    guard let file else { return data?.count ?? 0 }
    var status = stat()
    return stat(file.path, &status) == 0 ? Int(status.st_size) : 0
  }
}

extension HTTPRequest {
  /// The request with its file loaded, if a transport does not stream files.
  ///
  /// - Throws: `APIError.unsendableValue` if the file cannot be read or is too large to be loaded.
  func loadingBody(for transport: any Transport) throws(APIError) -> HTTPRequest {
    guard let file = bodyFile, !transport.streamsFiles else { return self }
    let size = FileBody.size(nil, file)
    guard size <= FileBody.loadedBytes else {
      throw .unsendableValue(
        "the body",
        reason:
          "it has \(size) bytes, and the transport does not stream files; use URLSessionTransport")
    }
    var request = self
    do {
      request.body = Data(try PieceFile(reading: file).next(size + 1))
    } catch {
      throw .unsendableValue("the body", reason: String(describing: error))
    }
    request.bodyFile = nil
    return request
  }
}

extension HTTPResponse {
  /// The response with its body in a file, if the request wants that and the transport has not done it.
  ///
  /// - Throws: `FileFailure`.
  func savingBody(for request: HTTPRequest) throws -> HTTPResponse {
    guard request.savesResponse, isSuccess, bodyFile == nil else { return self }
    var response = self
    let url = FileBody.temporary()
    do {
      try PieceFile(creating: url).append(body)
    } catch {
      FileBody.remove(url)
      throw error
    }
    response.bodyFile = url
    response.body = Data()
    return response
  }
}
