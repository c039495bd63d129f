#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

extension FileSystem {
  /// Writes all bytes to an open file, repeating interrupted calls.
  package static func write(
    _ bytes: some Collection<UInt8>, to descriptor: Int32, path: String
  ) throws(FileFailure) {
    var rest = ArraySlice(bytes)
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { buffer in
        systemWrite(descriptor, buffer.baseAddress, buffer.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw FileFailure(.write, path, code: errno) }
      rest = rest.dropFirst(written)
    }
  }

  private static func systemWrite(
    _ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, buffer, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, buffer, count)
    #else
      Glibc.write(descriptor, buffer, count)
    #endif
  }

  /// Lets everybody who can read a file run it.
  package static func makeExecutable(_ path: String) throws(FileFailure) {
    guard chmod(path, 0o755) == 0 else { throw FileFailure(.write, path, code: errno) }
  }

  /// Replaces the file at `path` as a whole: readers see the old file or the new one.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    let temporary = temporaryPath(for: path)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileFailure(.write, path, code: errno) }
    do {
      defer { close(descriptor) }
      try write(bytes, to: descriptor, path: path)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(temporary)
      throw FileFailure(.write, path, code: code)
    }
  }

  private static let temporarySuffix = ".swiftsync-tmp"

  private static func temporaryPath(for path: String) -> String {
    let (folder, name) = Path.split(path)
    return Path.join(folder, ".\(name).\(processID)\(temporarySuffix)")
  }

  /// Whether this file is left over from a run that was killed.
  package static func isTemporary(name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(temporarySuffix)
  }

  /// Creates a file that must not exist yet; returns `false` if it does.
  package static func create(_ path: String, with bytes: [UInt8]) throws(FileFailure) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw FileFailure(.create, path, code: errno)
    }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, path: path)
    return true
  }

  /// Creates a folder and its missing parent folders.
  package static func createFolder(_ path: String) throws(FileFailure) {
    if path.isEmpty || isFolder(path) { return }
    let (parent, _) = Path.split(path)
    if parent != path { try createFolder(parent) }
    if mkdir(path, 0o777) == 0 { return }
    let code = errno
    // Another run may have created it in the meantime.
    if isFolder(path) { return }
    throw FileFailure(.create, path, code: code == EEXIST ? ENOTDIR : code)
  }

  /// Creates an empty folder that no one else uses, which the caller removes.
  package static func createTemporaryFolder() throws(FileFailure) -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array(Path.join(parent, "swiftsync-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw FileFailure(.create, parent, code: errno) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes a temporary folder with the named files. What cannot be removed is left to the system,
  /// which cleans up its folder of temporary files.
  package static func removeTemporaryFolder(_ path: String, with files: [String]) {
    for file in files { unlink(Path.join(path, file)) }
    rmdir(path)
  }

  package static func remove(_ path: String) throws(FileFailure) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw FileFailure(.remove, path, code: errno)
    }
  }

  /// Removes a folder if it is empty, and returns whether it did.
  package static func removeFolder(ifEmpty path: String) -> Bool {
    rmdir(path) == 0
  }

  /// Removes a folder with everything in it, as far as possible. Links are not followed.
  package static func removeTree(_ path: String) {
    for (name, kind) in (try? entries(in: path)) ?? [] {
      let entry = Path.join(path, name)
      if kind == .folder { removeTree(entry) } else { unlink(entry) }
    }
    rmdir(path)
  }

  /// Calls `body` with another working folder. No other thread may use paths at that time.
  package static func inFolder<Result>(
    _ folder: String, _ body: () throws -> Result
  ) throws -> Result {
    let previous = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard previous >= 0 else { throw FileFailure(.read, ".", code: errno) }
    defer { close(previous) }
    guard chdir(folder) == 0 else { throw FileFailure(.read, folder, code: errno) }
    // The folder was there before, and its descriptor is open.
    defer { fchdir(previous) }
    return try body()
  }

  /// Whether a process exists.
  package static func isRunning(_ processID: Int32) -> Bool {
    kill(processID, 0) == 0 || errno == EPERM
  }
}
