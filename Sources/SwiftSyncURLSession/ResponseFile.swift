import Foundation

/// A temporary file that takes the body of a response as it arrives.
///
/// `@unchecked`: a call uses it under its lock, and ends it when nothing more arrives.
final class ResponseFile: @unchecked Sendable {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "SwiftSync-\(UUID().uuidString)")
  private var handle: FileHandle?

  /// - Throws: The system's error, e.g. if the disk is full.
  func append(_ data: Data) throws {
    try opened().write(contentsOf: data)
  }

  /// Closes the file, which is empty if nothing has arrived.
  ///
  /// - Throws: The system's error.
  func end() throws -> URL {
    try opened().close()
    handle = nil
    return url
  }

  func remove() {
    handle = nil
    // It is in the system's folder for temporary files: what cannot be removed is removed there.
    unlink(url.path)
  }

  private func opened() throws -> FileHandle {
    if let handle { return handle }
    // An error of the creation is one of the opening.
    _ = FileManager.default.createFile(
      atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    let handle = try FileHandle(forWritingTo: url)
    self.handle = handle
    return handle
  }
}
