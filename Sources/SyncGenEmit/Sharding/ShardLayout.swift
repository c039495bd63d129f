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

/// By what a generated file finds the shard that it becomes a part of.
package enum ShardKey: Hashable, Sendable {
  /// What there is one of for each entity, enum or endpoint.
  case name(String)
  /// What belongs to an older version.
  case version(Int)
  /// What there is one of for the schema.
  case schema
}

/// What one schema gives for shards.
package struct ShardSource: Sendable {
  /// As the user gave it.
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
