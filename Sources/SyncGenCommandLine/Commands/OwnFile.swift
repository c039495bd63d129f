/// Protects files that the tool did not write from options that name an output file.
package enum OwnFile {
  /// Throws if a file exists that the tool did not write.
  ///
  /// - Parameter isOwn: Returns whether the tool may have written the content.
  package static func check(_ path: String, isOwn: ([UInt8]) -> Bool) throws {
    guard try FileSystem.kind(of: path) == .file, !isOwn(try FileSystem.read(path)) else { return }
    throw CommandFailure(
      "swiftsync-gen did not write this file and does not replace it; name another one, or delete it",
      at: path)
  }
}
