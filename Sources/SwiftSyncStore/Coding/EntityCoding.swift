import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The locations of an entity's members in a payload's object, computed once for each entity.
///
/// Fields are numbered: the attributes in order, followed by the relationships. Generated code
/// creates one for each entity; an app only passes it on.
@_spi(Generated)
public final class EntityCoding: Sendable {
  /// An object that contains fields, reached from another one.
  struct Prefix: Hashable {
    let parent: Int
    let key: RemoteKey
  }

  /// A key in the object of a prefix.
  struct Location: Hashable {
    let prefix: Int
    let key: RemoteKey
    /// The rest of the path after the key, through a list.
    var rest: [PathStep] = []
  }

  package struct Field: Sendable {
    let name: String
    /// The locations of the value; for a relationship, of its ids.
    let locations: [Location]
    /// The locations of a relationship's nested objects.
    let objects: [Location]
    /// Whether the first location with a value other than null is used.
    let takesFirstValue: Bool
    let isAmount: Bool
    /// For money, the location of the currency.
    let currency: Location?
    /// For money, other locations from which the currency is read.
    let otherCurrencies: [Location]
    let currencyCode: String?
    let isMajor: Bool
    /// The type of the value; `nil` for relationships whose target's identity is known only by the
    /// Swift type.
    let type: ValueType?
    let converter: ValueConverter?
    package let isOptional: Bool
    /// How values that do not fit are handled; `nil` if they are errors.
    let invalidValues: InvalidValues?
    let direction: SyncDirection
    let defaultValues: [StoredValue]
    /// That of the column, except for dates that are seconds and UUIDs that are bytes: see
    /// `ValueType.asRead`.
    let storage: ColumnMetadata.Storage
    /// The paths of the identity in a nested object.
    let identity: [[String]]
    /// The part of a resource identifier that the field is; `nil` for other fields.
    let identifier: IdentifierPart?
    /// The tag next to the identity of a row of one of several entities; `nil` for other fields.
    let target: TargetTag?
  }

  /// The known tags of a relationship to one of several entities.
  struct TargetTag: Sendable {
    /// The field that contains the tag.
    let field: Int
    let known: [String]
  }

  let metadata: EntityMetadata
  let isStrict: Bool
  /// The first one is the entity's object itself.
  let prefixes: [Prefix]
  package let fields: [Field]
  /// The fields that are members of the entity's struct: all except to-many relationships and
  /// inverses.
  package let members: [Int]
  /// The fields in the order of a patch's members: those of the struct, followed by the other
  /// relationships.
  let patchMembers: [Int]
  /// The first column of each field; -1 if it has none.
  package let columns: [Int]
  /// The first column of each of `members`, in unchecked memory, because Swift's bounds checks cost
  /// as much as reading a number.
  private nonisolated(unsafe) let memberColumns: UnsafeMutablePointer<Int>

  /// The columns whose dates are seconds, with their types.
  private let seconds: [Int: ValueType]
  private let hasSeconds: Bool

  /// Where resource identifiers of two parts are written, by their paths.
  let locations: [String: Location]
  /// The fields that are parts of references under the keys of other members.
  let sharedFields: [Int: SharedField]
  /// By field, the fields of parts of references with the same key, this one included, if one of
  /// them writes it.
  let partners: [Int: [Int]]
  /// The relationships in the order of queries' members, as positions in the entity's `relations`:
  /// first those to one row, then those to many.
  let queriedRelations: [Int]

  /// Reads the text that generated code states. See `MetadataReader` for the form.
  ///
  /// The program stops if the text is malformed. No input can cause this, because the generator
  /// wrote the text.
  ///
  /// - Parameter scalars: The app's types, by scalar.
  public convenience init(_ json: String, scalars: [String: AppScalar] = [:]) {
    let (entity, isStrict, identities) = MetadataReader.read(json) {
      let reader = try MetadataReader(json: json, scalars: scalars)
      return (try reader.entity(), reader.flag("strict"), try reader.identities())
    }
    self.init(entity, strict: isStrict, identities: identities)
  }

  /// - Parameter identities: For relationships whose target's identity is not under `id` in nested
  ///   objects, the paths of the identity, by the relationship's name.
  init(
    _ metadata: EntityMetadata, strict isStrict: Bool = false,
    identities: [String: [String]] = [:]
  ) {
    self.metadata = metadata
    self.isStrict = isStrict
    var places = PayloadPlaces()
    fields =
      metadata.attributes.map { Field($0, in: metadata, strict: isStrict, &places) }
      + metadata.relations.map {
        Field($0, identity: identities[$0.name] ?? ["id"], strict: isStrict, &places)
      }
    locations = metadata.taggedReferences.compactMap(\.objects.first).reduce(into: [:]) {
      $0[$1] = places.location(of: $1)
    }
    prefixes = places.prefixes
    columns = metadata.attributes.map(\.column) + metadata.relations.map(\.referenceColumn)
    seconds = metadata.attributes.reduce(into: [:]) {
      if $1.type.asRead != $1.type, $1.type != .uuidBlob { $0[$1.column] = $1.type }
    }
    hasSeconds = !seconds.isEmpty
    sharedFields = SharedField.all(of: metadata, columns: columns)
    partners = metadata.partners
    let relations = metadata.relations.indices
    queriedRelations =
      relations.filter { metadata.relations[$0].isToOne }
      + relations.filter { !metadata.relations[$0].isToOne }
    let isMember = columns.map { $0 >= 0 }
    members = isMember.indices.filter { isMember[$0] }
    memberColumns = .allocate(capacity: members.count)
    for (index, member) in members.enumerated() {
      (memberColumns + index).initialize(to: columns[member])
    }
    patchMembers = members + isMember.indices.filter { !isMember[$0] }
  }

  deinit {
    memberColumns.deallocate()
  }

  /// Returns the first column of a member. Generated code never reads more members than exist.
  @inline(__always)
  func column(ofMember index: Int) -> Int {
    assert(members.indices.contains(index))
    return memberColumns[index]
  }

  /// What a column holds as `init(column:)` of Swift's types reads it.
  @inline(__always)
  func readable(_ value: BoundValue, in column: Int) -> BoundValue {
    hasSeconds ? seconds[column]?.readable(value) ?? value : value
  }

  /// Whether a relation is read from the object of a prefix itself, so that ids may stand there.
  func isRelation(_ prefix: Prefix) -> Bool {
    let location = Location(prefix: prefix.parent, key: prefix.key)
    return fields[metadata.attributes.count...].contains { field in
      field.direction.isPulled
        && (field.locations.contains(location) || field.objects.contains(location))
    }
  }

  /// The path of a location in the entity's object.
  func path(to location: Location) -> [RemoteKey] {
    var keys = [location.key]
    var prefix = location.prefix
    while prefix != 0 {
      keys.insert(prefixes[prefix].key, at: 0)
      prefix = prefixes[prefix].parent
    }
    return keys
  }
}

extension EntityMetadata {
  /// By attribute, the attributes of parts of references with the same key, if there are several
  /// and one of them writes it.
  fileprivate var partners: [Int: [Int]] {
    let columns = relations.reduce(into: Set<Int>()) { columns, relation in
      guard case .toOne(let reference) = relation.kind, relation.objects.isEmpty else { return }
      columns.formUnion(reference.parts)
    }
    if columns.isEmpty { return [:] }
    let parts = attributes.indices.filter { columns.contains(attributes[$0].column) }
    let groups = Dictionary(grouping: parts) { attributes[$0].remote.first }
    return groups.values.reduce(into: [:]) { partners, group in
      let isWritten = group.contains { attributes[$0].direction.isPushed }
      guard group.count > 1, isWritten else { return }
      for index in group { partners[index] = group }
    }
  }
}

extension RelationMetadata {
  /// Whether at most one row is at the other end.
  fileprivate var isToOne: Bool {
    switch kind {
    case .toOne, .toOneInverse: true
    case .toMany, .manyToMany: false
    }
  }

  /// The reference column; -1 if the relationship has no column of its own.
  fileprivate var referenceColumn: Int {
    if case .toOne(let reference) = kind, reference.parts.isEmpty { return reference.column }
    return -1
  }
}

extension EntityCoding.Field {
  init(
    _ attribute: AttributeMetadata, in metadata: EntityMetadata, strict isStrict: Bool,
    _ places: inout PayloadPlaces
  ) {
    name = attribute.name
    locations = attribute.remote.map { places.location(of: $0) }
    objects = []
    takesFirstValue = attribute.takesFirstValue
    isAmount = attribute.isAmount
    currency = attribute.currency.map { places.location(of: $0) }
    otherCurrencies = attribute.otherCurrencies.map { places.location(of: $0) }
    currencyCode = attribute.currencyCode
    isMajor = attribute.isMajor
    type = attribute.type.asRead
    converter = ValueConverter(
      attribute.type.asRead,
      attribute.rules.with(strict: isStrict && !Linkage.isIdentifier(attribute, of: metadata)))
    isOptional = attribute.isOptional
    invalidValues = attribute.invalidValues
    direction = attribute.direction
    defaultValues = attribute.defaultValues.map {
      $0.withBound { attribute.type.readable($0).stored }
    }
    let column = metadata.columns[attribute.column].storage
    storage = attribute.type.asRead == attribute.type ? column : column == .blob ? .text : .integer
    identity = []
    identifier = IdentifierPart(attribute, of: metadata)
    target = EntityCoding.TargetTag(attribute, of: metadata)
  }

  init(
    _ relation: RelationMetadata, identity: [String], strict isStrict: Bool,
    _ places: inout PayloadPlaces
  ) {
    name = relation.name
    locations = relation.ids.map { places.location(of: $0) }
    objects = relation.objects.filter { !relation.ids.contains($0) }
      .map { places.location(of: $0) }
    takesFirstValue = false
    isAmount = false
    currency = nil
    otherCurrencies = []
    currencyCode = nil
    isMajor = false
    if case .toOne(let reference) = relation.kind {
      type = reference.type
      isOptional = reference.isOptional
    } else {
      type = nil
      isOptional = true
    }
    invalidValues = nil
    converter = type.map {
      ValueConverter($0, ValueRules(isStrict: isStrict && relation.linkage == nil))
    }
    direction = relation.direction
    defaultValues = []
    storage = .text
    self.identity = identity.map { path in
      (ValuePath.steps(path) ?? []).compactMap { if case .key(let key) = $0 { key } else { nil } }
    }
    identifier = relation.nesting.isKeyed ? .keys : relation.linkage.map(IdentifierPart.linkage)
    target = nil
  }

}

extension EntityCoding.TargetTag {
  fileprivate init?(_ id: AttributeMetadata, of entity: EntityMetadata) {
    guard let reference = entity.taggedReferences.first(where: { $0.idColumn == id.column }),
      let field = entity.attributes.firstIndex(where: { $0.column == reference.tagColumn })
    else { return nil }
    self.field = field
    known = reference.targets.map(\.tag)
  }
}

extension EntityCoding {
  /// The constant default of an attribute.
  func defaultValue<T: SyncedValue>(_ field: Int) -> T? {
    fields[field].defaultValues.first.flatMap { $0.withBound(T.init(column:)) }
  }

  /// The constant default of a money attribute.
  func defaultMoney(_ field: Int) -> Money? {
    let values = fields[field].defaultValues
    guard values.count == 2, case .integer(let units) = values[0], case .text(let code) = values[1]
    else { return nil }
    return Money(minorUnits: units, currency: code)
  }

  /// Whether other amounts use the same key for their currency.
  func sharesCurrency(_ field: Int) -> Bool {
    let currency = fields[field].currency
    return fields.enumerated().contains { $0 != field && $1.isAmount && $1.currency == currency }
  }

  /// The number of amounts whose currency is written at a location.
  func amounts(withCurrencyAt location: Location) -> Int {
    fields.count { $0.isAmount && $0.direction.isPushed && $0.currency == location }
  }

  func nullRequired(_ field: Int) -> SyncError {
    .nullRequired(entity: metadata.name, member: fields[field].name)
  }
}
