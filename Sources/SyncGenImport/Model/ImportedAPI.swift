/// The `api:` section of an imported schema.
package struct ImportedAPI: Hashable, Sendable {
  package var base: String?
  package var headers: [ImportedHeader] = []
  /// All endpoints, including those of resources.
  package var endpoints: [ImportedEndpoint] = []
  package var resources: [ImportedResource] = []
  /// `uploads:` in the schema language.
  package var uploads: YAMLValue?
  package var notes: [ImportNote] = []

  package init() {}
}

package struct ImportedEndpoint: Hashable, Sendable {
  package enum Method: String, Hashable, Sendable {
    case get, head, post, put, patch, delete
  }

  package enum Body: Hashable, Sendable {
    case json(ImportedTypeName)
    case form([ImportedAttribute])
    case multipart([ImportedAttribute])
    case data
    case file
  }

  package struct Failure: Hashable, Sendable {
    /// `404`, `4xx` or `default`.
    package var status: String
    /// `nil` for `none`; `Problem` is built in.
    package var type: ImportedTypeName?
    /// Whether problems read its messages without the type.
    package var isUnderstood = false

    package init(_ status: String, _ type: ImportedTypeName?) {
      self.status = status
      self.type = type
    }

    /// The same with another type.
    func with(_ type: ImportedTypeName?) -> Failure {
      var failure = self
      failure.type = type
      return failure
    }
  }

  package var name: String
  package var method: Method
  /// The path with placeholders in any style, such as `/tasks/{task_id}`; all are named by the same
  /// rule as `query`.
  package var path: String
  /// What the source states about the placeholders of the path.
  package var placeholders: [ImportedPlaceholder] = []
  package var documentation: String?
  package var query: [ImportedAttribute] = []
  package var headers: [ImportedHeader] = []
  package var body: Body?
  /// The entity whose new rows the body has, except for the id that the server assigns.
  package var newRow: String?
  package var contentType: String?
  package var returns: ImportedTypeName?
  /// The word for a response of bytes or a file, `data` or `file`, used instead of `returns`.
  package var returnsBytes: String?
  package var errors: [Failure] = []
  /// `stores:` in the schema language; an empty list means `true`.
  package var stores: [YAMLEntry]?
  /// The entity whose rows are stored; `nil` for a document.
  package var storedEntity: String?
  /// `page:` in the schema language.
  package var page: YAMLValue?
  /// Whether `pulls: false` is stated, because another endpoint has the same rows.
  package var isNotPulled = false
  /// Whether `missing-rows: keep` is stated.
  package var keepsMissingRows = false
  package var settings: [YAMLEntry] = []
  package var notes: [ImportNote] = []
  /// The entity whose resource stands for the endpoint, which is then not written.
  package var resource: String?
  package var place: String

  /// Removes the pages. The rows of the first page are then not complete either.
  mutating func removePage() {
    guard page != nil else { return }
    page = nil
    notes.removeAll { $0.guess == .page }
    keepMissingRows()
  }

  mutating func removeStores() {
    stores = nil
    page = nil
    keepsMissingRows = false
    notes.removeAll { note in
      switch note.guess {
      case .page?, .completeness?, .entity?: true
      case nil: note.text.hasSuffix(Self.cannotBeStored)
      default: false
      }
    }
  }

  private static let cannotBeStored = "cannot be stored"

  /// Notes that the source requires other keys of a response, but not that of its rows.
  mutating func noteOptionalRoot(_ root: String) {
    notes.append("a response without '\(root)' \(Self.cannotBeStored)")
  }

  /// States that rows which a list does not contain are kept, as a guess.
  mutating func keepMissingRows() {
    guard stores != nil, !keepsMissingRows else { return }
    keepsMissingRows = true
    notes.append(.guessed(.completeness, ""))
  }

  package init(_ name: String, _ method: Method, _ path: String, at place: String) {
    self.name = name
    self.method = method
    self.path = path
    self.place = place
  }
}

package struct ImportedHeader: Hashable, Sendable {
  /// The name as spelled in the protocol.
  package var name: String
  package var type: ImportedTypeName
  package var isOptional: Bool
  /// The value of a constant, used instead of the type.
  package var value: String?
  /// Whether descriptions and logs must hide the value.
  package var isSecret = false
  package var documentation: String?
  package var notes: [ImportNote] = []

  package init(_ name: String, _ type: ImportedTypeName = .string, isOptional: Bool = false) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
  }
}

/// A placeholder of a path. The schema language derives its type from its name, so everything that
/// the source states is a comment.
package struct ImportedPlaceholder: Hashable, Sendable {
  /// The name in the path.
  package var name: String
  package var type: ImportedTypeName
  package var notes: [String] = []

  package init(_ name: String, _ type: ImportedTypeName) {
    self.name = name
    self.type = type
  }
}
