/// The object types that an API states in place, which have no name of their own in the schema.
extension Endpoint {
  /// The type of its requests in Swift: `TasksEndpoint`.
  package var typeName: String {
    name.name.prefix(1).uppercased() + name.name.dropFirst() + "Endpoint"
  }

  /// What it returns and what it sends, as far as these are stated in place.
  package var inlineTypes: [InlineType] {
    // The parts of a body are values of the endpoint's own type.
    [returns?.inlineType, bodyFormat == .multipart ? nil : body?.inlineType].compactMap { $0 }
  }
}

extension PayloadType {
  /// The type that is stated in place, also as the element of a list.
  package var inlineType: InlineType? {
    switch self {
    case .inline(let type): type
    case .array(let element), .dictionary(let element), .optional(let element):
      element.inlineType
    case .entity, .patch, .scalar, .enumeration, .value, .money, .file, .named, .tagged: nil
    }
  }
}

extension InlineType {
  /// The lists of rows of several entities that its fields have.
  package var taggedRows: [TaggedRows] { fields.compactMap(\.type.taggedRows) }

  /// The types that its fields state in place.
  package var nested: [InlineType] { fields.compactMap(\.type.inlineType) }

  /// It and all types inside it.
  package var withNested: [InlineType] { [self] + nested.flatMap(\.withNested) }

  /// The parts of the name, from the outermost type inwards.
  package var path: [SwiftIdentifier] {
    name.split(separator: ".").map { SwiftIdentifier(String($0)) }
  }
}
