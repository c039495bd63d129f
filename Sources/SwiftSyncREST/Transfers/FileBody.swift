import SwiftSyncFoundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The reason why a file of a request or a response cannot be used.
struct FileBodyFailure: Error, Equatable, CustomStringConvertible {
  let description: String

  /// Creates a failure from the error of the last system call.
  init(_ action: String) {
    description = "the file cannot be \(action): \(String(cString: strerror(errno)))"
  }
}

/// A regular file that is read or written in pieces.
final class PieceFile {
  private let descriptor: Int32

  /// - Throws: `FileBodyFailure`.
  init(reading url: URL) throws {
    descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileBodyFailure("read") }
  }

  /// Creates a file that only the current user can read.
  ///
  /// - Throws: `FileBodyFailure`.
  init(creating url: URL) throws {
    descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileBodyFailure("created") }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns the next bytes; none at the end of the file.
  ///
  /// - Throws: `FileBodyFailure`.
  func next(_ count: Int) throws -> [UInt8] {
    var failure: FileBodyFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count >= 0 {
          used = count
          return
        }
        guard errno == EINTR else {
          failure = FileBodyFailure("read")
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// - Throws: `FileBodyFailure`, e.g. if the disk is full.
  func append(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileBodyFailure("written") }
      rest = rest.dropFirst(count)
    }
  }
}

/// Functions for bodies in files.
enum FileBody {
  /// The maximum size in bytes of a file that is loaded for a transport that does not stream files.
  static let loadedBytes = 16 << 20

  /// A new URL for a temporary file.
  static func temporary() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent(
      "SwiftSync-\(UUID().uuidString)")
  }

  static func remove(_ url: URL) {
    // The file is in the system's temporary folder, which the system cleans up if this call fails.
    unlink(url.path)
  }

  /// The size of a body in bytes; 0 if the file does not exist.
  static func size(_ data: Data?, _ file: URL?) -> Int {
    guard let file else { return data?.count ?? 0 }
    var status = stat()
    return stat(file.path, &status) == 0 ? Int(status.st_size) : 0
  }
}

extension HTTP.Request {
  /// The request with its file loaded, if the transport does not stream files.
  ///
  /// - Throws: `APIError.invalidValue` if the file cannot be read or is too large to be loaded.
  func loadingBody(for transport: any Transport) throws(APIError) -> HTTP.Request {
    guard let file = bodyFile, !transport.streamsFiles else { return self }
    let size = FileBody.size(nil, file)
    guard size <= FileBody.loadedBytes else {
      throw .invalidValue(
        "the body",
        reason:
          "it has \(size) bytes, and the transport does not stream files; use URLSessionTransport")
    }
    var request = self
    do {
      request.body = Data(try PieceFile(reading: file).next(size + 1))
    } catch {
      throw .invalidValue("the body", reason: String(describing: error))
    }
    request.bodyFile = nil
    return request
  }
}

extension HTTP.Response {
  /// The response with its body in a file, if the request asks for it and the transport has not
  /// saved it.
  ///
  /// - Throws: `FileBodyFailure`.
  func savingBody(for request: HTTP.Request) throws -> HTTP.Response {
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
