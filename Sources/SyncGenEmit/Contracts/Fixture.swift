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
  var rows: ReturnedRows.Rows? { ReturnedRows(endpoint, names.api).rows }

  var json: JSONDocument {
    var json = endpoint.returns.map(body) ?? .empty
    // Otherwise, the call would fail, with any rows.
    if let failure = endpoint.failure, case .object = json {
      json.set(failure.flag.keys[...], .json("true"))
    }
    return json
  }

  private func body(_ type: PayloadType) -> JSONDocument {
    let payload = SamplePayload(
      names: names, state: state, entity: rows?.entity, present: endpoint.failure?.flag.keys)
    let value = payload.json(of: type)
    return names.names.schema.isEnveloped(type) ? .object([("data", value)]) : value
  }
}

// MARK: - Acceptance

extension Fixture {
  /// Whether a store accepts the rows.
  var isAccepted: Bool {
    guard let rows else { return true }
    if dependsOnCheck(of: rows), let checks = names.names.sampleChecks {
      return checks.accepts(checked(rows))
    }
    return isAccepted(rows)
  }

  /// Whether SQLite, or the keys besides the rows, decide.
  private func dependsOnCheck(of rows: ReturnedRows.Rows) -> Bool {
    let schema = names.names.schema
    let isDocument = endpoint.storedDocument != nil
    return endpoint.failure != nil || schema[rows.entity].check != nil
      || isDocument && schema.entities.contains { $0.check != nil }
  }

  private func checked(_ rows: ReturnedRows.Rows) -> CheckedPayload {
    CheckedPayload(
      json: json.text(.source), entity: names.names.schema[rows.entity].name.name,
      document: endpoint.storedDocument.map { names.api.types[$0].name },
      root: rows.root.isEmpty ? nil : rows.root.joined(separator: "."), keyedBy: rows.keyedBy,
      isItem: rows.isItem)
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
        return schema[id].unknownValues == .preserve || attribute.toleratesInvalidValues
      case .scalar, .money, .value, .array, .dictionary: return true
      }
    }
  }
}

extension Attribute {
  /// Whether a new row with an invalid value is accepted.
  fileprivate var toleratesInvalidValues: Bool {
    switch settings.invalidValues {
    case .null: true
    case .keep: isOptional || defaultValue != nil
    case nil: false
    }
  }
}
