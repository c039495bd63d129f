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
  /// What is read in place of a file.
  private var bytes: ArraySlice<UInt8> = []

  /// - Parameter path: `-` is standard input, whatever it is.
  package init(_ path: String) throws(FileFailure) {
    guard path != "-" else {
      self.path = InputFile.standardInput
      descriptor = STDIN_FILENO
      return
    }
    self.path = path
    // A pipe that no one writes to would keep `open` waiting.
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

  /// Copies the next bytes and returns how many; 0 at the end.
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

/// The system's `read`, whose name the method above has.
private func readBytes(of descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
