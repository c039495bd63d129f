import SyncGenSchema

extension TortureSchema {
  /// Entities whose attributes have these names, with several types in turn.
  static let wideEntities: [(name: String, attributes: [String])] = [
    ("SwiftWord", swiftKeywords), ("SQLWord", sqlKeywords), ("LocalName", localNames),
  ]

  /// Entities in a circle, each with a relationship to itself, and entities full of unusual
  /// attributes.
  ///
  /// - Parameter count: The number of type names to use.
  static func names(access: String, count: Int = entityNames.count) -> String {
    var text = header(name: "Torture", access: access) + enums + "entities:\n"
    for (index, name) in entityNames.prefix(count).enumerated() {
      let next = entityNames[(index + 1) % count]
      let attributes = index < 8 ? allAttributes : fewAttributes
      text += "  \(name):\n    doc: \(documentation)\n    attributes:\n\(attributes)"
      text += "    relations:\n      next: \(next)?\n"
      text += "      default: { to: \"\(name)?\", deprecated: \"no\" }\n"
      text += "      peers: { to: [\(name)], inverse: none }\n"
    }
    for (name, attributes) in wideEntities {
      text += "  \(name):\n    attributes:\n      id: int\n"
      for (index, attribute) in attributes.enumerated() {
        text += "      \"\(attribute)\": \(types[index % types.count].schema)\n"
      }
    }
    return text + parentScoped + endpoints
  }

  /// Endpoints and types with the names of entities, of Swift's types, and of declarations in
  /// generated code.
  private static let endpoints = """
    types:
      Holder:
        tasks: [Task]
        default: string?
        at: { type: date?, dates: unix-ms, remote: deep.at, doc: When. }
        until: { type: date, remote: deep.until }
        lists: [[int]]
        gaps: "[[int?]?]"
        patch: Task.Patch?
    api:
      base: /a
      version: 3
      endpoints:
        task:
          doc: Has a type called as an entity is.
          get: "/t/{id}"
          returns: { task: Task, date: date, data: { data: data?, string: string, set: [uuid] } }
        date: { post: /d, body: { body: int?, request: int, endpoint: int, fields: string }, returns: { at: date, url: url } }
        default:
          put: "/x/{inout}/{store}"
          query: { body: int?, request: int, in: [string], into: int?, page: int }
          body: [Task]
          returns: [Task]
          page: page
          stores: { operations: [insert, update] }
        where: { delete: "/y/{endpoint}", returns: string? }
        response: { get: /z, returns: "[Holder]?", stores: false }
        error: { post: "/e/{id}", body: { id: int, error: decimal } }
        patch: { patch: "/p/{id}", body: Patch.Patch?, returns: Patch, missing-rows: keep, stores: { operations: [update] } }

    """

  /// 200 entities in a circle, one of them with 100 attributes.
  static func size() -> String {
    var text = header(name: "Size", access: "public") + "entities:\n"
    for index in 0..<199 {
      text += "  Entity\(index):\n    attributes: { id: int, text: string, at: date? }\n"
      text += "    relations:\n"
      text += "      next: { to: \"Entity\((index + 1) % 199)?\", inverse: previous }\n"
      text += "      previous: { to: [Entity\((index + 198) % 199)] }\n"
    }
    text += "  Wide:\n    attributes:\n      id: uuid\n"
    for index in 0..<99 {
      text += "      attribute\(index): \(types[index % types.count].schema)\n"
    }
    return text
  }

  private static func header(name: String, access: String) -> String {
    "swiftsync: 1\nname: \(name)\nversion: 1\n"
      + "generate: { output: Out, access: \(access), sets: [swift, sql] }\n"
  }

  private static let documentation = #"""
    "Says \"*/ and \\(x) and ''' in one line that is so long that it cannot stay on one line of the code, whatever one tries."
    """#

  private static let enums = #"""
    enums:
      Type1: { cases: { default: "a \"quoted\" value", class: "it's", none: "\\(x)" } }
      Bytes: { cases: [self1, in, let], unknown: reject }
      Level: { cases: { low: -1, high: 9007199254740993 } }

    """#

  private static let allAttributes = #"""
          id: { type: uuid, default: new }
          text: { type: string, default: "a 'quoted' \"text\" with \\ and\nlines" }
          at: { type: date, default: "2026-01-02T03:04:05.123456Z" }
          old: { type: date?, deprecated: "use \"at\"", dates: unix, storage: integer }
          amount: { type: decimal, default: "1234567890123456789.0123456789012345678" }
          price: { type: money, default: { minor: -1, currency: EUR } }
          day: { type: day, default: "2026-02-28" }
          site: { type: url, default: "https://example.com/a?b=c" }
          key: { type: uuid, default: "00000000-0000-4000-8000-0000000000ff" }
          bytes: { type: data, default: "AP8=" }
          extra: { type: json, default: { b: [1, null, true], a: "x" } }
          kind: { type: Type1, default: class }
          byte: Bytes?
          level: { type: Level, default: low }
          kinds: { type: "[Type1]", default: [] }
          sizes: { type: "[string: int]", default: { b: 2, a: 1 } }
          dates: "[date]?"
          aVeryLongNameOfAnAttributeThatTakesMoreThanHalfOfALineOfTheCode: string?

    """#

  private static let fewAttributes = #"""
          id: { type: uuid, default: new }
          text: { type: string, default: "" }
          old: { type: date?, deprecated: "use \"at\"", dates: unix }

    """#

  private static let parentScoped = """
      Parent:
        attributes: { number: int, id: string }
        relations: { children: { to: [Child], inverse: parent } }
        identity: number
      Child:
        deprecated: there are no children any more
        attributes: { id: int, text: string? }
        relations: { parent: Parent }
        identity: [parent, id]

    """

  /// Types of attributes, each with a value as JSON.
  static let types: [(schema: String, json: String)] = [
    ("string", #""text""#), ("int?", "7"), ("date", #""2026-01-02T03:04:05.123456Z""#),
    ("bool?", "true"), ("decimal", #""0.10""#), ("url?", #""https://example.com""#),
  ]
}

/// A program that passes a row of each entity of a torture schema through JSON and a database.
enum TortureProgram {
  static func text() -> String {
    var text = start
    for name in TortureSchema.entityNames {
      text += call(name, #""id": "\#(identity)", "old": 12"#)
    }
    for (name, attributes) in TortureSchema.wideEntities {
      let types = TortureSchema.types
      let members = attributes.enumerated().map { index, attribute in
        "\"\(NameStyle().snakeCase(attribute))\": \(types[index % types.count].json)"
      }
      text += call(name, #""id": 3, "# + members.joined(separator: ", "))
    }
    return text + end
  }

  private static func call(_ name: String, _ members: String) -> String {
    "try await check(\(name).self, ##\"{\(members)}\"##)\ncount += 1\n"
  }

  private static let identity = "a0000000-0000-4000-8000-000000000001"

  private static let start = #"""
    import Foundation
    @_spi(Generated) import SwiftSyncRuntime

    struct Failure: Swift.Error, CustomStringConvertible {
      let description: Swift.String
    }

    func check<Model: SwiftSyncRuntime.SyncedEntity>(
      _ type: Model.Type, _ json: Swift.String
    ) async throws {
      let decoder = JSONDecoder()
      let encoder = JSONEncoder()
      let entity = try decoder.decode(Model.self, from: Foundation.Data(json.utf8))
      let again = try decoder.decode(Model.self, from: try encoder.encode(entity))
      if again != entity { throw Failure(description: "\(type) changes when it is encoded") }
      let patch = try decoder.decode(Model.Patch.self, from: Foundation.Data(json.utf8))
      let same = try decoder.decode(Model.Patch.self, from: try encoder.encode(patch))
      if patch != same { throw Failure(description: "\(type).Patch changes when it is encoded") }
      try await store.insert(entity)
      let row = try await store.fetch(Model.self, id: entity.identity)
      let count = try await store.count(Model.all)
      if count != 1 { throw Failure(description: "\(count) rows of \(type)") }
      if row != entity { throw Failure(description: "\(type) changes when it is stored") }
    }

    var count = 0
    let file = Foundation.URL(fileURLWithPath: CommandLine.arguments[1])
    let store = try await SyncStore(TortureSchema.self, .init(location: .url(file))).opened()

    """#

  private static let end = #"""
    let found = try await store.fetch(
      Task.where { $0.text == "" && $0.next.next.text.isIn(["a"]) || $0.next.text != "a" }
        .order(\.next.text))
    guard found.count == 1, try await found[0].next(in: store) == nil else {
      throw Failure(description: "\(found.count) rows meet the condition")
    }
    let new = Task()
    var changed = new
    changed.text = "other"
    let patch = Task.Patch.diff(from: new, to: changed)
    var copy = new
    try patch.apply(to: &copy)
    guard copy == changed, patch.id.isMissing, patch.text.value == "other" else {
      throw Failure(description: "a difference is not what was changed")
    }
    guard TortureSchema.metadata.entities.count == TortureSchema.models.count else {
      throw Failure(description: "the schema does not list all models")
    }
    print("\(count) entities")

    """#
}
