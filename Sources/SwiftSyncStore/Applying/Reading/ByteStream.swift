package import SwiftSyncFoundation
package import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A stream of the bytes of one JSON text.
package protocol ByteStream: AnyObject {
  /// The file's path, for messages.
  var file: String? { get }
  /// Copies the next bytes and returns their number; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SyncError) -> Int
  /// The line and column of an offset, for messages; `nil` if the bytes before it cannot be read again.
  func position(of offset: Int) throws(SyncError) -> TextPosition?
  /// Whether bytes that were read cannot be read again.
  var isVolatile: Bool { get }
}

extension ByteStream {
  package var isVolatile: Bool { false }
}

/// A payload in memory.
package final class DataStream: ByteStream {
  package let file: String? = nil
  private let data: Data
  private var position = 0

  package init(_ data: Data) {
    self.data = data
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, data.count - position)
    let first = data.startIndex + position
    data.copyBytes(to: buffer, from: first..<first + count)
    position += count
    return count
  }

  package func position(of offset: Int) -> TextPosition? {
    TextPosition(of: offset, in: data)
  }
}

/// A payload in a file, read in pieces.
package final class FileStream: ByteStream {
  package let file: String?
  /// Whether it is e.g. a pipe, whose bytes can be read only once.
  package let isVolatile: Bool
  private let path: String
  private let descriptor: Int32
  private let closesDescriptor: Bool

  init(_ path: String) throws(SyncError) {
    file = path
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    closesDescriptor = true
    isVolatile = Self.size(of: descriptor) == nil
  }

  /// Standard input from its current position.
  static var standardInput: FileStream { FileStream(standardInputNamed: "<stdin>") }

  private init(standardInputNamed name: String) {
    file = nil
    path = name
    descriptor = STDIN_FILENO
    closesDescriptor = false
    // Part of a file may already have been read.
    isVolatile = true
  }

  deinit {
    if closesDescriptor, descriptor >= 0 { close(descriptor) }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SyncError) -> Int {
    while true {
      let count = readBytes(of: descriptor, buffer)
      if count >= 0 { return count }
      guard errno == EINTR else { throw Self.failure(path) }
    }
  }

  package func position(of offset: Int) throws(SyncError) -> TextPosition? {
    if isVolatile { return nil }
    let again = try FileStream(path)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
    defer { buffer.deallocate() }
    var position = TextPosition()
    var rest = offset
    while rest > 0 {
      let count = try again.read(into: buffer)
      guard count > 0 else { break }
      position.advance(over: buffer.prefix(min(count, rest)))
      rest -= count
    }
    return position
  }

  /// The size of a file in bytes; `nil` if it is not a regular file.
  package static func size(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private static func failure(_ path: String) -> SyncError {
    .unreadableFile(path: path, reason: String(cString: strerror(errno)))
  }
}

/// The system's `read`, which the method above hides.
private func readBytes(of descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
