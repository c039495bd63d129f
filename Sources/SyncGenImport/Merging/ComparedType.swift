import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// A type of payloads in a form that those of attributes and of endpoints share.
indirect enum ComparedType {
  case scalar(ScalarType)
  case money
  case enumeration(EnumModel)
  case entity(Entity)
  case patch(Entity)
  case object(ComparedObject)
  case tagged(ValueTypeModel, Tagging)
  case rows(TaggedRows)
  case file
  case list(ComparedType)
  case dictionary(ComparedType)

  /// The spelling in messages, which is that of the schema language.
  var words: String {
    switch self {
    case .scalar(let type): type.rawValue
    case .money: "money"
    case .enumeration(let model): model.name.name
    case .entity(let entity): entity.name.name
    case .patch(let entity): "\(entity.name.name).Patch"
    case .object(let object): object.name
    case .tagged(let type, _): type.name.name
    case .rows(let rows): rows.name
    case .file: "file"
    case .list(let element): "[\(element.words)]"
    case .dictionary(let element): "[string: \(element.words)]"
    }
  }
}

/// An object without an identity: a value type, or a type of endpoints.
struct ComparedObject {
  enum Content {
    case value(ValueTypeModel)
    case inline(InlineType)
  }

  let content: Content

  var name: String {
    switch content {
    case .value(let type): type.name.name
    case .inline(let type): type.name
    }
  }

  var span: SourceSpan {
    switch content {
    case .value(let type): type.span
    case .inline(let type): type.nameSpan
    }
  }
}

/// A value of a row or an object.
struct ComparedMember {
  let name: String
  /// The dotted paths under which it is read.
  let paths: [String]
  var columns: [String] = []
  let type: ComparedType
  let scalar: NamedScalar?
  let isOptional: Bool
  let defaultValue: String?
  let dates: DateFormats
  /// Whether payloads write the list as one string.
  var isSeparated = false
  var isSent = true
  var isReceived = true
  var isDeprecated = false
  let span: SourceSpan
}

extension Schema {
  func compared(_ type: AttributeType) -> ComparedType {
    switch type {
    case .scalar(let scalar): .scalar(scalar)
    case .enumeration(let id): .enumeration(self[id])
    case .money: .money
    case .value(let id): compared(self[id])
    case .array(let element): .list(compared(element))
    case .dictionary(let element): .dictionary(compared(element))
    }
  }

  private func compared(_ type: ElementType) -> ComparedType {
    switch type {
    case .scalar(let scalar): .scalar(scalar)
    case .enumeration(let id): .enumeration(self[id])
    case .value(let id): compared(self[id])
    }
  }

  private func compared(_ type: ValueTypeModel) -> ComparedType {
    type.tagging.map { .tagged(type, $0) } ?? .object(ComparedObject(content: .value(type)))
  }

  /// The type without its outermost optionality.
  func compared(_ type: PayloadType) -> ComparedType {
    switch type {
    case .entity(let id): .entity(self[id])
    case .patch(let id): .patch(self[id])
    case .scalar(let scalar): .scalar(scalar)
    case .enumeration(let id): .enumeration(self[id])
    case .value(let id): compared(self[id])
    case .money: .money
    case .file: .file
    case .named(let position): compared(named: position)
    case .inline(let inline): .object(ComparedObject(content: .inline(inline)))
    case .tagged(let rows): .rows(rows)
    case .array(let element): .list(compared(element))
    case .dictionary(let element): .dictionary(compared(element))
    case .optional(let wrapped): compared(wrapped)
    }
  }

  private func compared(named position: Int) -> ComparedType {
    guard let types = payloads?.types, types.indices.contains(position) else {
      return .scalar(.json)
    }
    return .object(ComparedObject(content: .inline(types[position])))
  }

  // MARK: Members

  func members(of object: ComparedObject) -> [ComparedMember] {
    switch object.content {
    case .value(let type): type.fields.map(compared)
    case .inline(let type): type.fields.map(compared)
    }
  }

  func compared(_ attribute: Attribute, of entity: Entity) -> ComparedMember {
    ComparedMember(
      name: attribute.name.name, paths: attribute.remote.paths.map(\.dotted),
      columns: attribute.columns.map { entity.columns[$0].name.name },
      type: compared(attribute.type), scalar: attribute.scalar, isOptional: attribute.isOptional,
      defaultValue: attribute.defaultValue.map(text), dates: attribute.remoteDates,
      isSeparated: attribute.separator != nil, isSent: attribute.direction.isPushed,
      isReceived: attribute.direction.isPulled, isDeprecated: attribute.deprecation != nil,
      span: attribute.span)
  }

  private func compared(_ field: ValueField) -> ComparedMember {
    ComparedMember(
      name: field.name.name, paths: field.remote.paths.map(\.dotted), type: compared(field.type),
      scalar: field.scalar, isOptional: field.isOptional,
      defaultValue: field.defaultValue.map(text), dates: field.remoteDates,
      isDeprecated: field.deprecation != nil, span: field.span)
  }

  func compared(_ field: InlineField) -> ComparedMember {
    ComparedMember(
      name: field.name.name, paths: [field.remote.dotted], type: compared(field.type),
      scalar: field.scalar, isOptional: field.isOptional,
      defaultValue: field.defaultValue.map(text), dates: field.remoteDates,
      isDeprecated: field.deprecation != nil, span: field.span)
  }

  // MARK: Defaults

  private func text(_ value: DefaultValue) -> String {
    switch value {
    case .constant(let constant): text(constant)
    case .newUUID: "new"
    case .now: "now"
    case .temporary: "temporary"
    }
  }

  /// A text that is the same for the same value in schemas with other names.
  private func text(_ value: ConstantValue) -> String {
    switch value {
    case .string(let text), .decimal(let text), .day(let text), .uuid(let text), .url(let text),
      .json(let text):
      text
    case .int(let number): String(number)
    case .double(let number):
      number == number.rounded() ? String(Int64(clamping: number)) : "\(number)"
    case .bool(let flag): String(flag)
    case .date(let microseconds): String(microseconds)
    case .data(let bytes): "\(bytes)"
    case .enumCase(let id, let index): self[id].cases[index].rawValue.key
    case .money(let minor, let currency): "\(minor) \(currency)"
    case .value(_, let fields): "{\(fields.map { $0.map(text) ?? "null" }.joined(separator: ", "))}"
    case .array(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .dictionary(let entries):
      "{\(entries.map { "\($0.key): \(text($0.value))" }.joined(separator: ", "))}"
    }
  }
}

extension Int64 {
  /// The nearest integer.
  fileprivate init(clamping number: Double) {
    self = Int64(exactly: number) ?? (number < 0 ? .min : .max)
  }
}
