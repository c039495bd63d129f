import SwiftData

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note1.self]
  }
}

@Model final class Note1 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note2.self]
  }
}

@Model final class Note2 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note3.self]
  }
}

@Model final class Note3 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note4.self]
  }
}

@Model final class Note4 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV5: VersionedSchema {
  static let versionIdentifier = Schema.Version(5, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note5.self]
  }
}

@Model final class Note5 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV6: VersionedSchema {
  static let versionIdentifier = Schema.Version(6, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note6.self]
  }
}

@Model final class Note6 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV7: VersionedSchema {
  static let versionIdentifier = Schema.Version(7, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note7.self]
  }
}

@Model final class Note7 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV8: VersionedSchema {
  static let versionIdentifier = Schema.Version(8, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note8.self]
  }
}

@Model final class Note8 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV9: VersionedSchema {
  static let versionIdentifier = Schema.Version(9, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note9.self]
  }
}

@Model final class Note9 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV10: VersionedSchema {
  static let versionIdentifier = Schema.Version(10, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note10.self]
  }
}

@Model final class Note10 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV11: VersionedSchema {
  static let versionIdentifier = Schema.Version(11, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note11.self]
  }
}

@Model final class Note11 {
  @Attribute(.unique) var id: UUID
  var text: String
}

enum SchemaV12: VersionedSchema {
  static let versionIdentifier = Schema.Version(12, 0, 0)
  static var models: [any PersistentModel.Type] {
    SchemaV1.models + SchemaV2.models + SchemaV3.models + SchemaV4.models + SchemaV5.models
      + SchemaV6.models + SchemaV7.models + SchemaV8.models + SchemaV9.models + SchemaV10.models
      + SchemaV11.models + SchemaV12.models + [Note12.self]
  }
}

@Model final class Note12 {
  @Attribute(.unique) var id: UUID
  var text: String
}
