#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Reads a regular file, standard input or bytes in memory, in pieces.
package final class FileReader {
  package let path: String
  private let descriptor: Int32
  /// The bytes that are read instead of a file.
  private var bytes: ArraySlice<UInt8> = []

  /// - Parameter path: The path; `-` is standard input of any kind.
  package init(_ path: String) throws(FileFailure) {
    guard path != "-" else {
      self.path = InputFile.standardInput
      descriptor = STDIN_FILENO
      return
    }
    self.path = path
    // Otherwise `open` would wait on a pipe without a writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFailure(.read, path, code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFailure(.read, path, code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileFailure(.read, path, code: EISDIR)
    default: throw FileFailure(.read, path, .notARegularFile)
    }
  }

  package init(bytes: [UInt8], path: String) {
    self.path = path
    self.bytes = bytes[...]
    descriptor = -1
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// Copies the next bytes and returns their number; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int {
    if descriptor < 0 {
      let count = min(buffer.count, bytes.count)
      buffer.copyBytes(from: bytes.prefix(count))
      bytes = bytes.dropFirst(count)
      return count
    }
    while true {
      let count = readBytes(of: descriptor, buffer)
      if count >= 0 { return count }
      guard errno == EINTR else { throw FileFailure(.read, path, code: errno) }
    }
  }
}

/// The system's `read`, which the method above hides.
private func readBytes(of descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
