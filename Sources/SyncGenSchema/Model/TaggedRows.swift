package import SyncGenDiagnostics

/// Rows of several entities in one list of a document, distinguished by a tag.
package struct TaggedRows: Hashable, Sendable {
  package struct Case: Hashable, Sendable {
    /// The name in Swift, e.g. `user`.
    package let name: SwiftIdentifier
    package let entity: EntityID
    /// The tag of the entity's rows.
    package let value: EnumModel.RawValue
    package let span: SourceSpan
  }

  /// How an element whose tag belongs to no case is handled.
  package enum UnknownRows: String, CaseIterable, Hashable, Sendable {
    case ignore
    case reject
  }

  /// The name by path, e.g. `ArticleResponse.Included`.
  package let name: String
  package let tag: RemotePath
  package let cases: [Case]
  package let unknownRows: UnknownRows
  package let annotations: Annotations
  package let span: SourceSpan
}

/// The payload types that contain rows: documents.
package struct DocumentTypes {
  /// For each type, whether it contains rows at any depth.
  private var haveRows: [Bool]

  package init(_ types: [InlineType]) {
    haveRows = types.map { _ in false }
    var isDone = false
    while !isDone {
      isDone = true
      for (position, type) in types.enumerated() where !haveRows[position] {
        guard type.fields.contains(where: { hasRows($0.type) }) else { continue }
        haveRows[position] = true
        isDone = false
      }
    }
  }

  package var isEmpty: Bool { !haveRows.contains(true) }

  /// Whether the named type at a position is a document.
  package func isDocument(_ position: Int) -> Bool {
    haveRows.indices.contains(position) && haveRows[position]
  }

  /// Whether a value of the type contains rows of entities.
  package func hasRows(_ type: PayloadType) -> Bool {
    switch type {
    case .entity, .tagged: true
    case .named(let position): isDocument(position)
    case .inline(let inline): inline.fields.contains { hasRows($0.type) }
    case .array(let element), .dictionary(let element), .optional(let element): hasRows(element)
    case .patch, .scalar, .enumeration, .value, .money, .file: false
    }
  }
}

extension PayloadType {
  /// Whether it is a list of rows, of one entity or of several.
  package var isListOfRows: Bool {
    switch self {
    case .optional(let wrapped): wrapped.isListOfRows
    case .array(.entity), .array(.tagged): true
    default: false
    }
  }

  /// The rows of several entities inside it.
  package var taggedRows: TaggedRows? {
    switch self {
    case .tagged(let rows): rows
    case .array(let element), .dictionary(let element), .optional(let element): element.taggedRows
    case .entity, .patch, .scalar, .enumeration, .value, .money, .file, .named, .inline: nil
    }
  }
}
