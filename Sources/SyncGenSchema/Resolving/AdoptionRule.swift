import SyncGenDiagnostics
import SyncGenYAML

/// Checks what a schema with `adopt` states about its database.
enum AdoptionRule {
  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    guard let adopt = draft.declaration.adopt, adopt.value != .none else { return }
    if draft.entities.isEmpty {
      // A schema of endpoints alone has no database.
      bag.add(
        Diagnostic(
          .misplacedKey,
          "'\(TopKey.adopt.rawValue)' has no effect on a schema without entities", at: adopt.span))
    } else if adopt.value == .readOnly {
      checkSchema(draft.declaration, into: &bag)
      for entity in draft.entities { check(entity, into: &bag) }
      if let api = draft.declaration.api { check(api, into: &bag) }
    }
  }

  private static func checkSchema(
    _ declaration: SchemaDeclaration, into bag: inout DiagnosticBag
  ) {
    if let oldestVersion = declaration.oldestVersion {
      bag.add(.unwritten(TopKey.oldestVersion, of: "the schema", at: oldestVersion.span))
    }
    for migration in declaration.migrations {
      bag.add(
        .unwritten(TopKey.migrations, of: "version \(migration.version)", at: migration.span))
    }
  }

  private static func check(_ entity: EntityDraft, into bag: inout DiagnosticBag) {
    let owner = "entity '\(entity.name)'"
    if let search = entity.declaration.search {
      bag.add(.unwritten("search", of: owner, at: search.span))
    }
    if let sync = entity.declaration.sync {
      bag.add(.unwritten("sync", of: owner, at: sync.span))
    }
    for attribute in entity.declaration.attributes {
      guard attribute.settings.isTouched, let key = attribute.stated[\.isTouched] else { continue }
      let name = "attribute '\(entity.name).\(attribute.name.value)'"
      bag.add(.unwritten(key.name, of: name, at: key.span))
    }
  }

  /// Endpoints may return rows, which go nowhere.
  private static func check(_ api: YAMLNode, into bag: inout DiagnosticBag) {
    guard case .mapping(let keys) = api.content else { return }
    for key in [APIKey.resources, .uploads] {
      guard let pair = keys.first(of: key) else { continue }
      bag.add(.unwritten(key, of: "'api'", at: pair.keySpan))
    }
    guard case .mapping(let endpoints)? = keys.first(of: APIKey.endpoints)?.value.content else {
      return
    }
    for endpoint in endpoints {
      guard case .mapping(let keys) = endpoint.value.content,
        let stores = keys.first(of: EndpointKey.stores), stores.value.plainText != "false"
      else { continue }
      bag.add(
        .unwritten(EndpointKey.stores, of: "endpoint '\(endpoint.key)'", at: stores.keySpan))
    }
  }
}

extension [YAMLPair] {
  fileprivate func first(of key: some SchemaKey) -> YAMLPair? {
    first { $0.key == key.rawValue }
  }
}

extension Diagnostic {
  fileprivate static func unwritten(
    _ key: some SchemaKey, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    unwritten(key.rawValue, of: owner, at: span)
  }

  fileprivate static func unwritten(
    _ key: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    let adopt = "\(TopKey.adopt.rawValue): \(Adoption.readOnly.rawValue)"
    return Diagnostic(
      .misplacedKey,
      "'\(key)' has no effect on \(owner): the schema has '\(adopt)', so its database is "
        + "not written", at: span)
  }
}
