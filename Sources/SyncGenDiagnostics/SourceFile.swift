/// A file that was read, with its path as the user wrote it.
package struct SourceFile: Hashable, Sendable {
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
