import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// The state of the rows in a fixture.
enum FixtureState: Hashable, Sendable {
  case valid
  /// Every key that may be missing is missing.
  case missing
  /// Every value that may be null is null.
  case null
  /// Lists and optional strings are empty.
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
  let endpoint: EndpointModel
  let names: PayloadNames
  let state: FixtureState

  /// The fixtures of an endpoint; none if its responses have no body.
  static func all(of endpoint: EndpointModel, _ names: PayloadNames) -> [Fixture] {
    guard endpoint.returns?.isRaw != true, endpoint.returns != nil || endpoint.failure != nil
    else { return [] }
    let states = ReturnedRows(endpoint, names.api).rows.map {
      self.states(of: $0.entity, in: names.names.schema)
    }
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
    for (index, attribute) in entity.attributes.enumerated() where attribute.direction.isPulled {
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
  var rows: ReturnedRows.Rows? { ReturnedRows(endpoint, names.api).rows }

  private var payload: SamplePayload {
    SamplePayload(
      names: names, state: state, entity: rows?.entity, present: endpoint.failure?.flag.keys)
  }

  var json: JSONDocument {
    var json = endpoint.returns.map(body) ?? .empty
    // Otherwise, the call would fail, with any rows.
    if let failure = endpoint.failure, case .object = json {
      json.set(failure.flag.keys[...], .json("true"))
    }
    return json
  }

  private func body(_ type: PayloadType) -> JSONDocument {
    let value = payload.json(of: type)
    return names.names.schema.isEnveloped(type) ? .object([("data", value)]) : value
  }
}

// MARK: - Acceptance

extension Fixture {
  /// Whether `check-payload` accepts the rows.
  var isAccepted: Bool {
    guard let rows, let type = endpoint.returns else { return true }
    guard isAccepted(rows), acceptsFlag(rows) else { return false }
    let written = payload.entities(in: type)
    if endpoint.storedDocument != nil { return written.allSatisfy(meetsCondition) }
    return written.contains(rows.entity) && meetsCondition(rows.entity)
  }

  private func meetsCondition(_ id: EntityID) -> Bool {
    var row = payload.row(id)
    row.flag = flagAttribute
    // A deleted row that is new is not stored.
    let isDeleted = state == .tombstone && names.names.schema[id].sync.tombstone != nil
    return isDeleted || names.names.sampleChecks.accepts(row)
  }

  /// Whether the flag of `fails` is a known key, or outside the rows.
  private func acceptsFlag(_ rows: ReturnedRows.Rows) -> Bool {
    guard let flag = endpoint.failure?.flag.keys, case .object = json else { return true }
    if let document = endpoint.storedDocument {
      return names.api.types[document].fields.contains {
        flag.starts(with: $0.remote.keys) && payload.entities(in: $0.type).isEmpty
      }
    }
    // It would replace the rows.
    if !rows.root.isEmpty, rows.root.starts(with: flag) { return false }
    guard flag.starts(with: rows.root) else { return true }
    let key = flag.dropFirst(rows.root.count)
    return rows.isItem
      && names.names.schema[rows.entity].attributes.contains { $0.accepts(flag: key) }
  }

  /// The attribute whose key is the flag of `fails`.
  private var flagAttribute: Int? {
    guard let rows, rows.isItem, let flag = endpoint.failure?.flag.keys,
      flag.starts(with: rows.root)
    else { return nil }
    return names.names.schema[rows.entity].attributes.firstIndex {
      $0.type == .scalar(.bool) && $0.accepts(flag: flag.dropFirst(rows.root.count))
    }
  }

  private func isAccepted(_ rows: ReturnedRows.Rows) -> Bool {
    let schema = names.names.schema
    switch state {
    case .valid, .missing, .null, .empty, .tombstone: return true
    case .badDate(let index): return schema[rows.entity].attributes[index].toleratesInvalidValues
    case .unknownValue(let index):
      let attribute = schema[rows.entity].attributes[index]
      switch attribute.type {
      case .enumeration(let id), .array(.enumeration(let id)), .dictionary(.enumeration(let id)):
        return schema[id].unknownValues == .keep || attribute.toleratesInvalidValues
      case .scalar, .money, .value, .array, .dictionary: return true
      }
    }
  }
}

extension Attribute {
  /// Whether `true` under a key is its value, or a part of it.
  fileprivate func accepts(flag: ArraySlice<String>) -> Bool {
    guard settings.direction.isPulled else { return false }
    return switch type {
    case .scalar(.bool): remote.paths.contains { flag == $0.keys[...] }
    case .scalar(.json): remote.paths.contains { flag.starts(with: $0.keys) }
    case .scalar, .enumeration, .money, .value, .array, .dictionary: false
    }
  }

  /// Whether a new row with an invalid value is accepted.
  fileprivate var toleratesInvalidValues: Bool {
    switch settings.invalidValues {
    case .null: true
    case .keep: isOptional || defaultValue != nil
    case nil: false
    }
  }
}
