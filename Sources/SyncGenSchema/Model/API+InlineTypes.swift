/// The inline object types of an API, which have no name of their own in the schema.
extension Endpoint {
  /// The Swift type of the endpoint's requests, e.g. `TasksEndpoint`.
  package var typeName: String {
    name.name.prefix(1).uppercased() + name.name.dropFirst() + "Endpoint"
  }

  /// The inline types of its request and response.
  package var inlineTypes: [InlineType] {
    // The parts of a body are values of the endpoint's own type.
    [returns?.inlineType, bodyFormat == .multipart ? nil : body?.inlineType].compactMap { $0 }
  }
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

extension InlineType {
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
