import Foundation

/// A server on a real socket that responds with exactly the bytes that a test states.
///
/// `@unchecked`: the lock protects all mutable state. Only the thread that waits for a descriptor
/// closes it: if another thread closed it, it could already belong to another server at its next
/// use.
final class ScriptedServer: @unchecked Sendable {
  /// How the server treats a request.
  enum Response: Sendable {
    /// Sends these bytes; the connection stays open.
    case bytes(String)
    /// Sends these bytes and closes the connection; an empty text sends nothing.
    case last(String)
    /// Repeats these bytes `count` times, or until the client disconnects.
    case flood([UInt8], count: Int)
    /// Sends the first bytes, then one byte at a time with `pause` seconds in between.
    case drip(String, pause: Double)
    /// Sends the first bytes, then repeats the others until the client disconnects.
    case endless(String, [UInt8])
    /// Sends no response.
    case silence
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether the server has ended, for the thread that waits for connections.
  private final class Life: @unchecked Sendable {
    private let lock = NSLock()
    private var isOver = false

    var hasEnded: Bool { lock.withLock { isOver } }

    func end() {
      lock.withLock { isOver = true }
    }
  }

  private let life = Life()
  private let port: UInt16
  private let lock = NSLock()
  private var responses: [Response]
  private var received: [String] = []
  private var accepted = 0
  let origin: String

  /// - Parameter responses: One for each request; further requests get no response.
  init(_ responses: [Response]) throws {
    self.responses = responses
    // A disconnected client must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    let listener = socket(AF_INET, Self.stream, 0)
    port = try Self.listen(listener)
    origin = "http://127.0.0.1:\(port)"
    let thread = Thread { [weak self, life] in
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard !life.hasEnded, self?.start(connection) != nil else {
          close(connection)
          return
        }
      }
    }
    thread.start()
  }

  deinit {
    life.end()
    // Closing a socket wakes the thread that accepts on Linux, but not on macOS; a connection wakes
    // it on both.
    _ = Self.withAddress(port: port) { address, size in
      let descriptor = socket(AF_INET, Self.stream, 0)
      defer { close(descriptor) }
      return connect(descriptor, address, size) == 0
    }
  }

  /// The requests so far, with head and body.
  var requests: [String] { lock.withLock { received } }

  /// The number of connections from clients.
  var connectionCount: Int { lock.withLock { accepted } }

  private static var stream: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  /// - Returns: The port, which the system chooses.
  private static func listen(_ listener: Int32) throws -> UInt16 {
    var bound = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound =
      withAddress(port: 0) { bind(listener, $0, $1) == 0 } && start(listener)
      && withUnsafeMutablePointer(to: &bound) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(listener, $0, &size) == 0
        }
      }
    guard isBound else {
      defer { close(listener) }
      throw Failure(description: String(cString: strerror(errno)))
    }
    return UInt16(bigEndian: bound.sin_port)
  }

  private static func withAddress(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func start(_ listener: Int32) -> Bool {
    #if canImport(Glibc)
      Glibc.listen(listener, 16) == 0
    #else
      Darwin.listen(listener, 16) == 0
    #endif
  }

  private func start(_ connection: Int32) {
    lock.withLock { accepted += 1 }
    let worker = Thread { [weak self] in
      defer { close(connection) }
      self?.serve(connection)
    }
    worker.start()
  }

  private func serve(_ connection: Int32) {
    var buffer = ""
    while let request = Self.read(connection, &buffer) {
      let response = lock.withLock {
        received.append(request)
        return responses.isEmpty ? .silence : responses.removeFirst()
      }
      switch response {
      case .bytes(let text): Self.write(text, to: connection)
      case .last(let text):
        Self.write(text, to: connection)
        return
      case .flood(let bytes, let count):
        for _ in 0..<count where !Self.write(bytes, to: connection) { return }
      case .drip(let text, let pause):
        Self.write(text, to: connection)
        while Self.write([UInt8(ascii: " ")], to: connection) {
          Thread.sleep(forTimeInterval: pause)
        }
        return
      case .endless(let text, let bytes):
        Self.write(text, to: connection)
        while Self.write(bytes, to: connection) {}
        return
      case .silence: continue
      }
    }
  }

  /// The next request; `nil` at the end of the connection.
  private static func read(_ connection: Int32, _ buffer: inout String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      if let end = buffer.range(of: "\r\n\r\n")?.upperBound {
        let body = buffer[end...]
        let length = Int(header("content-length", of: buffer[..<end]) ?? "0") ?? 0
        if body.utf8.count >= length {
          defer { buffer = "" }
          return buffer
        }
      }
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0 else { return nil }
      buffer += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  private static func header(_ name: String, of head: Substring) -> String? {
    for line in head.components(separatedBy: "\r\n") where line.lowercased().hasPrefix(name + ":") {
      return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
    return nil
  }

  @discardableResult
  private static func write(_ text: String, to connection: Int32) -> Bool {
    write(Array(text.utf8), to: connection)
  }

  /// Returns whether the client has received all bytes.
  private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension ScriptedServer.Response {
  /// A response with its length.
  static func json(_ body: String, status: String = "200 OK", headers: [String] = []) -> Self {
    .bytes(text(body, status, ["Content-Type: application/json"] + headers))
  }

  /// Like `json`, but cut off in the middle of the body.
  static func half(_ body: String) -> Self {
    let whole = text(body, "200 OK", ["Content-Type: application/json"])
    return .last(String(whole.dropLast(body.count / 2)))
  }

  static func text(_ body: String, _ status: String, _ headers: [String]) -> String {
    (["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers + ["", body])
      .joined(separator: "\r\n")
  }
}
