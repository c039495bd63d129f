/// Which shards there are, and what is in each of them.
///
/// Builds that want the names of all files beforehand get the same ones whatever the schemas hold. An entity stays
/// in its shard as others come and go, so that a change compiles one shard and not all.
package struct ShardLayout: Hashable, Sendable {
  /// How many shards there may be for what has names.
  package static let counts = 1...64
  /// How many shards older versions share: they are long, and never change.
  private static let versionCount = 4

  private let count: Int

  /// - Parameter count: Of `counts`: how many shards there are for what has names.
  package init(count: Int) {
    self.count = count
  }

  /// The names of all shards, in the order of the places.
  package var names: [String] {
    (0..<count).map { "SwiftSync\($0).swift" }
      + (0..<Self.versionCount).map { "SwiftSyncVersions\($0).swift" } + ["SwiftSyncSchema.swift"]
  }

  /// The place of a file's shard among the names.
  func place(of key: ShardKey) -> Int {
    switch key {
    case .name(let name): Int(Self.hash(name) % UInt64(count))
    case .version(let number): count + number % Self.versionCount
    case .schema: count + Self.versionCount
    }
  }

  /// FNV-1a of the bytes: the same on every system and in every version of the tool.
  static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
