#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The tool's system calls on files.
///
/// Foundation would offer them too, but loading it takes longer than generating a small schema.
package enum FileSystem {
  package enum Kind: Hashable, Sendable {
    case file
    case folder
    /// A link, a socket or a device, which the tool never creates.
    case other
  }

  /// The kind of object at `path`, without following links; `nil` if there is none.
  package static func kind(of path: String) throws(FileFailure) -> Kind? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileFailure(.read, path, code: errno)
    }
    return kind(of: status)
  }

  /// Whether there is an object at `path`, without following links.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether there is a folder at `path`, following links.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && kind(of: status) == .folder
  }

  private static func kind(of status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// The absolute path of an existing object, with links resolved; `nil` if it does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path.isEmpty ? "." : path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The path without `.` and `a/..`, unless it then names another object because `a` is a link.
  package static func simplified(_ path: String) -> String {
    let short = Path.simplified(path)
    return resolved(short) == resolved(path) ? short : path
  }

  package static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  package static var processID: Int {
    Int(getpid())
  }

  package static func message(of code: Int32) -> String {
    String(cString: strerror(code))
  }
}

// MARK: Reading

extension FileSystem {
  /// The bytes of a regular file.
  ///
  /// - Parameter limit: The maximum size of the file, in bytes.
  package static func read(
    _ path: String, atMost limit: Int = .max
  ) throws(FileFailure) -> [UInt8] {
    let most = limit == .max ? limit : limit + 1
    let bytes = try read(path, limit: most)
    guard bytes.count <= limit else { throw FileFailure(.read, path, .tooLarge(limit: limit)) }
    return bytes
  }

  /// Throws the error that reading the file would throw.
  package static func checkReadable(_ path: String) throws(FileFailure) {
    if isFolder(path) { throw FileFailure(.read, path, code: EISDIR) }
    guard access(path, R_OK) == 0 else { throw FileFailure(.read, path, code: errno) }
  }

  /// The first bytes of a regular file, at most `limit`.
  package static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    // Otherwise `open` would wait on a pipe without a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFailure(.read, path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFailure(.read, path, code: errno) }
    switch kind(of: status) {
    case .file: return try contents(of: descriptor, path: path, limit: limit)
    case .folder: throw FileFailure(.read, path, code: EISDIR)
    case .other: throw FileFailure(.read, path, .notARegularFile)
    }
  }

  /// All of standard input, of any kind.
  package static func readStandardInput(atMost limit: Int) throws(FileFailure) -> [UInt8] {
    let path = "<stdin>"
    let bytes = try contents(of: STDIN_FILENO, path: path, limit: limit + 1)
    guard bytes.count <= limit else { throw FileFailure(.read, path, .tooLarge(limit: limit)) }
    return bytes
  }

  private static func contents(
    of descriptor: Int32, path: String, limit: Int
  ) throws(FileFailure) -> [UInt8] {
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    // One byte more than the size, so that the end is detected without growing the buffer.
    var block = min(isFile ? Int(status.st_size) + 1 : 1 << 16, limit)
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let chunk = try chunk(of: descriptor, path: path, limit: min(block, limit - bytes.count))
      if chunk.isEmpty { break }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      block = 1 << 16
    }
    return bytes
  }

  private static func chunk(
    of descriptor: Int32, path: String, limit: Int
  ) throws(FileFailure) -> [UInt8] {
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      repeat {
        let result = systemRead(descriptor, buffer.baseAddress, limit)
        count = max(result, 0)
        failure = result < 0 ? errno : 0
      } while failure == EINTR
    }
    guard failure == 0 else { throw FileFailure(.read, path, code: failure) }
    return chunk
  }

  private static func systemRead(
    _ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer, count)
    #else
      Glibc.read(descriptor, buffer, count)
    #endif
  }

  /// The entries of a folder, sorted by name, without `.` and `..`.
  package static func entries(
    in folder: String
  ) throws(FileFailure) -> [(name: String, kind: Kind)] {
    guard let handle = opendir(folder) else { throw FileFailure(.list, folder, code: errno) }
    defer { closedir(handle) }
    var entries: [(name: String, kind: Kind)] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      if let kind = kind(ofEntry: Int32(entry.pointee.d_type)) {
        entries.append((name, kind))
      } else if let kind = try kind(of: Path.join(folder, name)) {
        entries.append((name, kind))
      }
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// The kind of an entry; `nil` if the file system does not report it along with the name.
  private static func kind(ofEntry type: Int32) -> Kind? {
    switch type {
    case Int32(DT_UNKNOWN): nil
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    default: .other
    }
  }
}

// MARK: The tool itself

extension FileSystem {
  /// Whether a file has been written since the tool was built or installed.
  static func isNewerThanTool(_ path: String) -> Bool {
    guard let file = modificationTime(of: path), let tool = toolTime else { return false }
    return tool.lexicographicallyPrecedes(file)
  }

  private static let toolTime: [Int]? = {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      let bytes = path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      return modificationTime(of: String(decoding: bytes, as: UTF8.self))
    #else
      return modificationTime(of: "/proc/self/exe")
    #endif
  }()

  /// The seconds and nanoseconds; `nil` if there is no such file.
  private static func modificationTime(of path: String) -> [Int]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return [Int(time.tv_sec), Int(time.tv_nsec)]
  }
}
