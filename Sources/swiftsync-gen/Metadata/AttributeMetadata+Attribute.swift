@_spi(Generated) import SwiftSyncRuntime
import SyncGenSchema

extension AttributeMetadata {
  init(_ attribute: Attribute, of entity: Entity, in schema: Schema) {
    let (remote, currency) = Self.remoteKeys(of: attribute.remote)
    self.init(
      attribute.name.name,
      ValueType(attribute, in: schema),
      optional: attribute.isOptional,
      column: attribute.columns[0],
      remote: remote,
      currency: currency,
      default: Self.defaults(of: attribute, entity),
      generated: attribute.defaultValue.flatMap(GeneratedDefault.init),
      direction: SwiftSyncRuntime.SyncDirection(attribute.direction),
      emptyIsNull: attribute.isEmptyNull,
      touch: attribute.isTouched
    )
  }

  private static func remoteKeys(of mapping: RemoteMapping) -> ([String], String?) {
    switch mapping {
    case .paths(let paths): (paths.map(\.dotted), nil)
    case .money(let minor, let currency): ([minor.dotted], currency.dotted)
    }
  }

  private static func defaults(of attribute: Attribute, _ entity: Entity) -> [StoredValue] {
    guard case .constant = attribute.defaultValue else { return [] }
    return attribute.columns.map { StoredValue(entity.columns[$0].defaultValue) }
  }
}

extension GeneratedDefault {
  /// `nil` for a constant.
  init?(_ value: DefaultValue) {
    switch value {
    case .constant: return nil
    case .newUUID: self = .newUUID
    case .now: self = .now
    }
  }
}

extension StoredValue {
  init(_ literal: SQLLiteral?) {
    self =
      switch literal {
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let value): .text(value)
      case .blob(let value): .blob(value)
      case nil: .null
      }
  }
}

extension SwiftSyncRuntime.SyncDirection {
  init(_ direction: SyncGenSchema.SyncDirection) {
    self =
      switch direction {
      case .both: .both
      case .import: .import
      case .export: .export
      case .local: .local
      }
  }
}
