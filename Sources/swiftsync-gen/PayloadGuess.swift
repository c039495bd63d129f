import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenImport
import SyncGenSchema

/// The kind of a payload's rows and their location, if the command line does not state them.
struct PayloadGuess: Hashable {
  let target: PayloadTarget
  var root: String?
  var keyedBy: String?

  /// Creates a guess from the command line.
  init(_ target: PayloadTarget) {
    self.target = target
  }

  /// Guesses by the keys and the name of the first payload.
  ///
  /// - Throws: `CommandFailure` if several entities are possible.
  init(_ payloads: PayloadArguments, _ schema: Schema, _ console: Console) throws {
    guard let path = payloads.firstFile else {
      self.init(try Self.onlyEntity(of: schema))
      return
    }
    let answer: JSONAnswer
    do {
      answer = try JSONAnswer(path, hasSchema: true)
    } catch let failure as ImportFailure {
      throw CommandFailure(failure.text, at: failure.place)
    }
    if let type = answer.resourceType,
      let entity = schema.entities.first(where: { $0.resourceType == type })
    {
      self.init(.entity(entity.name.name))
      console.remark("\(path): rows of \(entity.name.name)")
      return
    }
    if answer.isDocument, let document = try Self.document(of: answer, in: schema) {
      self.init(document)
      return
    }
    guard let rows = answer.rows.first else {
      // A list with few rows or none may not look like one, so the name of the file decides.
      let named = Self.named(answer.name, in: schema)
      self.init(try named.map { .entity($0.name.name) } ?? Self.onlyEntity(of: schema))
      if let named { console.remark("\(path): rows of \(named.name.name)") }
      return
    }
    // Rows under keys are never a document.
    guard answer.rows.count == 1 || !rows.isKeyed else { throw Self.severalEntities }
    let entity = try Self.entity(of: rows, in: schema)
    self.init(.entity(entity.name.name))
    root = rows.root.isEmpty ? nil : rows.root
    if rows.isKeyed { keyedBy = entity.identity.parts.first.map(entity.name(of:)) }
    console.remark("\(path): rows of \(entity.name.name)" + (root.map { " under '\($0)'" } ?? ""))
  }

  private static func onlyEntity(of schema: Schema) throws(CommandFailure) -> PayloadTarget {
    guard let entity = schema.entities.first, schema.entities.count == 1 else {
      throw unclear(schema.entities)
    }
    return .entity(entity.name.name)
  }

  /// The entity with the name of the rows' location, or else the one that knows most of their keys.
  private static func entity(of rows: FoundRows, in schema: Schema) throws(CommandFailure) -> Entity
  {
    if let entity = schema.entities.first, schema.entities.count == 1 { return entity }
    if let entity = named(rows.name, in: schema), entity.count(of: rows.keys) > 0 { return entity }
    let counts = schema.entities.map { entity in (entity, entity.count(of: rows.keys)) }
    let most = counts.map(\.1).max() ?? 0
    let best = counts.filter { $0.1 == most }.map(\.0)
    guard let entity = best.first, best.count == 1, most * 2 >= rows.keys.count else {
      throw unclear(schema.entities)
    }
    return entity
  }

  private static func named(_ snake: String, in schema: Schema) -> Entity? {
    names(snake, in: schema).lazy.compactMap { name in
      schema.entities.first { $0.name.name == name || $0.remoteName == name }
    }.first
  }

  /// The document with the name of the file; `nil` for a response with one list, in which there is
  /// no document.
  private static func document(
    of answer: JSONAnswer, in schema: Schema
  ) throws(CommandFailure) -> PayloadTarget? {
    let documents = schema.payloads?.documents.map(\.name) ?? []
    let stated = names(answer.name, in: schema) + names(answer.name + "_response", in: schema)
    if let name = stated.first(where: documents.contains) {
      return .document(name)
    }
    if let only = documents.first, documents.count == 1 { return .document(only) }
    if answer.rows.count == 1 { return nil }
    throw severalEntities
  }

  private static let severalEntities = CommandFailure(
    "the payload has rows of several entities; name its type with '--document', or one list with "
      + "'--entity' and '--root'")

  /// The possible names for a name in a file: `shop_order` may be `ShopOrder` or `Order`.
  private static func names(_ snake: String, in schema: Schema) -> [String] {
    let words = snake.split(separator: "_")
    return words.indices.map { index in
      ImportNames.type(
        words[index...].joined(separator: "_"), NameStyle(acronyms: schema.conventions.acronyms))
    }
  }

  private static func unclear(_ entities: [Entity]) -> CommandFailure {
    CommandFailure(
      "the entity of the payload's rows cannot be determined; name it with '--entity': "
        + entities.map(\.name.name).joined(separator: ", "))
  }
}

extension Entity {
  /// The number of the rows' keys that it knows; 0 if it does not know their identity.
  fileprivate func count(of keys: Set<String>) -> Int {
    let paths =
      attributes.map { $0.remote.paths } + relations.map { $0.remote.ids + $0.remote.objects }
    let known = Set(paths.joined().compactMap(\.keys.first))
    let hasIdentity = identity.parts.allSatisfy { part in
      guard case .attribute(let index) = part else { return true }
      return attributes[index].remote.paths.contains { $0.keys.first.map(keys.contains) ?? false }
    }
    return hasIdentity ? keys.count(where: known.contains) : 0
  }

  fileprivate func name(of part: Identity.Part) -> String {
    switch part {
    case .attribute(let index): attributes[index].name.name
    case .reference(let index): relations[index].name.name
    }
  }
}
