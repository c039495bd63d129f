import Foundation
import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema
import Testing

@testable import SyncGenImport

/// Compares the schemas of the samples with schemas that are created from their payloads.
@Suite struct SampleComparisonTests {
  private struct Count {
    var found = 0
    var missed: [String] = []

    mutating func note(_ isFound: Bool, _ what: String) {
      if isFound { found += 1 } else { missed.append(what) }
    }

    var share: Double { Double(found) / Double(found + missed.count) }
  }

  private static let samples: [(schema: String, payloads: [String], entities: [String])] = [
    (
      "tracker", ["tasks.json", "tasks-changed.json", "people.json"],
      ["Project", "Todo", "Label", "Person", "Profile"]
    ),
    (
      "shop",
      [
        "shop-balance.json", "shop-charges.json", "shop-customers.json", "shop-orders.json",
        "shop-products.json",
      ],
      ["Customer", "Charge", "Refund", "BalanceEntry", "Product", "Variant", "Order", "OrderItem"]
    ),
    (
      "social",
      [
        "social-home.json", "social-notifications.json", "social-search.json", "social-thread.json",
      ],
      ["Account", "Status", "Notice"]
    ),
  ]

  @Test func recoversSampleSchemas() throws {
    var count = Count()
    for sample in Self.samples {
      let schema = try Self.schema(sample.schema)
      let paths = sample.payloads.map { Self.url("Schemas/payloads/\($0)").path }
      let result = try InMemory.schema(of: SourceReaders.read(paths, ImportOptions()))
      for name in sample.entities {
        let entity = try #require(schema.entities.first { $0.name.name == name })
        let found = Self.entity(like: entity, in: result.schema)
        count.note(found != nil, "\(sample.schema): \(name)")
        if let found { Self.compare(entity, found, schema, result.schema, &count) }
      }
    }
    #expect(count.share >= 0.95, "\(count.found) found, not: \(count.missed)")
    #expect(count.found > 150)
  }

  // MARK: Comparing

  /// The entity that shares most of the keys.
  private static func entity(like entity: Entity, in schema: Schema) -> Entity? {
    let paths = entity.topKeys
    return schema.entities.map { ($0, $0.topKeys.intersection(paths).count) }
      .filter { $0.1 * 2 >= $0.0.topKeys.count }.max { $0.1 < $1.1 }?.0
  }

  private static func compare(
    _ entity: Entity, _ found: Entity, _ schema: Schema, _ other: Schema, _ count: inout Count
  ) {
    for attribute in entity.attributes {
      let path = attribute.remote.paths[0]
      guard let key = path.keys.first, let own = found.member(key) else { continue }
      let title = "\(entity.name.name).\(attribute.name.name)"
      guard case .attribute(let imported) = own else {
        // Values with an identity become rows, which contain their deep values.
        count.note(path.steps.count > 1 || attribute.type.holdsValues, "\(title) is a relationship")
        continue
      }
      if imported.type == .scalar(.json), imported.isOptional || attribute.type.isList { continue }
      count.note(isSame(attribute, imported), "\(title): \(imported.type)")
      let mayLack = attribute.isOptional || attribute.defaultValue != nil
      count.note(mayLack || !imported.isOptional, "\(title) is optional")
    }
    for relation in entity.relations {
      let keys = (relation.remote.ids + relation.remote.objects).compactMap(\.keys.first)
      let members = keys.compactMap(found.member)
      guard let own = members.first(where: \.isRelation) ?? members.first else { continue }
      let title = "\(entity.name.name).\(relation.name.name)"
      switch own {
      case .relation(let imported):
        let target = Self.entity(like: schema.entities[relation.target.index], in: other)
        count.note(target === other.entities[imported.target.index], "\(title) has another target")
      case .attribute(let imported):
        // A value that is always null or empty does not show its type.
        if imported.type != .scalar(.json) { count.note(false, "\(title) is no relation") }
      }
    }
  }

  private static func isSame(_ own: Attribute, _ imported: Attribute) -> Bool {
    let isDeep = own.remote.paths[0].steps.count > 1
    switch (own.type, imported.type) {
    case (.scalar(let one), .scalar(let other)): return one == other
    case (.enumeration, .scalar(.string)), (.enumeration, .scalar(.int)),
      (.enumeration, .enumeration):
      return true
    case (.money, .money), (.money, .scalar(.int)), (.money, .scalar(.decimal)): return true
    case (.value, .value), (.array, .array), (.dictionary, .dictionary), (.dictionary, .value):
      return true
    case (.scalar(.json), .value), (.scalar(.json), .dictionary): return true
    case (_, .value): return isDeep
    default: return false
    }
  }

  private static func schema(_ name: String) throws -> Schema {
    let folder = url("Schemas")
    var bag = DiagnosticBag()
    let path = folder.appendingPathComponent("\(name).yaml").path
    let schema = SchemaCompiler.compile(
      path: path,
      read: { path throws(FileReadError) in
        do throws(FileFailure) { return try InputFile.read(path) } catch {
          throw FileReadError(error.reason)
        }
      }, into: &bag)
    return try #require(schema)
  }

  private static func url(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(path)
  }
}

extension Entity {
  fileprivate enum Member {
    case attribute(Attribute)
    case relation(Relation)

    var isRelation: Bool {
      if case .relation = self { true } else { false }
    }
  }

  fileprivate var topKeys: Set<String> {
    Set(attributes.flatMap { $0.remote.paths.compactMap(\.keys.first) })
      .union(relations.flatMap { ($0.remote.ids + $0.remote.objects).compactMap(\.keys.first) })
  }

  /// The relationship, if there is one: the scalars beside its rows have the same first key.
  fileprivate func member(_ key: String) -> Member? {
    let relation = relations.first { relation in
      (relation.remote.ids + relation.remote.objects).contains { $0.keys.first == key }
    }
    if let relation { return .relation(relation) }
    return attributes.first { $0.remote.paths.contains { $0.keys.first == key } }.map {
      .attribute($0)
    }
  }
}

extension AttributeType {
  /// Whether the type is a value with fields, or a list of such values.
  fileprivate var holdsValues: Bool {
    switch self {
    case .value, .array(.value), .dictionary(.value): true
    default: false
    }
  }

  fileprivate var isList: Bool {
    if case .array = self { true } else { false }
  }
}
