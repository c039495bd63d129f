@_spi(Generated) import SwiftSyncRuntime
import SyncGenSchema

extension ValueType {
  init(_ attribute: Attribute, in schema: Schema) {
    let dates = DateForm(
      remote: DateForm.Remote(attribute.remoteDates),
      storage: attribute.dateStorage == .text ? .text : .integer)
    self =
      switch attribute.type {
      case .scalar(let scalar): ValueType(scalar, dates)
      case .enumeration(let id): ValueType(schema[id])
      case .money: .money
      case .array(let element): .array(ValueType(element, dates, in: schema))
      case .dictionary(let element): .dictionary(ValueType(element, dates, in: schema))
      }
  }

  /// The type of what a reference to the entity holds.
  init(identityOf entity: Entity, in schema: Schema) {
    switch entity.identity.parts[0] {
    case .attribute(let index):
      self.init(entity.attributes[index], in: schema)
    case .reference(let relation):
      self.init(identityOf: schema[entity.relations[relation].target], in: schema)
    }
  }

  private init(_ element: ElementType, _ dates: DateForm, in schema: Schema) {
    self =
      switch element {
      case .scalar(let scalar): ValueType(scalar, dates)
      case .enumeration(let id): ValueType(schema[id])
      }
  }

  private init(_ scalar: ScalarType, _ dates: DateForm) {
    self =
      switch scalar {
      case .string: .string
      case .int: .int
      case .double: .double
      case .decimal: .decimal
      case .bool: .bool
      case .date: .date(dates)
      case .day: .day
      case .uuid: .uuid
      case .url: .url
      case .data: .data
      case .json: .json
      }
  }

  private init(_ model: EnumModel) {
    let isClosed = model.unknownValues == .reject
    if model.hasIntegerValues {
      let values = model.cases.compactMap { item -> Int64? in
        if case .int(let value) = item.rawValue { value } else { nil }
      }
      self = .integerEnum(reject: isClosed ? values : nil)
    } else {
      let values = model.cases.compactMap { item -> String? in
        if case .string(let value) = item.rawValue { value } else { nil }
      }
      self = .textEnum(allowing: isClosed ? values : nil)
    }
  }
}

extension DateForm.Remote {
  init(_ format: RemoteDateFormat) {
    self =
      switch format {
      case .auto: .auto
      case .iso8601: .iso8601
      case .unix: .unix
      case .unixMilliseconds: .unixMilliseconds
      }
  }
}
