import SyncGenDiagnostics
import SyncGenSchema

/// Creates the response of an endpoint.
struct SamplePayload {
  let names: PayloadNames
  let state: FixtureState
  /// The entity whose attribute the state names.
  let entity: EntityID?
  /// The keys of a value that every response has.
  var present: [String]?
  /// The cycles of the types around a value. A list of a type that contains one of them is empty:
  /// with all their combinations, payloads would be huge.
  private var inside: Set<Int> = []

  init(names: PayloadNames, state: FixtureState, entity: EntityID?, present: [String]?) {
    self.names = names
    self.state = state
    self.entity = entity
    self.present = present
  }

  private var schema: Schema { names.names.schema }
  private var form: PayloadForm { PayloadForm(schema: schema) }

  func row(_ id: EntityID) -> SampleRow {
    let state =
      switch self.state {
      case .unknownValue, .badDate: id == entity ? self.state : .valid
      case .valid, .missing, .null, .empty, .tombstone: self.state
      }
    return SampleRow(names: names.names, id: id, state: state).corrected
  }

  /// The entities of the rows in a value of a type.
  func entities(in type: PayloadType) -> Set<EntityID> {
    switch type {
    case .entity(let id): [id]
    case .array(let element), .dictionary(let element), .optional(let element):
      isInside(element) ? [] : entities(in: element)
    case .named(let position): inside(position).entities(in: names.api.types[position])
    case .inline(let inline): entities(in: inline)
    case .tagged(let rows): Set(rows.cases.prefix(1).map(\.entity))
    case .patch, .scalar, .enumeration, .value, .money, .file: []
    }
  }

  private func entities(in type: InlineType) -> Set<EntityID> {
    type.fields.filter { !isFree($0) || ![.missing, .null].contains(state) }
      .reduce(into: []) { $0.formUnion(entities(in: $1.type)) }
  }

  /// Whether the key may be missing and null.
  private func isFree(_ field: InlineField) -> Bool {
    field.isOptional && field.remote.keys != present
  }

  func json(
    of type: PayloadType, dates: DateFormats? = nil, name: String = "value"
  ) -> JSONDocument {
    let values = PayloadSample(schema: schema)
    let dates = dates ?? schema.conventions.dates(of: type)
    func sample(_ type: AttributeType) -> JSONDocument {
      form.json(values.value(of: type, dates: dates, name: name), dates: dates)
    }
    switch type {
    case .entity(let id): return row(id).json
    case .patch, .file: return .empty
    case .scalar(let scalar): return sample(.scalar(scalar))
    case .enumeration(let id): return sample(.enumeration(id))
    case .value(let id):
      let form = PayloadForm(schema: schema, omitsNull: state == .missing)
      return form.json(values.value(of: id, state: state), dates: dates)
    case .money: return sample(.money)
    case .dictionary(let element):
      guard !isInside(element) else { return .empty }
      return .object([(key(of: element), json(of: element, dates: dates, name: name))])
    case .named(let position): return inside(position).json(of: names.api.types[position])
    case .inline(let inline): return json(of: inline)
    case .tagged(let rows): return json(of: rows)
    case .array(let element):
      return .array(isInside(element) ? [] : [json(of: element, dates: dates, name: name)])
    case .optional(let wrapped):
      return isInside(wrapped) ? .null : json(of: wrapped, dates: dates, name: name)
    }
  }

  private func inside(_ position: Int) -> SamplePayload {
    var copy = self
    copy.inside.insert(schema.payloadTypeCycles[position])
    return copy
  }

  private func isInside(_ type: PayloadType) -> Bool {
    switch type {
    case .named(let position): inside.contains(schema.payloadTypeCycles[position])
    case .optional(let wrapped): isInside(wrapped)
    default: false
    }
  }

  /// A key of a dictionary; for rows, the identity.
  private func key(of type: PayloadType) -> String {
    guard case .entity(let id) = type, let attribute = names.names.identityAttribute(id) else {
      return "key"
    }
    let index = schema[id].attributes.firstIndex { $0 === attribute }
    let corrections = names.names.sampleChecks.corrections(of: id, nil, names.names)
    let value =
      index.flatMap { corrections[$0]?.constant }
      ?? PayloadSample(schema: schema).value(of: attribute, name: attribute.name.name)
    let json = form.json(value, attribute.settings)
    return if case .text(let text) = json { text } else { json.text(.source) }
  }

  /// A row of the first case, with its tag.
  private func json(of rows: TaggedRows) -> JSONDocument {
    guard let row = rows.cases.first else { return .empty }
    var json = self.row(row.entity).json
    json.set(rows.tag.keys[...], row.value.json)
    return json
  }

  private func json(of type: InlineType) -> JSONDocument {
    var object = JSONDocument.empty
    for field in type.fields {
      let isFree = isFree(field)
      if isFree, state == .missing { continue }
      let isNull = isFree && state == .null
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
    let value = PayloadSample(schema: schema)
      .value(of: type, scalar: scalar, dates: field.remoteDates, name: field.name.name)
    return form.json(value, dates: field.remoteDates)
  }
}
