import SyncGenSchema

/// Types that a document declares in place.
extension OpenAPISchemaMaker {
  mutating func enumeration(_ shape: OpenAPIShape, in place: Place) -> String {
    let values = shape.values.isEmpty ? shape.examples : shape.values
    // Two values, such as 'open' and 'closed', may have different meanings.
    let key = (values.count > 2 ? [] : [place.key]) + values.compactMap(\.text)
    if let known = enumNames[key] { return known }
    let all = values.compactMap(\.text)
    let isShared = values.count > 2
    let name = (isShared ? sharedName(ofEnum: all, place) : nil) ?? unique(place)
    enumNames[key] = name
    var model = OpenAPIEnums.model(name, shape, document)
    if isShared, sharedEnums.isDescribedDifferently(all) { model.documentation = nil }
    result.enums.append(model)
    return name
  }

  /// What the keys of an enum have in common, unless something else has that name.
  private mutating func sharedName(ofEnum values: [String], _ place: Place) -> String? {
    guard let name = sharedEnums.name(of: values, in: place.owner),
      !taken.contains(ImportNames.type(name, NameStyle())), taken.insert(name).inserted
    else { return nil }
    return name
  }

  /// The name of an equal type without a name of its own, which then replaces the last one. Small
  /// types are equal only under the same key.
  mutating func shared(_ name: String, _ place: Place) -> String {
    guard let last = result.types.last, last.name == name, case .fields(let fields) = last.content
    else { return name }
    let key = fields.count < Self.fewFields ? place.key : ""
    let type = UnnamedType(key: key, fields: fields, notes: last.notes)
    guard let known = unnamedTypes[type] else {
      unnamedTypes[type] = name
      return name
    }
    result.types.removeLast()
    taken.remove(name)
    return known
  }

  private static let fewFields = 3

  /// A name for an unnamed type.
  mutating func unique(_ place: Place) -> String {
    let base = "\(place.owner) \(place.key)"
    var (name, count) = (base, 2)
    while !taken.insert(name).inserted {
      name = "\(base) \(count)"
      count += 1
    }
    return name
  }
}
