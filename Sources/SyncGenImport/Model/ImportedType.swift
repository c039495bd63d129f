package import SyncGenSchema

/// The type of a value, without its optionality.
package indirect enum ImportedTypeName: Hashable, Sendable {
  case scalar(ScalarType)
  case money
  /// An enum, a value type, a named scalar or, in documents and endpoints, an entity.
  case named(String)
  /// The patch of an entity, in endpoints.
  case patch(String)
  case list(ImportedTypeName)
  case dictionary(ImportedTypeName)
  /// A response that may be null.
  case optional(ImportedTypeName)
  /// A type without a name, in endpoints.
  case fields([ImportedAttribute])
  /// A list of rows of several entities, in documents.
  case taggedRows(tag: String, cases: [ImportedRelation.Target])

  package static let string = ImportedTypeName.scalar(.string)
  package static let int = ImportedTypeName.scalar(.int)
  package static let json = ImportedTypeName.scalar(.json)

  /// The name that the type mentions; for a list, that of its elements.
  package var mentioned: String? {
    switch self {
    case .named(let name), .patch(let name): name
    case .list(let element), .dictionary(let element), .optional(let element): element.mentioned
    case .scalar, .money, .fields, .taggedRows: nil
    }
  }

  /// Whether its values can identify the rows of a model.
  var canIdentify: Bool {
    switch self {
    case .scalar(let type): [.string, .int, .uuid, .url].contains(type)
    default: false
    }
  }
}

/// A type under `types:`.
package struct ImportedType: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// A value type, or a document if it mentions entities.
    case fields([ImportedAttribute])
    case tagged(ImportedTagged)

    /// Of a tagged value, those of all cases.
    var fields: [ImportedAttribute] {
      switch self {
      case .fields(let fields): fields
      case .tagged(let tagged): tagged.cases.flatMap(\.fields)
      }
    }

    mutating func changeFields(_ change: (inout ImportedAttribute) -> Void) {
      switch self {
      case .fields(var fields):
        for index in fields.indices { change(&fields[index]) }
        self = .fields(fields)
      case .tagged(var tagged):
        for one in tagged.cases.indices {
          for index in tagged.cases[one].fields.indices { change(&tagged.cases[one].fields[index]) }
        }
        self = .tagged(tagged)
      }
    }
  }

  package var name: String
  package var content: Content
  package var documentation: String?
  package var renamedFrom: String?
  package var notes: [ImportNote] = []
  package var place: String

  package init(_ name: String, _ content: Content, at place: String) {
    self.name = name
    self.content = content
    self.place = place
  }
}

/// A value of one of several kinds.
package struct ImportedTagged: Hashable, Sendable {
  package struct Case: Hashable, Sendable {
    /// A name in any style; `nil` to derive it from the value.
    package var name: String?
    /// The tag's value in payloads.
    package var value: String
    /// Whether the tag is an integer.
    package var isInteger: Bool
    /// The name of a value type; `nil` for `fields`.
    package var type: String?
    package var fields: [ImportedAttribute]

    package init(_ value: String, isInteger: Bool = false, type: String) {
      self.value = value
      self.isInteger = isInteger
      self.type = type
      fields = []
    }

    package init(_ value: String, isInteger: Bool = false, fields: [ImportedAttribute]) {
      self.value = value
      self.isInteger = isInteger
      type = nil
      self.fields = fields
    }
  }

  package var tag: String
  package var cases: [Case]
  /// Whether the fields are under the key that the tag's value names.
  package var hasContentUnderTag = false
  /// Whether values with another tag reject the row.
  package var rejectsUnknown = false

  package init(tag: String, cases: [Case]) {
    self.tag = tag
    self.cases = cases
  }
}

/// An enum of strings or integers.
package struct ImportedEnum: Hashable, Sendable {
  package struct Case: Hashable, Sendable {
    /// A name in any style; `nil` to derive it from the value.
    package var name: String?
    package var value: String
    package var documentation: String?

    package init(_ value: String, name: String? = nil) {
      self.value = value
      self.name = name
    }
  }

  package var name: String
  package var cases: [Case]
  package var isInteger = false
  /// Whether values that are not cases reject the row.
  package var rejectsUnknown = false
  package var documentation: String?
  package var renamedFrom: String?
  package var notes: [ImportNote] = []
  package var place: String

  package init(_ name: String, _ cases: [Case], at place: String) {
    self.name = name
    self.cases = cases
    self.place = place
  }
}

/// A type under `scalars:`.
package struct ImportedScalar: Hashable, Sendable {
  package var name: String
  package var base: ScalarType
  package var pattern: String?
  package var minimum: String?
  package var maximum: String?
  package var documentation: String?
  package var notes: [ImportNote] = []
  package var place: String

  package init(_ name: String, _ base: ScalarType, at place: String) {
    self.name = name
    self.base = base
    self.place = place
  }
}
