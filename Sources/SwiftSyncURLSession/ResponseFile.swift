import Foundation

/// A temporary file that receives the body of a response as it arrives.
///
/// `@unchecked`: a call uses it under the call's lock, and ends it when no more data arrives.
final class ResponseFile: @unchecked Sendable {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "SwiftSync-\(UUID().uuidString)")
  private var handle: FileHandle?

  /// - Throws: The system's error, e.g. if the disk is full.
  func append(_ data: Data) throws {
    try opened().write(contentsOf: data)
  }

  /// Closes the file, which is empty if no data has arrived.
  ///
  /// - Throws: The system's error.
  func end() throws -> URL {
    try opened().close()
    handle = nil
    return url
  }

  func remove() {
    handle = nil
    // The file is in the system's temporary folder, which the system cleans up if this call fails.
    unlink(url.path)
  }

  private func opened() throws -> FileHandle {
    if let handle { return handle }
    // If the file cannot be created, opening it fails.
    _ = FileManager.default.createFile(
      atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    let handle = try FileHandle(forWritingTo: url)
    self.handle = handle
    return handle
  }
}
