#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

#if !canImport(os)
  /// Writes a line in one call where the system permits it, so that lines of several threads do not
  /// mix.
  package func writeToStandardError(_ line: String) {
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Standard error is closed, so the line is lost.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
#endif
