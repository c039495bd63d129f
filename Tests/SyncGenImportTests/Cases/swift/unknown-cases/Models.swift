import SwiftData

enum Kind: String, Codable { case known, unknown }

@Model final class Thing {
  @Attribute(.unique) var id: Int
  var kind: Kind = Kind.unknown
}
