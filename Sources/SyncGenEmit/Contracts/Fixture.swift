import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// The state of the rows in a fixture.
enum FixtureState: Hashable, Sendable {
  case valid
  /// Every key that may be missing is missing.
  case missing
  /// Every value that may be null is null.
  case null
  /// Lists and optional texts are empty.
  case empty
  /// The rows are soft-deleted.
  case tombstone
  /// The attribute has a value that belongs to no case of its enum.
  case unknownValue(attribute: Int)
  /// The attribute has a day that does not exist.
  case badDate(attribute: Int)
}

extension PayloadType {
  /// Whether a body of the type is not JSON.
  fileprivate var isRaw: Bool {
    switch self {
    case .scalar(.data), .file: true
    case .optional(let wrapped): wrapped.isRaw
    default: false
    }
  }
}

/// A payload that an endpoint may return, or that a store must reject.
struct Fixture: Sendable {
  let endpoint: Endpoint
  let names: PayloadNames
  let state: FixtureState

  /// The fixtures of an endpoint; none if it returns nothing.
  static func all(of endpoint: Endpoint, _ names: PayloadNames) -> [Fixture] {
    guard let returns = endpoint.returns, !returns.isRaw else { return [] }
    let finder = RowFinder(api: names.api, root: endpoint.stores?.root?.keys)
    let states = finder.rows(in: returns).map { self.states(of: $0.entity, in: names.names.schema) }
    let fixtures = (states ?? [.valid, .missing, .null]).map {
      Fixture(endpoint: endpoint, names: names, state: $0)
    }
    // If nothing may be missing, the state does not differ from the valid one.
    let valid = fixtures.first?.json.text(.source)
    return fixtures.filter { $0.state == .valid || $0.json.text(.source) != valid }
  }

  private static func states(of id: EntityID, in schema: Schema) -> [FixtureState] {
    let entity = schema[id]
    var states: [FixtureState] = [.valid, .missing, .null, .empty]
    if entity.sync.tombstone != nil { states.append(.tombstone) }
    var badDate: FixtureState?
    for (index, attribute) in entity.attributes.enumerated() where attribute.direction.isImported {
      switch attribute.type {
      case .enumeration, .array(.enumeration), .dictionary(.enumeration):
        states.append(.unknownValue(attribute: index))
      case .scalar(.date), .scalar(.day):
        if badDate == nil, entity.sync.tombstone?.attribute != index {
          badDate = .badDate(attribute: index)
        }
      case .scalar, .money, .value, .array, .dictionary: break
      }
    }
    return states + (badDate.map { [$0] } ?? [])
  }

  /// The name, e.g. `valid`, `unknown-enum-state`.
  var name: String {
    switch state {
    case .valid: "valid"
    case .missing: "missing"
    case .null: "null"
    case .empty: "empty"
    case .tombstone: "tombstone"
    case .unknownValue(let index): "unknown-enum-\(attributeName(index))"
    case .badDate: "bad-date"
    }
  }

  private func attributeName(_ index: Int) -> String {
    rows.map { names.names.schema[$0.entity].attributes[index].name.name } ?? ""
  }

  /// The rows that the response contains; `nil` if it has none of an entity.
  var rows: RowFinder.Rows? {
    endpoint.returns.flatMap {
      RowFinder(api: names.api, root: endpoint.stores?.root?.keys).rows(in: $0)
    }
  }

  /// Whether a store accepts the rows.
  var isAccepted: Bool {
    switch state {
    case .valid, .missing, .null, .empty, .tombstone: return true
    case .badDate: return false
    case .unknownValue(let index):
      guard let rows else { return true }
      switch names.names.schema[rows.entity].attributes[index].type {
      case .enumeration(let id), .array(.enumeration(let id)), .dictionary(.enumeration(let id)):
        return names.names.schema[id].unknownValues == .preserve
      case .scalar, .money, .value, .array, .dictionary: return true
      }
    }
  }

  var json: JSONDocument {
    guard let type = endpoint.returns else { return .null }
    let value = SamplePayload(names: names, state: state, entity: rows?.entity).json(of: type)
    return names.names.schema.isEnveloped(type) ? .object([("data", value)]) : value
  }
}

/// Finds the rows of an entity in the response of an endpoint.
struct RowFinder {
  struct Rows: Sendable {
    let entity: EntityID
    /// The keys that lead to them.
    let root: [String]
    let isItem: Bool
  }

  let api: API
  /// The path stated in the schema; `nil` to use the first rows found.
  let root: [String]?

  func rows(in type: PayloadType, below keys: [String] = []) -> Rows? {
    switch type {
    case .entity(let id): Rows(entity: id, root: keys, isItem: true)
    case .array(let element): list(element, below: keys)
    case .optional(let wrapped): rows(in: wrapped, below: keys)
    case .inline(let inline): rows(in: inline, below: keys)
    case .named(let position): rows(in: api.types[position], below: keys)
    case .patch, .scalar, .enumeration, .value, .money, .file, .dictionary, .tagged: nil
    }
  }

  /// Rows below keys of a list's elements have no path.
  private func list(_ element: PayloadType, below keys: [String]) -> Rows? {
    guard case .entity(let id) = element else { return nil }
    return Rows(entity: id, root: keys, isItem: false)
  }

  private func rows(in type: InlineType, below keys: [String]) -> Rows? {
    for field in type.fields {
      let path = keys + field.remote.keys
      if let root, !root.starts(with: path) { continue }
      if let rows = rows(in: field.type, below: path) { return rows }
    }
    return nil
  }
}

/// Creates the response of an endpoint.
struct SamplePayload {
  let names: PayloadNames
  let state: FixtureState
  /// The entity whose attribute the state names.
  let entity: EntityID?

  private var schema: Schema { names.names.schema }

  private func row(_ id: EntityID) -> JSONDocument {
    let state =
      switch self.state {
      case .unknownValue, .badDate: id == entity ? self.state : .valid
      case .valid, .missing, .null, .empty, .tombstone: self.state
      }
    return SampleRow(names: names.names, id: id, state: state).json
  }

  func json(
    of type: PayloadType, dates: DateFormats? = nil, name: String = "value"
  ) -> JSONDocument {
    let values = SampleValue(schema: schema)
    switch type {
    case .entity(let id): return row(id)
    case .patch, .file: return .empty
    case .scalar(let scalar):
      return values.json(of: scalar, dates ?? schema.conventions.dates(of: type), name)
    case .enumeration(let id): return values.json(of: id)
    case .value(let id): return values.json(of: id, state: state)
    case .money: return values.json(of: .money, dates: schema.conventions.remoteDates, name: name)
    case .dictionary(let element):
      return .object([(key(of: element), json(of: element, dates: dates, name: name))])
    case .named(let position): return json(of: names.api.types[position])
    case .inline(let inline): return json(of: inline)
    case .tagged(let rows): return json(of: rows)
    case .array(let element): return .array([json(of: element, dates: dates, name: name)])
    case .optional(let wrapped): return json(of: wrapped, dates: dates, name: name)
    }
  }

  /// A key of a dictionary; for rows, the identity.
  private func key(of type: PayloadType) -> String {
    guard case .entity(let id) = type, let attribute = names.names.identityAttribute(id) else {
      return "key"
    }
    let value = SampleValue(schema: schema).json(of: attribute, name: attribute.name.name)
    if case .text(let text) = value { return text }
    return value.text(.source)
  }

  /// A row of the first case, with its tag.
  private func json(of rows: TaggedRows) -> JSONDocument {
    guard let row = rows.cases.first else { return .empty }
    var json = self.row(row.entity)
    json.set(rows.tag.keys[...], row.value.json)
    return json
  }

  private func json(of type: InlineType) -> JSONDocument {
    var object = JSONDocument.empty
    for field in type.fields {
      if field.isOptional, state == .missing { continue }
      let isNull = field.isOptional && state == .null
      object.set(field.remote.keys[...], isNull ? .null : value(for: field))
      if let currency = field.currencyRemote {
        object.set(currency.keys[...], isNull ? .null : .text("EUR"))
      }
    }
    return object
  }

  private func value(for field: InlineField) -> JSONDocument {
    guard let scalar = field.scalar, let type = field.type.attributeType else {
      return json(of: field.type, dates: field.remoteDates, name: field.name.name)
    }
    return SampleValue(schema: schema)
      .json(of: type, scalar: scalar, dates: field.remoteDates, name: field.name.name)
  }
}

/// A fixture as exposed to templates.
struct FixtureContext: ContextSubject {
  let fixture: Fixture

  static let type = ContextType<Self>(
    "fixture", "A payload that an endpoint may return, or that a store has to reject.",
    [
      .text(
        "name", "`valid`, `missing`, `null`, `empty`, `tombstone`, `unknown-enum-…`, `bad-date`."
      ) {
        $0.fixture.name
      },
      .text("endpoint", "The endpoint's name.") { $0.fixture.endpoint.name.name },
      .optionalText("entity", "The entity whose rows it has.") { context in
        context.fixture.rows.map { context.fixture.names.names.schema[$0.entity].name.name }
      },
      .optionalText("document", "The document that it is, if an endpoint applies it to a store.") {
        context in
        let names = context.fixture.names
        return context.fixture.endpoint.storedDocument.map { names.api.types[$0].name }
      },
      .optionalText("root", "The dotted path of the rows.") { context in
        guard let rows = context.fixture.rows, !rows.root.isEmpty else { return nil }
        return rows.root.joined(separator: ".")
      },
      .flag("isItem", "Whether it is one row, and no list.") { $0.fixture.rows?.isItem ?? false },
      .flag("isAccepted", "Whether a store takes it.") { $0.fixture.isAccepted },
      .text("json", "The payload, in several lines.") {
        $0.fixture.json.text(.lines { JSONString.quotedInSource($0) })
      },
    ])
}
