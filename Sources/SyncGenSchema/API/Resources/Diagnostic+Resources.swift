import SyncGenDiagnostics

/// The messages about `resources:` of `api:`.
extension Diagnostic {
  static func partLeftOut(
    _ key: String, of owner: String, needed: [String], at span: SourceSpan
  ) -> Diagnostic {
    let parts = needed.map { "'\($0)'" }.joined(separator: " or ")
    return Diagnostic(
      .invalidResource, "'\(key)' of \(owner) has no effect, because 'only' does not list \(parts)",
      at: span)
  }

  static func partWrittenOut(
    _ key: String, of owner: String, endpoint: Located<String>, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidResource,
      "'\(key)' of \(owner) has no effect, because endpoint '\(endpoint.value)' replaces the list",
      at: span, notes: [Note("'\(endpoint.value)' is here", at: endpoint.span)])
  }

  /// - Parameters:
  ///   - key: `path` or `item`.
  ///   - known: The names that a placeholder may have.
  static func placeholderOfResource(
    _ name: String, in key: ResourceKey, of entity: String, known: [String], at span: SourceSpan
  ) -> Diagnostic {
    let stem = ["ID", "Id"].first(where: name.hasSuffix).map { String(name.dropLast($0.count)) }
    let near =
      stem.flatMap { known.contains($0) ? $0 : nil } ?? Suggestion.nearest(to: name, in: known)
    return Diagnostic(
      .invalidResource,
      "'{\(name)}' in '\(key.rawValue)' of resource '\(entity)' is neither a to-one of '\(entity)' nor part of its identity",
      at: span,
      notes: near.map { [Note("did you mean '{\($0)}'?", at: span)] } ?? [])
  }

  static func itemWithoutIdentity(
    _ missing: String, of entity: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidResource,
      "'item' of resource '\(entity)' lacks '{\(missing)}', so it is not the path of one row",
      at: span)
  }

  /// An endpoint that has the name of a part, but is another request.
  static func nameOfPart(
    _ endpoint: Located<String>, _ part: Resource.Part, of resource: Located<String>,
    request: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidResource,
      "endpoint '\(endpoint.value)' has the name of an endpoint of resource '\(resource.value)', but another method or path",
      at: endpoint.span,
      notes: [
        Note(
          "resource '\(resource.value)' stands for '\(endpoint.value): { \(request) }'",
          at: resource.span),
        Note(
          "rename this endpoint, or list the other parts of '\(resource.value)' under 'only', without '\(part.rawValue)'",
          at: endpoint.span),
      ])
  }

  static func sameNameOfParts(
    _ name: String, of resource: Located<String>, first: Located<String>, request: String
  ) -> Diagnostic {
    let owners =
      first.value == resource.value
      ? "resource '\(resource.value)' stands for two endpoints"
      : "resources '\(first.value)' and '\(resource.value)' stand for two endpoints"
    return Diagnostic(
      .invalidResource, "\(owners) with the name '\(name)'", at: resource.span,
      notes: [
        Note(
          "write one of them under 'endpoints' with another name, such as '\(name)Row: { \(request), … }'",
          at: resource.span)
      ])
  }

  static func deletionBelowParent(
    _ placeholder: String, of entity: String, item: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidResource,
      "resource '\(entity)' cannot delete rows: the path of a row contains '{\(placeholder)}', which is unknown once the row is deleted",
      at: span,
      notes: [
        Note("if rows have another path too, state it, such as 'item: \(item)'", at: span),
        Note("otherwise list the other parts under 'only', without 'delete'", at: span),
      ])
  }

  static func nameOfResourceUpload(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidResource,
      "upload endpoint '\(ResourceUpload.name)' has the name of the upload of resources, but another protocol than 'rest'",
      at: span, notes: [Note("rename it", at: span)])
  }

  /// Adds to the diagnostics about what resources stand for, which are at the resources, that this
  /// is so.
  ///
  /// Equal ones are left out: several endpoints have the path of a resource.
  static func withResources(
    _ diagnostics: [Diagnostic], _ resources: [ResourceDraft]
  ) -> [Diagnostic] {
    guard !resources.isEmpty else { return diagnostics }
    var seen: Set<Diagnostic> = []
    return diagnostics.compactMap { diagnostic in
      guard let resource = resources.first(where: { $0.spans.contains(diagnostic.span) }) else {
        return diagnostic
      }
      let noted = diagnostic.noting(resource)
      return seen.insert(noted).inserted ? noted : nil
    }
  }

  private func noting(_ resource: ResourceDraft) -> Diagnostic {
    let endpoint = resource.resource.endpoints.first { message.contains("'\($0.name)'") }
    let isAtName = span == resource.name.span
    guard isAtName || endpoint != nil else { return self }
    let note = Note(
      "resource '\(resource.name.value)' " + (endpoint?.role ?? "stands for this"),
      at: resource.name.span)
    // A fix would replace the name of the resource.
    let fixIt = self.fixIt?.span == resource.name.span ? nil : self.fixIt
    return Diagnostic(severity, code, message, at: span, notes: notes + [note], fixIt: fixIt)
  }
}

extension Resource.Endpoint {
  /// What it is for a resource, in a note.
  fileprivate var role: String {
    isWrittenOut
      ? "has endpoint '\(name)' for '\(part.rawValue)'" : "stands for endpoint '\(name)'"
  }
}
