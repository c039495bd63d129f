/// Every kind of problem that the tool reports.
///
/// The raw values are permanent: users search for them and silence them in scripts.
package enum DiagnosticCode: String, CaseIterable, Hashable, Sendable {
  // Files and YAML
  case unreadableFile = "unreadable-file"
  case includeOutside = "include-outside"
  case emptyFile = "empty-file"
  case invalidUTF8 = "invalid-utf8"
  case invalidYAML = "invalid-yaml"
  case multipleDocuments = "multiple-documents"
  case nestingTooDeep = "nesting-too-deep"
  case unsupportedTag = "unsupported-tag"
  case unknownAnchor = "unknown-anchor"
  case aliasLimit = "alias-limit"
  case duplicateKey = "duplicate-key"
  case invalidKey = "invalid-key"

  // The shape of a schema
  case languageVersion = "language-version"
  case notASchema = "not-a-schema"
  case notAFragment = "not-a-fragment"
  case includedTwice = "included-twice"
  case unknownKey = "unknown-key"
  case renamedKey = "renamed-key"
  case missingKey = "missing-key"
  case misplacedKey = "misplaced-key"
  case wrongShape = "wrong-shape"
  case unknownValue = "unknown-value"
  case needsQuotes = "needs-quotes"
  case unknownSet = "unknown-set"

  // Names
  case invalidName = "invalid-name"
  case reservedName = "reserved-name"
  case duplicateName = "duplicate-name"
  case memberCollision = "member-collision"
  case tableCollision = "table-collision"
  case columnCollision = "column-collision"
  case tooManyColumns = "too-many-columns"
  case indexCollision = "index-collision"
  case remoteCollision = "remote-collision"
  case wireNameCollision = "wire-name-collision"
  case invalidEnvelope = "invalid-envelope"

  // Traits
  case unknownTrait = "unknown-trait"
  case traitConflict = "trait-conflict"

  // Enums and attributes
  case invalidEnum = "invalid-enum"
  case unknownType = "unknown-type"
  case invalidType = "invalid-type"
  case invalidRemote = "invalid-remote"
  case invalidDateFormat = "invalid-date-format"
  case invalidDefault = "invalid-default"
  case invalidScalar = "invalid-scalar"
  case entityInValue = "entity-in-value"
  case endlessType = "endless-type"
  case invalidTaggedType = "invalid-tagged-type"
  case invalidDocument = "invalid-document"

  // Relations
  case unknownEntity = "unknown-entity"
  case unknownInverse = "unknown-inverse"
  case ambiguousInverse = "ambiguous-inverse"
  case invalidInverse = "invalid-inverse"
  case compositeTarget = "composite-target"
  case invalidOrder = "invalid-order"
  case invalidOnDelete = "invalid-on-delete"
  case onDeleteConflict = "on-delete-conflict"
  case invalidThrough = "invalid-through"
  case invalidPartial = "invalid-partial"
  case invalidKeyedBy = "invalid-keyed-by"
  case invalidToAny = "invalid-to-any"

  // Entities
  case unknownMember = "unknown-member"
  case invalidIdentity = "invalid-identity"
  case invalidIndex = "invalid-index"
  case invalidPredicate = "invalid-predicate"
  case invalidCheck = "invalid-check"
  case invalidSync = "invalid-sync"

  // Migrations, lint rules, API
  case invalidMigration = "invalid-migration"
  case damagedVersion = "damaged-version"
  case editedVersion = "edited-version"
  case frozenVersion = "frozen-version"
  case versionConflict = "version-conflict"
  case versionGap = "version-gap"
  case invalidSupportedVersion = "invalid-supported-version"
  case invalidSquash = "invalid-squash"
  case dataLoss = "data-loss"
  case remoteKeyMoved = "remote-key-moved"
  case unknownFormerName = "unknown-former-name"
  case migrationFails = "migration-fails"
  case migrationDiffers = "migration-differs"
  case editedMigration = "edited-migration"
  case refusedSQL = "refused-sql"
  case unknownRule = "unknown-rule"
  case invalidRule = "invalid-rule"
  case invalidPath = "invalid-path"
  case invalidEndpoint = "invalid-endpoint"
  case invalidHeader = "invalid-header"

  // Lint rules
  case uuidIdentity = "uuid-identity"
  case timestamps
  case syncClock = "sync-clock"
  case moneyType = "money-type"
  case orderAttribute = "order-attribute"
  case deletionMark = "deletion-mark"
  case noGeneratedJoin = "no-generated-join"
  case indexedLookups = "indexed-lookups"
  case booleanNames = "boolean-names"
  case shadowedName = "shadowed-name"

  // Templates
  case templateSyntax = "template-syntax"
  case templateUnterminatedTag = "template-unterminated-tag"
  case templateUnknownTag = "template-unknown-tag"
  case templateUnexpectedTag = "template-unexpected-tag"
  case templateMissingEndTag = "template-missing-end-tag"
  case templateDirective = "template-directive"
  case templateUndefinedVariable = "template-undefined-variable"
  case templateDeprecatedName = "template-deprecated-name"
  case templateUnknownFilter = "template-unknown-filter"
  case templateFilter = "template-filter"
  case templateValue = "template-value"
  case templateLoop = "template-loop"
  case templateMacro = "template-macro"
  case templateInheritance = "template-inheritance"
  case templateNotFound = "template-not-found"
  case templateRecursion = "template-recursion"
  case templateTooLarge = "template-too-large"

  // Other input
  case invalidJSON = "invalid-json"

  // Outputs
  case missingSet = "missing-set"
  case setWithoutEntities = "set-without-entities"
  case swiftDataLimit = "swiftdata-limit"
  case outputOutside = "output-outside"
  case outputPath = "output-path"
  case outputCollision = "output-collision"
  case outputPrivateName = "output-private-name"
}
