import SyncGenDiagnostics

/// Works out the attributes of an entity with their columns.
struct AttributeResolver {
  private let symbols: Symbols
  private let entity: String
  private(set) var attributes: [Attribute] = []
  private(set) var columns: [Column] = []
  private(set) var broken: Set<Int> = []

  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    let symbols = draft.symbols
    for index in draft.entities.indices {
      var resolver = AttributeResolver(symbols: symbols, entity: draft.entities[index].name)
      for attribute in draft.entities[index].declaration.attributes {
        resolver.add(attribute, into: &bag)
      }
      draft.entities[index].attributes = resolver.attributes
      draft.entities[index].columns = resolver.columns
      draft.entities[index].brokenAttributes = resolver.broken
    }
  }

  private init(symbols: Symbols, entity: String) {
    self.symbols = symbols
    self.entity = entity
  }

  private mutating func add(_ declaration: AttributeDeclaration, into bag: inout DiagnosticBag) {
    MemberNameRule.check(declaration.name, of: "attribute", into: &bag)
    var owner: String { "attribute '\(entity).\(declaration.name.value)'" }
    let type = declaration.type.flatMap {
      TypeResolver.resolve($0, of: owner, symbols, into: &bag)
    }
    if let type {
      AttributeRule.check(declaration, type: type, of: owner, into: &bag)
    } else {
      broken.insert(attributes.count)
    }
    let value = type.flatMap {
      DefaultReader.read(declaration, type: $0, of: owner, enums: symbols.enums, into: &bag)
    }
    append(declaration, type ?? .scalar(.string), value)
  }

  private mutating func append(
    _ declaration: AttributeDeclaration, _ type: AttributeType, _ value: DefaultValue?
  ) {
    let storage = declaration.storage?.value ?? symbols.conventions.dateStorage
    let added = newColumns(declaration, type, value, dates: storage)
    let conventions = symbols.conventions
    attributes.append(
      Attribute(
        name: SwiftIdentifier(declaration.name.value), type: type,
        isOptional: declaration.type?.isOptional ?? false, remote: remote(declaration, type),
        columns: Array(columns.count..<(columns.count + added.count)), defaultValue: value,
        direction: declaration.direction,
        remoteDates: declaration.remoteDates?.value ?? conventions.remoteDates,
        dateStorage: storage, isEmptyNull: declaration.isEmptyNull ?? conventions.isEmptyNull,
        isTouched: declaration.isTouched?.value ?? false,
        renamedFrom: declaration.renamedFrom?.value, backfill: declaration.backfill,
        documentation: declaration.documentation, deprecation: declaration.deprecation,
        span: declaration.name.span))
    columns += added
  }

  private func newColumns(
    _ declaration: AttributeDeclaration, _ type: AttributeType, _ value: DefaultValue?,
    dates: DateStorage
  ) -> [Column] {
    let snake = symbols.names.snakeCase(declaration.name.value)
    let isRequired = !(declaration.type?.isOptional ?? false)
    let literals = StoredForm(dates: dates, enums: symbols.enums).literals(value)
    func column(_ name: String, _ storage: SQLStorage, _ position: Int, _ source: Column.Source)
      -> Column
    {
      Column(
        name: SQLIdentifier(name), storage: storage, isRequired: isRequired,
        defaultValue: literals.indices.contains(position) ? literals[position] : nil, source: source
      )
    }
    let index = attributes.count
    guard type == .money else {
      let storage = type.storage(dates: dates, enums: symbols.enums)
      return [column(snake, storage, 0, .attribute(index: index))]
    }
    return [
      column(snake + "_minor", .integer, 0, .moneyMinor(attribute: index)),
      column(snake + "_currency", .text, 1, .moneyCurrency(attribute: index)),
    ]
  }

  private func remote(
    _ declaration: AttributeDeclaration, _ type: AttributeType
  ) -> RemoteMapping {
    let name = declaration.name.value
    switch declaration.remote {
    case .paths(let paths) where type != .money: return .paths(paths.map(\.value))
    case .money(let minor, let currency) where type == .money:
      return .money(minor: minor.value, currency: currency.value)
    default:
      guard type == .money else { return .paths(symbols.namer.paths(name)) }
      return .money(
        minor: symbols.namer.key(name, ending: "minor"),
        currency: symbols.namer.key(name, ending: "currency"))
    }
  }
}

extension AttributeType {
  /// The storage class of the column; of money's, that of the minor units.
  func storage(dates: DateStorage, enums: [EnumModel]) -> SQLStorage {
    switch self {
    case .scalar(.int), .scalar(.bool), .money: .integer
    case .scalar(.double): .real
    case .scalar(.data): .blob
    case .scalar(.date): dates == .text ? .text : .integer
    case .enumeration(let id): enums[id.index].hasIntegerValues ? .integer : .text
    case .scalar, .array, .dictionary: .text
    }
  }

  /// Whether values are dates, or lists of them.
  var hasDates: Bool {
    self == .scalar(.date) || self == .array(of: .scalar(.date))
      || self == .dictionary(of: .scalar(.date))
  }
}
