import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A terminal without a user.
enum Terminal {
  private struct Failure: Error {
    let code: Int32
  }

  private typealias OpenPTY =
    @convention(c) (
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutableRawPointer?,
      UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> Int32

  /// Looked up at run time, because no Swift module on Linux has it.
  private static var openPTY: OpenPTY? {
    dlsym(dlopen(nil, RTLD_NOW), "openpty").map { unsafeBitCast($0, to: OpenPTY.self) }
  }

  static var isAvailable: Bool {
    openPTY != nil
  }

  /// The side that a user would see, and the side to which a program writes.
  static func open() throws -> (screen: FileHandle, program: FileHandle) {
    var (screen, program): (Int32, Int32) = (0, 0)
    guard let openPTY, openPTY(&screen, &program, nil, nil, nil) == 0 else {
      throw Failure(code: errno)
    }
    return (
      FileHandle(fileDescriptor: screen, closeOnDealloc: true),
      FileHandle(fileDescriptor: program, closeOnDealloc: true)
    )
  }
}
