/// The inline object types of an API, which have no name of their own in the schema.
extension EndpointModel {
  /// The Swift type of the endpoint's requests, e.g. `TasksEndpoint`.
  package var typeName: String {
    name.name.prefix(1).uppercased() + name.name.dropFirst() + "Endpoint"
  }

  /// The inline types of its request and response.
  package var inlineTypes: [InlineType] {
    // The parts of a body are values of the endpoint's own type.
    [returns?.inlineType, sentType].compactMap { $0 }
  }

  /// The inline type of its request.
  package var sentType: InlineType? { bodyFormat == .multipart ? nil : body?.inlineType }

  /// The type in which the inline type of the request is declared, if the endpoint returns no
  /// inline type, which would have that name.
  var nameAroundBody: String? {
    returns?.inlineType == nil ? sentType?.path.first?.name : nil
  }

  /// Whether the inline type of the request is declared in a type under `types:`.
  package func isBodyInside(_ type: InlineType) -> Bool { type.name == nameAroundBody }
}

extension PayloadType {
  /// The inline type, or that of the elements of a list.
  package var inlineType: InlineType? {
    switch self {
    case .inline(let type): type
    case .array(let element), .dictionary(let element), .optional(let element):
      element.inlineType
    case .entity, .patch, .scalar, .enumeration, .value, .money, .file, .named, .tagged: nil
    }
  }
}

extension PayloadType {
  /// Whether the rows below keys of the type are those of a list.
  ///
  /// - Parameter types: The types under `types:` that no attribute has.
  package func lists(below keys: ArraySlice<String>, _ types: [InlineType]) -> Bool {
    switch self {
    case .array, .dictionary: true
    case .optional(let wrapped): wrapped.lists(below: keys, types)
    case .inline(let inline): inline.lists(below: keys, types)
    case .named(let position):
      types.indices.contains(position) && types[position].lists(below: keys, types)
    case .entity, .patch, .scalar, .enumeration, .value, .money, .file, .tagged: false
    }
  }
}

extension InlineType {
  fileprivate func lists(below keys: ArraySlice<String>, _ types: [InlineType]) -> Bool {
    let field = fields.first { keys.starts(with: $0.remote.keys) }
    return field.map { $0.type.lists(below: keys.dropFirst($0.remote.keys.count), types) } ?? false
  }

  /// The field with the name of the member that conceals secrets, if it has secrets.
  var hiddenMirror: InlineField? {
    guard fields.contains(where: \.isSecret) else { return nil }
    return fields.first { $0.name.name == ReservedNames.mirror }
  }

  /// The lists of rows of several entities among its fields.
  package var taggedRows: [TaggedRows] { fields.compactMap(\.type.taggedRows) }

  /// The inline types of its fields.
  package var nested: [InlineType] { fields.compactMap(\.type.inlineType) }

  /// The type and all types inside it.
  package var withNested: [InlineType] { [self] + nested.flatMap(\.withNested) }

  /// The parts of the name, from the outermost type inwards.
  package var path: [SwiftIdentifier] {
    name.split(separator: ".").map { SwiftIdentifier(String($0)) }
  }
}

extension TaggedRows {
  /// The parts of the name, from the outermost type inwards.
  package var path: [SwiftIdentifier] {
    name.split(separator: ".").map { SwiftIdentifier(String($0)) }
  }
}
