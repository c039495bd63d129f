import SyncGenSchema

/// The place of an entity's rows in the type of a request or a response.
struct RowPlace: Hashable {
  enum Form: String, Hashable {
    case row
    case list
    /// An object with the rows under their identities.
    case keyed
    /// A list that also has rows of other entities.
    case tagged
  }

  /// What distinguishes the rows of an entity in such a list.
  struct Tag: Hashable {
    let keys: [String]
    let value: EnumModel.RawValue
  }

  let entity: EntityID
  let form: Form
  var tag: Tag?
  /// Whether a request has only the changed members.
  var isPatch = false
  /// The keys from the outside in.
  var keys: [String] = []
  /// The paths of other values that the type requires.
  var others: [[String]] = []
}

/// Finds the places of rows in the types of payloads.
struct RowPlaceFinder {
  let schema: Schema
  let types: [InlineType]

  /// The places in the type of a body, with the envelope of JSON:API.
  func places(inBody type: PayloadType) -> [RowPlace] {
    let places = places(in: type)
    guard schema.isEnveloped(type) else { return places }
    return places.map { place in
      var place = place
      place.keys = ["data"] + place.keys
      return place
    }
  }

  /// - Parameter outer: The positions of the enclosing types; a type may contain itself.
  private func places(in type: PayloadType, _ outer: Set<Int> = []) -> [RowPlace] {
    switch type {
    case .entity(let id): return [RowPlace(entity: id, form: .row)]
    case .patch(let id): return [RowPlace(entity: id, form: .row, isPatch: true)]
    case .array(.entity(let id)): return [RowPlace(entity: id, form: .list)]
    case .dictionary(.entity(let id)): return [RowPlace(entity: id, form: .keyed)]
    case .array(.tagged(let rows)):
      return rows.cases.map {
        RowPlace(
          entity: $0.entity, form: .tagged,
          tag: RowPlace.Tag(keys: rows.tag.keys, value: $0.value))
      }
    case .optional(let wrapped): return places(in: wrapped, outer)
    case .inline(let inline): return places(in: inline, outer)
    case .named(let index):
      guard types.indices.contains(index), !outer.contains(index) else { return [] }
      return places(in: types[index], outer.union([index]))
    case .scalar, .enumeration, .value, .money, .file, .tagged, .array, .dictionary: return []
    }
  }

  private func places(in type: InlineType, _ outer: Set<Int>) -> [RowPlace] {
    type.fields.flatMap { field -> [RowPlace] in
      guard field.remote.isPlain else { return [] }
      let others = type.fields.filter { $0 != field && $0.needsValue }.map(\.remote.keys)
      return places(in: field.type, outer).map { place in
        var place = place
        place.others = others + place.others.map { field.remote.keys + $0 }
        place.keys = field.remote.keys + place.keys
        return place
      }
    }
  }
}

extension RowPlaceFinder {
  /// The paths of values in the type of a body that contain rows without a place of their own, such
  /// as lists of objects with rows.
  func hiddenRows(inBody type: PayloadType) -> [[String]] {
    hiddenRows(in: type, DocumentTypes(types), [])
  }

  private func hiddenRows(
    in type: PayloadType, _ documents: DocumentTypes, _ outer: Set<Int>
  ) -> [[String]] {
    switch type {
    case .optional(let wrapped): hiddenRows(in: wrapped, documents, outer)
    case .inline(let inline): hiddenRows(in: inline, documents, outer)
    case .named(let index) where types.indices.contains(index) && !outer.contains(index):
      hiddenRows(in: types[index], documents, outer.union([index]))
    case .entity, .array(.entity), .array(.tagged), .dictionary(.entity): []
    default: documents.hasRows(type) ? [[]] : []
    }
  }

  private func hiddenRows(
    in type: InlineType, _ documents: DocumentTypes, _ outer: Set<Int>
  ) -> [[String]] {
    type.fields.flatMap { field in
      hiddenRows(in: field.type, documents, outer).map { field.remote.keys + $0 }
    }
  }

  /// The field of a type at a path; `nil` if the type does not declare it.
  func field(at keys: [String], in type: PayloadType) -> InlineField? {
    switch type {
    case .optional(let wrapped): field(at: keys, in: wrapped)
    case .inline(let inline): field(at: keys, in: inline)
    case .named(let index): types.indices.contains(index) ? field(at: keys, in: types[index]) : nil
    default: nil
    }
  }

  private func field(at keys: [String], in type: InlineType) -> InlineField? {
    if let field = type.fields.first(where: { $0.remote.keys == keys }) { return field }
    return type.fields.lazy.compactMap { outer -> InlineField? in
      let outerKeys = outer.remote.keys
      guard outerKeys.count < keys.count, keys.starts(with: outerKeys) else { return nil }
      return field(at: Array(keys.dropFirst(outerKeys.count)), in: outer.type)
    }.first
  }
}

extension InlineField {
  /// Whether a payload must have a value.
  var needsValue: Bool { !isOptional && defaultValue == nil }
}
