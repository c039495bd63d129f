import Foundation

/// One use of `posix_spawn`: the actions between the start of the process and that of its program.
///
/// The program inherits its three streams and no other file of the tests. No signal is blocked or
/// ignored in it, whatever the thread that starts it does.
final class Spawning {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif
  /// Open until the program has started.
  private var handles: [FileHandle] = []

  init(
    input: ProgramStream, output: ProgramStream, errors: ProgramStream, folder: URL?
  ) throws(ProgramFailure) {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    try add(input, as: STDIN_FILENO)
    try add(output, as: STDOUT_FILENO)
    try add(errors, as: STDERR_FILENO)
    if let folder { try change(to: folder.path) }
    try closeTheRest()
    try setSignals()
  }

  deinit {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  func start(
    _ path: String, _ arguments: [String], environment: [String]
  ) throws(ProgramFailure) -> pid_t {
    var processID: pid_t = 0
    let (arguments, environment) = (CStrings(arguments), CStrings(environment))
    let code = withExtendedLifetime((arguments, environment)) {
      posix_spawn(
        &processID, path, &actions, &attributes, arguments.pointers, environment.pointers)
    }
    try check(code, path)
    return processID
  }

  private func check(_ code: Int32, _ path: String) throws(ProgramFailure) {
    if code != 0 { throw ProgramFailure(path: path, code: code) }
  }

  private func add(_ stream: ProgramStream, as descriptor: Int32) throws(ProgramFailure) {
    switch stream {
    case .nothing: try open("/dev/null", as: descriptor)
    case .file(let file): try open(file.path, as: descriptor)
    case .handle(let handle):
      handles.append(handle)
      try check(
        posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, descriptor), "a stream")
    case .output:
      try check(
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, descriptor), "a stream")
    }
  }

  private func open(_ path: String, as descriptor: Int32) throws(ProgramFailure) {
    let flags = descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
    try check(
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o666), path)
  }

  private func change(to folder: String) throws(ProgramFailure) {
    #if canImport(Darwin)
      try check(posix_spawn_file_actions_addchdir_np(&actions, folder), folder)
    #else
      typealias Function = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32
      let function = Self.function("posix_spawn_file_actions_addchdir_np", as: Function.self)
      guard let function else { throw ProgramFailure(path: folder, code: ENOSYS) }
      try check(function(&actions, folder), folder)
    #endif
  }

  /// On Apple's systems, an attribute does this.
  private func closeTheRest() throws(ProgramFailure) {
    #if !canImport(Darwin)
      typealias Function = @convention(c) (Actions, Int32) -> Int32
      // Older systems do not have this function. There, the program inherits files, except those
      // opened with close-on-exec, as Foundation and SQLite do.
      let function = Self.function("posix_spawn_file_actions_addclosefrom_np", as: Function.self)
      if let function { try check(function(&actions, STDERR_FILENO + 1), "a program") }
    #endif
  }

  #if !canImport(Darwin)
    private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    /// A function of the C library that its Swift module does not declare, found at run time.
    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: type) }
    }
  #endif

  private func setSignals() throws(ProgramFailure) {
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var ignored = sigset_t()
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    try check(posix_spawnattr_setflags(&attributes, Int16(flags)), "a program")
  }
}

/// Strings as C functions expect them: a list of pointers with a null pointer at its end.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    pointers = .allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() { (pointers + index).initialize(to: strdup(text)) }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
