#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// Runs a program and waits for its end.
///
/// The three streams are files in a temporary folder, so a program cannot wait for the tool to read
/// what it writes. Foundation's `Process` would do the same, but loading Foundation takes longer than
/// generating a small schema.
struct ProgramRun {
  /// How a program ended.
  struct Outcome: Sendable {
    let end: End
    let output: [UInt8]
    /// The beginning of what it wrote to standard error.
    let errors: [UInt8]
  }

  enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// It was stopped, because it ran too long.
    case timeout
    /// It was stopped, because it wrote too much.
    case tooMuchOutput
    /// It could not be started.
    case notStarted(String)
  }

  /// The maximum size of what a program writes, in bytes.
  static let outputLimit = InputFile.dataLimit
  private static let errorLimit = 1 << 20
  private static let streams = ["input", "output", "errors"]

  private let words: [String]
  private let folder: String
  private let seconds: Int
  private let streamFolder: String

  /// - Parameters:
  ///   - words: The program, followed by its arguments. A program without `/` is searched for in
  ///     `PATH`, one with it is relative to the folder.
  ///   - folder: The working folder of the program.
  static func run(
    _ words: [String], in folder: String, input: [UInt8], seconds: Int
  ) throws(FileFailure) -> Outcome {
    let streamFolder = try FileSystem.createTemporaryFolder()
    defer { FileSystem.removeTemporaryFolder(streamFolder, with: streams) }
    return try ProgramRun(
      words: words, folder: folder.isEmpty ? "." : folder, seconds: seconds,
      streamFolder: streamFolder
    ).run(input)
  }

  private func run(_ input: [UInt8]) throws(FileFailure) -> Outcome {
    try FileSystem.replace(path(STDIN_FILENO), with: input)
    let end: End
    switch try start() {
    case .failure(let code): end = .notStarted(FileSystem.message(of: code.value))
    case .success(let processID): end = wait(for: processID)
    }
    let isStarted = FileSystem.exists(path(STDOUT_FILENO))
    return Outcome(
      end: end,
      output: isStarted && end != .tooMuchOutput
        ? try FileSystem.read(path(STDOUT_FILENO), limit: Self.outputLimit) : [],
      errors: FileSystem.exists(path(STDERR_FILENO))
        ? try FileSystem.read(path(STDERR_FILENO), limit: Self.errorLimit) : [])
  }

  /// The file of a stream.
  private func path(_ stream: Int32) -> String {
    Path.join(streamFolder, Self.streams[Int(stream)])
  }

  // MARK: Starting

  private struct SystemCode: Error {
    let value: Int32
  }

  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Actions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
  #endif

  private func start() throws(FileFailure) -> Result<pid_t, SystemCode> {
    #if canImport(Darwin)
      var (actions, attributes): (Actions, Attributes) = (nil, nil)
    #else
      var (actions, attributes) = (Actions(), Attributes())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(
      &actions, STDIN_FILENO, path(STDIN_FILENO), O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, path(STDOUT_FILENO), writing, 0o600)
    posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, path(STDERR_FILENO), writing, 0o600)
    Self.setSignals(of: &attributes)
    // If the parent of the tool ignores the ends of its processes, so would the tool, and not learn how
    // the program ended.
    signal(SIGCHLD, SIG_DFL)
    return try inFolder {
      var arguments = words.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var processID: pid_t = 0
      let code = posix_spawnp(
        &processID, words[0], &actions, &attributes, &arguments, Self.environment)
      return code == 0 ? .success(processID) : .failure(SystemCode(value: code))
    }
  }

  /// The environment of the tool, which programs inherit.
  private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      // No Swift module of the system declares the function.
      typealias Variables = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
      typealias Function = @convention(c) () -> UnsafeMutablePointer<Variables?>?
      let symbol = dlsym(dlopen(nil, RTLD_NOW), "_NSGetEnviron")
      return symbol.flatMap { unsafeBitCast($0, to: Function.self)()?.pointee }
    #else
      environ
    #endif
  }

  /// The tool ignores signals that programs expect to end them.
  private static func setSignals(of attributes: inout Attributes) {
    var (none, ignored) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Starts a program in its folder. For that time, the tool changes its own working folder, because
  /// not every system can start a program in another one. No other thread runs then.
  private func inFolder<Result>(_ start: () -> Result) throws(FileFailure) -> Result {
    let previous = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard previous >= 0 else { throw FileFailure(.read, ".", code: errno) }
    defer { close(previous) }
    guard chdir(folder) == 0 else { throw FileFailure(.read, folder, code: errno) }
    let result = start()
    guard fchdir(previous) == 0 else { throw FileFailure(.read, ".", code: errno) }
    return result
  }

  // MARK: Waiting

  private func wait(for processID: pid_t) -> End {
    let limit = Self.now + Double(seconds)
    var pause: UInt32 = 1_000
    while true {
      if let end = Self.end(of: processID, WNOHANG) { return end }
      let reason: End? =
        Self.now > limit ? .timeout : hasTooMuchOutput ? .tooMuchOutput : nil
      if let reason {
        Self.stop(processID)
        return reason
      }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
  }

  private var hasTooMuchOutput: Bool {
    [STDOUT_FILENO, STDERR_FILENO].contains { stream in
      var status = stat()
      return stat(path(stream), &status) == 0 && Int(status.st_size) > Self.outputLimit
    }
  }

  /// How a program has ended; `nil` while it runs.
  private static func end(of processID: pid_t, _ options: Int32) -> End? {
    var state: Int32 = 0
    var result = waitpid(processID, &state, options)
    while result < 0, errno == EINTR { result = waitpid(processID, &state, options) }
    if result == 0 { return nil }
    // How it ended is unknown, for example because the tool's parent ignores the ends of processes.
    if result < 0 { return .notStarted(FileSystem.message(of: errno)) }
    // The results of macros in C, which Swift does not import.
    let signal = state & 0x7F
    return signal == 0 ? .exit(state >> 8 & 0xFF) : .signal(signal)
  }

  /// Ends a program, with a second for it to end what it has started.
  private static func stop(_ processID: pid_t) {
    kill(processID, SIGTERM)
    for _ in 0..<20 {
      if end(of: processID, WNOHANG) != nil { return }
      usleep(50_000)
    }
    kill(processID, SIGKILL)
    _ = end(of: processID, 0)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
