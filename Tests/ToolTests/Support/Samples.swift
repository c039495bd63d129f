import Foundation

/// Schemas and payloads that the tests share.
enum Samples {
  static let shop = """
    swiftsync: 1
    name: Shop
    version: 1
    generate: { output: ../Generated/Shop }
    entities:
      Item:
        attributes:
          id: int
          title: string
          price: double?
    """

  /// The schema with these entities instead of its own.
  static func shop(entities: [String]) -> String {
    let head = shop.components(separatedBy: "entities:")[0]
    return entities.reduce(into: head + "entities:\n") { text, entity in
      text += "  \(entity):\n    attributes: { id: int, title: string }\n"
    }
  }

  /// The schema with a partial index in line 12.
  static func shop(where condition: String) -> String {
    shop + "\n    indexes:\n      - { on: [title], where: \"\(condition)\" }\n"
  }

  /// Line 8 names a type that does not exist.
  static let broken = shop.replacingOccurrences(of: "title: string", with: "title: strng")

  static let fragment = """
    entities:
      Extra:
        attributes: { id: int }
    """
}
