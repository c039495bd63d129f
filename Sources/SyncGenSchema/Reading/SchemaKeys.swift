/// The keys that a mapping of the schema language may have, with their raw values as written.
package protocol SchemaKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Whether the mapping may have annotations, keys that begin with `x-`.
  static var allowsAnnotations: Bool { get }
}

extension SchemaKey {
  package static var allowsAnnotations: Bool { false }
}

package enum TopKey: String, SchemaKey {
  case swiftsync, name, version, doc, include, generate, conventions, enums, scalars, types, traits
  case entities, migrations
  case supported, adopt, lint, api

  package static var allowsAnnotations: Bool { true }
}

/// The keys of a fragment, a file named under `include`.
package enum FragmentKey: String, SchemaKey {
  case enums, scalars, types, traits, entities
}

package enum GenerateKey: String, SchemaKey {
  case output, access, sets, templates, history
}

package enum ConventionsKey: String, SchemaKey {
  case remoteKeys = "remote-keys"
  case envelope, dates, coercion
  case emptyIsNull = "empty-is-null"
  case acronyms
}

package enum DateConventionsKey: String, SchemaKey {
  case remote, storage
}

package enum EnumKey: String, SchemaKey {
  case cases, unknown, doc
  case renamedFrom = "renamed-from"

  package static var allowsAnnotations: Bool { true }
}

package enum EnumCaseKey: String, SchemaKey {
  case value, doc
  case renamedFrom = "renamed-from"

  package static var allowsAnnotations: Bool { true }
}

package enum ScalarKey: String, SchemaKey {
  case `as`, pattern, range, swift, `import`, doc

  package static var allowsAnnotations: Bool { true }
}

/// The keys of a type in its long form.
package enum TypeKey: String, SchemaKey {
  case fields, doc
  case renamedFrom = "renamed-from"

  package static var allowsAnnotations: Bool { true }
}

/// The keys of a tagged value.
package enum TaggedTypeKey: String, SchemaKey {
  case tag, cases, unknown, content, doc
  case renamedFrom = "renamed-from"

  package static var allowsAnnotations: Bool { true }
}

/// The keys of a case of a tagged value in its long form.
package enum TaggedCaseKey: String, SchemaKey {
  case of, fields, value, doc
  case renamedFrom = "renamed-from"

  package static var allowsAnnotations: Bool { true }
}

/// The keys of a list of rows of several entities.
package enum TaggedRowsKey: String, SchemaKey {
  case tag, cases, unknown

  package static var allowsAnnotations: Bool { true }
}

package enum TraitKey: String, SchemaKey {
  case doc, attributes, relations, indexes, search, sync
}

package enum EntityKey: String, SchemaKey {
  case doc, plural, table, traits, attributes, relations, identity, indexes, search, check, sync
  case lint
  case wireName = "wire-name"
  case renamedFrom = "renamed-from"
  case deprecated

  package static var allowsAnnotations: Bool { true }
}

package enum FirstValueKey: String, SchemaKey {
  case firstValue = "first-value"
}

package enum MoneyRemoteKey: String, SchemaKey {
  case minor, major, currency
  case currencyCode = "currency-code"
}

package enum MoneyBackfillKey: String, SchemaKey {
  case minor, currency
}

package enum RelationKey: String, SchemaKey {
  case to, inverse
  case onDelete = "on-delete"
  case ordered, enforced, remote, direction, through, doc
  case renamedFrom = "renamed-from"
  case deprecated, backfill, column, partial
  case keyedBy = "keyed-by"
  case operations
  case toAny = "to-any"
  case tag, required

  package static var allowsAnnotations: Bool { true }
}

package enum SearchKey: String, SchemaKey {
  case attributes, tokenizer
}

package enum SyncKey: String, SchemaKey {
  case clock, tombstone, archive, offline, etag
}

package enum TombstoneKey: String, SchemaKey {
  case attribute, flag, keep, retention
}

package enum ArchiveKey: String, SchemaKey {
  case flag, date
}

package enum MigrationStepKey: String, SchemaKey {
  case sql, custom, drops
  case allowLossy = "allow-lossy"
  case remoteChanged = "remote-changed"
  case before
  case mayChange = "may-change"

  /// The keys that state the kind of a step, of which it has exactly one.
  package static let actions: [MigrationStepKey] = [
    .sql, .custom, .drops, .allowLossy, .remoteChanged,
  ]
}

/// The keys of `custom` in its long form.
package enum CustomStepKey: String, SchemaKey {
  case function, entities
}

package enum APIKey: String, SchemaKey {
  case base, version, headers, endpoints, uploads
}

package enum EndpointKey: String, SchemaKey {
  case get, post, put, patch, delete, query, headers, body
  case contentType = "content-type"
  case returns, errors, fails, version, stores, doc

  package static var allowsAnnotations: Bool { true }
}

package enum StoresKey: String, SchemaKey {
  case scope, root
  case keyedBy = "keyed-by"
  case missingRows = "missing-rows"
  case completeWith = "complete-with"
  case operations, since, page
  case relationOperations = "relation-operations"
  case deletionLimit = "deletion-limit"
  case conflict, strict
}

/// The keys of `page` in its long form.
package enum PageKey: String, SchemaKey {
  case number, offset, cursor, after, next, link
  case from, last, size, limit, more, total
  case totalPages = "total-pages"
  case shortPage = "short-page"
  case endsWith = "ends-with"
  case origins
  case maxPages = "max-pages"
  case stable
}

package enum UploadEndpointKey: String, SchemaKey {
  case post, put, patch
  case `protocol`
  case entities, version, concurrency
  case idempotencyKey = "idempotency-key"
  case repeatCreates = "repeat-creates"
}

/// The endpoints of an entity in the `rest` protocol.
package enum RowRoutesKey: String, SchemaKey {
  case create, update, delete
}

/// The keys of `idempotency-key`.
package enum IdempotencyKeyKey: String, SchemaKey {
  case header, valid
}

/// The keys of `fails` of an endpoint.
package enum FailsKey: String, SchemaKey {
  case unless, code
}
