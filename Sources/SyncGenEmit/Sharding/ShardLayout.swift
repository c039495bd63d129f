/// The shards and their content.
///
/// Builds that need the names of all files in advance get the same names regardless of the schemas'
/// content. An entity remains in its shard when others are added or removed, so that a change
/// recompiles one shard and not all.
package struct ShardLayout: Hashable, Sendable {
  /// The permitted numbers of shards for named subjects.
  package static let counts = 1...64
  /// The number of shards for older versions, which are long and never change.
  private static let versionCount = 4

  private let count: Int

  /// - Parameter count: The number of shards for named subjects, within `counts`.
  package init(count: Int) {
    self.count = count
  }

  /// The names of all shards, in order.
  package var names: [String] {
    (0..<count).map { "SwiftSync\($0).swift" }
      + (0..<Self.versionCount).map { "SwiftSyncVersions\($0).swift" } + ["SwiftSyncSchema.swift"]
  }

  /// The position of a file's shard among the names.
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

/// The key by which a generated file is assigned to a shard.
package enum ShardKey: Hashable, Sendable {
  /// A file for each entity, enum or endpoint.
  case name(String)
  /// A file of an older version.
  case version(Int)
  /// A file for the whole schema.
  case schema
}

/// The input of one schema for shards.
package struct ShardSource: Sendable {
  /// The path as given by the user.
  let schemaPath: String
  let files: [GeneratedFile]
  /// The user's templates, in which mistakes are shown.
  let templates: [UserTemplate]

  package init(schemaPath: String, files: [GeneratedFile], templates: [UserTemplate]) {
    self.schemaPath = schemaPath
    self.files = files
    self.templates = templates
  }
}
