import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// The location of the rows in a response, and how its pages are requested.
extension OpenAPISchemaMaker {
  mutating func addStores(of operation: OpenAPIOperation, to endpoint: inout ImportedEndpoint) {
    guard endpoint.method == .get, let type = endpoint.returns else { return }
    switch type {
    case .named(let name) where isEntity(name): endpoint.stores = []
    case .optional(.named(let name)) where isEntity(name): endpoint.stores = []
    case .list(.named(let name)) where isEntity(name):
      store(operation, rows: nil, of: name, fields: [], to: &endpoint)
    case .fields(let fields): store(operation, fields, to: &endpoint)
    case .named(let name):
      guard let fields = fields(of: name) else { return }
      store(operation, fields, to: &endpoint)
    default: break
    }
  }

  private func isEntity(_ name: String) -> Bool { roles.sources.contains { $0.name == name } }

  private func fields(of name: String) -> [ImportedAttribute]? {
    let type = result.types.first { $0.name == name }
    guard case .fields(let fields)? = type?.content else { return nil }
    return fields
  }

  /// A response in an envelope: one list of rows, and statements about it.
  private func store(
    _ operation: OpenAPIOperation, _ fields: [ImportedAttribute],
    to endpoint: inout ImportedEndpoint
  ) {
    let lists = fields.filter { $0.type.entity(isEntity) != nil }
    guard lists.count == 1, let list = lists.first, let entity = list.type.entity(isEntity) else {
      if lists.count > 1, case .named = endpoint.returns { endpoint.stores = [] }
      return
    }
    let root = ValuePath.text([.key(list.name)])
    if case .list = list.type {
      store(operation, rows: root, of: entity, fields: fields, to: &endpoint)
    } else {
      endpoint.stores = [YAMLEntry("root", .text(root))]
    }
  }

  /// Missing rows are kept, because a document does not state whether a list is complete.
  private func store(
    _ operation: OpenAPIOperation, rows root: String?, of entity: String,
    fields: [ImportedAttribute], to endpoint: inout ImportedEndpoint
  ) {
    var entries: [YAMLEntry] = []
    if let root { entries.append(YAMLEntry("root", .text(root))) }
    let pages = OpenAPIPages(
      endpoint.query.map { ($0.name, $0) }, marks: marks(fields),
      hasLinks: operation.responses.contains { response in
        response.node["headers"]?.pairs.contains { $0.key.lowercased() == "link" } ?? false
      }, defaults: defaults(of: operation), identity: roles.identity(of: entity))
    if let page = pages.value {
      endpoint.page = .mapping(page)
      endpoint.notes.append(.guessed(.page, "the pages, from the names of the parameters"))
    } else {
      entries.append(YAMLEntry("missing-rows", .word("keep")))
    }
    endpoint.stores = entries
  }

  /// The page sizes that parameters state: their defaults, otherwise their maximum.
  private func defaults(of operation: OpenAPIOperation) -> [String: Int] {
    var result: [String: Int] = [:]
    for parameter in operation.parameters {
      guard let name = parameter["name"]?.text, let schema = parameter["schema"] else { continue }
      let shape = document.expanded(document.shape(schema))
      let value = shape.defaultNode?.text.flatMap(Int.init) ?? shape.maximum.flatMap(Int.init)
      if let value { result[name] = value }
    }
    return result
  }

  /// The paths of the values next to the rows, including those in objects.
  private func marks(_ fields: [ImportedAttribute]) -> [String] {
    fields.flatMap { field -> [String] in
      let path = ValuePath.text([.key(field.name)])
      guard case .named(let name) = field.type, !isEntity(name) else { return [path] }
      return (self.fields(of: name) ?? []).map {
        path + "." + ValuePath.text([.key($0.name)])
      }
    }
  }
}

extension ImportedTypeName {
  /// The entity itself, or that of its elements.
  fileprivate func entity(_ isEntity: (String) -> Bool) -> String? {
    switch self {
    case .named(let name): isEntity(name) ? name : nil
    case .list(.named(let name)): isEntity(name) ? name : nil
    case .optional(let inner): inner.entity(isEntity)
    default: nil
    }
  }
}

/// Determines the style of pages by the names of parameters and of values in the response.
struct OpenAPIPages {
  private let query: [(name: String, field: ImportedAttribute)]
  private let marks: [String]
  private let hasLinks: Bool
  private let defaults: [String: Int]
  private let identity: [String]

  init(
    _ query: [(String, ImportedAttribute)], marks: [String], hasLinks: Bool,
    defaults: [String: Int], identity: [String]
  ) {
    self.query = query
    self.marks = marks
    self.hasLinks = hasLinks
    self.defaults = defaults
    self.identity = identity
  }

  /// `page:` in the schema language; nil if there are no pages.
  var value: [YAMLEntry]? {
    let size = parameter(
      ["per_page", "page_size", "limit", "size", "max_results", "count", "first", "take"])
    if let cursor = parameter(["cursor", "page_token", "next_token", "continuation_token", "after"]
    ),
      let next = mark([
        "next_cursor", "next_page_token", "next_token", "end_cursor", "cursors_after",
        "cursor_next",
        "continuation_token", "next",
      ])
    {
      return [YAMLEntry("cursor", .text(cursor)), YAMLEntry("next", .text(next))] + sizes(size)
        + more
    }
    if let after = parameter(["starting_after"]), identity.count == 1, !more.isEmpty {
      return [YAMLEntry("after", .text(after)), YAMLEntry("last", .text(identity[0]))] + sizes(size)
        + more
    }
    if let page = parameter(["page", "page_number", "page_index", "page_no"]), isCount(page) {
      let from: [YAMLEntry] = defaults[page] == 0 ? [YAMLEntry("from", .number(0))] : []
      return [YAMLEntry("number", .text(page))] + from + sizes(size) + more + totals
    }
    if let offset = parameter(["offset", "skip", "start"]), isCount(offset), let size {
      let limit = sizes(size).map { YAMLEntry("limit", $0.value) }
      return [YAMLEntry("offset", .text(offset))] + limit + more + totals
    }
    if let next = mark(["next_url", "next_page_url", "links_next", "next"]) {
      return [YAMLEntry("next", .text(next))] + sizes(size)
    }
    return hasLinks ? [YAMLEntry("link", .text("next"))] + sizes(size) : nil
  }

  private func sizes(_ name: String?) -> [YAMLEntry] {
    guard let name, let value = defaults[name], value > 0, isCount(name) else { return [] }
    return [YAMLEntry("size", .mapping([YAMLEntry(name, .number(value))]))]
  }

  private var more: [YAMLEntry] {
    mark(["has_more", "has_next", "has_next_page", "more"]).map {
      [YAMLEntry("more", .text($0))]
    } ?? []
  }

  private var totals: [YAMLEntry] {
    if let pages = mark(["total_pages", "page_count", "last_page"]) {
      return [YAMLEntry("total-pages", .text(pages))]
    }
    return mark(["total", "total_count", "count", "total_results"]).map {
      [YAMLEntry("total", .text($0))]
    } ?? []
  }

  private func isCount(_ name: String) -> Bool {
    query.first { $0.name == name }?.field.type == .int
  }

  private func parameter(_ names: [String]) -> String? {
    names.lazy.compactMap { wanted in
      query.first { ImportNames.snake($0.name, NameStyle()) == wanted }?.name
    }.first
  }

  /// The path of a value by its key, or by its key with that of the enclosing object.
  private func mark(_ names: [String]) -> String? {
    names.lazy.compactMap { wanted in
      marks.first { path in
        let words = ImportNames.snake(path, NameStyle())
        let last = path.split(separator: ".").last.map(String.init) ?? path
        return words == wanted || ImportNames.snake(last, NameStyle()) == wanted
      }
    }.first
  }
}
