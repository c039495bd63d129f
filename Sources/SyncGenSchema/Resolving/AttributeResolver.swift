import SyncGenDiagnostics
import SyncGenYAML

/// Resolves the attributes of an entity with their columns.
struct AttributeResolver {
  private let symbols: Symbols
  private let entity: String
  private let declaration: EntityDeclaration
  /// The names of the members that identify a row.
  private var identity: Set<String> = []
  private(set) var attributes: [Attribute] = []
  private(set) var columns: [Column] = []
  private(set) var broken: Set<Int> = []

  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    let symbols = draft.symbols
    for index in draft.entities.indices {
      let entity = draft.entities[index].declaration
      let declarations = entity.attributes
      var resolver = AttributeResolver(
        symbols: symbols, entity: draft.entities[index].declaration, count: declarations.count)
      resolver.identity = Set(entity.identity?.map(\.value) ?? ["id"])
      for attribute in declarations.indices { resolver.add(declarations[attribute], into: &bag) }
      draft.entities[index].attributes = resolver.attributes
      draft.entities[index].columns = resolver.columns
      draft.entities[index].brokenAttributes = resolver.broken
    }
  }

  private init(symbols: Symbols, entity: EntityDeclaration, count: Int) {
    self.symbols = symbols
    self.entity = entity.name.value
    declaration = entity
    attributes.reserveCapacity(count)
    columns.reserveCapacity(count)
  }

  private mutating func add(_ declaration: FieldDeclaration, into bag: inout DiagnosticBag) {
    MemberNameRule.check(
      declaration.name, of: "attribute", declaration.remote == nil ? symbols.namer : nil,
      into: &bag)
    // Closures that capture the whole declaration would copy it.
    let (entity, name) = (entity, declaration.name.value)
    var owner: String { "attribute '\(entity).\(name)'" }
    let type = declaration.type.flatMap {
      TypeResolver.resolve($0, of: owner, symbols, into: &bag)
    }
    let isIdentity = identity.contains(name)
    let facts = type.map {
      FieldFacts(
        .attribute(isIdentity: isIdentity), $0,
        isOptional: declaration.type?.isOptional ?? false)
    }
    let settings = FieldKeys.attribute.resolved(
      declaration, facts, symbols.conventions, of: owner, into: &bag)
    if let type {
      AttributeRule.check(declaration, type: type, of: owner, into: &bag)
    } else {
      broken.insert(attributes.count)
    }
    let value = type.flatMap {
      DefaultReader.read(
        declaration, type: $0, of: owner, isIdentity: isIdentity, symbols.constants, into: &bag)
    }
    if value == .temporary, let scalar = scalar(of: declaration), scalar.hasCheck,
      let node = declaration.defaultValue
    {
      bag.add(.temporaryOfScalar(of: owner, scalar, at: node.span))
    }
    if case .constant(let constant) = value, let scalar = scalar(of: declaration),
      !scalar.accepts(constant), let node = declaration.defaultValue
    {
      bag.add(.unfitDefault(of: owner, scalar, at: node.span))
    }
    append(declaration, type ?? .scalar(.string), value, settings)
  }

  private func scalar(of declaration: FieldDeclaration) -> NamedScalar? {
    declaration.type.flatMap { symbols.scalars[$0.name] }
  }

  private mutating func append(
    _ declaration: FieldDeclaration, _ type: AttributeType, _ value: DefaultValue?,
    _ settings: FieldSettings
  ) {
    let snake = symbols.names.snakeCase(declaration.name.value)
    let column = columns.count
    appendColumns(declaration, declaration.column?.value ?? snake, type, value, settings)
    attributes.append(
      Attribute(
        name: SwiftIdentifier(declaration.name.value), type: type,
        scalar: scalar(of: declaration),
        isOptional: declaration.type?.isOptional ?? false,
        remote: RemoteMapping(
          declaration.remote, of: declaration.name.value, snake: snake, type: type, symbols.namer,
          in: self.declaration.isIdentity(declaration.name.value) ? .identity : .attribute),
        columns: type == .money ? [column, column + 1] : [column], defaultValue: value,
        isIdentity: identity.contains(declaration.name.value), settings: settings,
        backfill: declaration.backfill?.value,
        span: declaration.name.span))
  }

  private mutating func appendColumns(
    _ declaration: FieldDeclaration, _ name: String, _ type: AttributeType,
    _ value: DefaultValue?, _ settings: FieldSettings
  ) {
    let isRequired = !(declaration.type?.isOptional ?? false)
    let literals = StoredForm(storage: settings.storage, constants: symbols.constants).literals(
      value)
    let storage = type.storage(in: settings.storage, enums: symbols.enums)
    let index = attributes.count
    func append(
      _ name: String, _ storage: SQLStorage, _ value: SQLLiteral?, _ source: Column.Source
    ) {
      columns.append(
        Column(
          name: SQLIdentifier(name), storage: storage, isRequired: isRequired,
          defaultValue: value, source: source,
          collation: settings.collation))
    }
    if type == .money {
      append(name + "_minor", storage, literals.first, .moneyMinor(attribute: index))
      append(name + "_currency", .text, literals.last, .moneyCurrency(attribute: index))
    } else {
      append(name, storage, literals.first, .attribute(index: index))
    }
  }
}

extension AttributeType {
  /// The storage class of the column; of money's, that of the minor units.
  func storage(in form: ValueStorage, enums: [EnumModel]) -> SQLStorage {
    switch self {
    case .scalar(.int), .scalar(.bool), .money: .integer
    case .scalar(.double): .real
    case .scalar(.data): .blob
    case .scalar(.date):
      switch form {
      case .text, .blob: .text
      case .integer, .seconds: .integer
      case .referenceDate: .real
      }
    case .scalar(.uuid): form == .blob ? .blob : .text
    case .enumeration(let id): enums[id.index].hasIntegerValues ? .integer : .text
    case .scalar, .value, .array, .dictionary: .text
    }
  }

  /// Whether values are days, or lists of them.
  package var hasDays: Bool {
    self == .scalar(.day) || self == .array(of: .scalar(.day))
      || self == .dictionary(of: .scalar(.day))
  }

  /// Whether values are dates, or lists of them.
  package var hasDates: Bool {
    self == .scalar(.date) || self == .array(of: .scalar(.date))
      || self == .dictionary(of: .scalar(.date))
  }
}
