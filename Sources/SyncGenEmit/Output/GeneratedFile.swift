/// A file that a template gave, not yet written.
package struct GeneratedFile: Hashable, Sendable {
  /// Relative to the output folder, with `/` between its parts.
  package let path: String
  package let bytes: [UInt8]
  /// The name of the template, e.g. `Entity.swift.stencil`.
  package let template: String
  /// Where it goes in a build that has a fixed set of files.
  let shard: ShardKey

  init(path: String, bytes: [UInt8], template: String, shard: ShardKey) {
    self.path = path
    self.bytes = bytes
    self.template = template
    self.shard = shard
  }
}
