@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// How the rows of an entity are written in one place of an export: literals with values between
/// them.
final class ExportShape {
  /// The place of a row in an export.
  enum Place: Hashable {
    /// The exported row itself.
    case top
    /// Nested under a relationship, whose inverse is left out.
    case nested(inverse: String?)
    /// A row that is already being written.
    case identity
  }

  struct Role: Hashable {
    let entity: Int
    let place: Place
  }

  /// The value of a key.
  enum Action {
    /// The value of a column.
    case value(ExportValue, column: Int32)
    /// The first of several columns that is not null, or null.
    case shared([(value: ExportValue, column: Int32)])
    /// An amount in major units, whose minor units are in a column and whose currency is in the
    /// next.
    case amount(column: Int32)
    /// A relationship, by its position in `relations`.
    case relation(Int)
    /// The value if the column is not null, otherwise the steps.
    case either(ExportValue, column: Int32, [Step])
    /// The nested object of a relationship, with more members after its own.
    case merged(Int, [Step])
    /// The steps, if the relationship has a stored row.
    case stored(Int, [Step])
    /// The steps, if one of the relationships has identities without rows.
    case conditional([Int], [Step])
    /// The steps, if the row is soft-deleted by the tombstone in a column.
    case softDeleted(column: Int32, [Step])
    /// A column as text, regardless of its type.
    case identifier(column: Int32)
    /// The resource identifier of a column's value, or null. The slice is the text before the
    /// value.
    case linkage(JSONSlice, column: Int32)
    /// A resource identifier whose type is in a column.
    case taggedLinkage(tag: Int32, id: Int32)
    case nothing
  }

  /// A literal and the value after it.
  struct Step {
    let literal: JSONSlice
    let action: Action
  }

  let plan: EntityPlan
  let role: Role
  let steps: [Step]
  let relations: [ExportRelation]
  /// Whether rows that are not stored must be searched for before a row is written.
  let hasFallbacks: Bool

  init(_ plan: EntityPlan, _ role: Role, steps: [Step], relations: [ExportRelation]) {
    self.plan = plan
    self.role = role
    self.steps = steps
    self.relations = relations
    hasFallbacks = relations.contains { $0.isFallback }
  }
}

/// How a column's value is written. Frequent types have their own cases; the others are written by
/// type.
enum ExportValue: Hashable {
  case text
  case integer
  case bool
  case double
  case isoDate
  case other

  init(_ field: FieldPlan, _ dates: DateForm.Remote?) {
    switch field.converter.baseRule {
    case .string, .decimal, .day, .uuid, .url, .textEnum, .moneyCurrency: self = .text
    case .int, .integerEnum, .moneyMinor, .moneyMajor: self = .integer
    case .bool: self = .bool
    case .double: self = .double
    case .date:
      let form = dates ?? field.converter.remote
      let isText = field.converter.storage == .text
      self = isText && (form == .auto || form == .iso8601) ? .isoDate : .other
    case .data, .uuidBlob, .json, .array, .dictionary, .value, .checked, .formattedDate,
      .formattedDay,
      .separated:
      self = .other
    }
  }
}

/// A relationship in a shape.
struct ExportRelation {
  enum Form {
    /// A list of identities, or a single one for the side of a one-to-one relationship without a
    /// column.
    case ids
    /// An object or a list of objects in the shape with this position.
    case rows(shape: Int)
    /// Identities next to the objects, if some of them have no row.
    case fallback(of: Int)
  }

  let plan: RelationPlan
  let form: Form
  /// Whether ids and objects have the same key, so that rows and bare identities are in one list.
  let isMixed: Bool
  /// The number of containers around each nested row within the enclosing row.
  let levels: Int
  /// Whether its key is left out if there is no row.
  var isLeftOut = false
  /// For resource identifiers, the text before the value of each.
  var linkage: JSONSlice?

  var isFallback: Bool {
    if case .fallback = form { return true }
    return false
  }
}
