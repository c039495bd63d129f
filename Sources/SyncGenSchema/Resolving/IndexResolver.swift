import SyncGenDiagnostics

/// Resolves the indexes of each table: the stated ones, those of attributes, and the automatic
/// ones.
struct IndexResolver {
  /// An index without a name.
  private struct Plan {
    let terms: [IndexTerm]
    var settings = IndexSettings()
    var predicate: Located<String>?
    let origin: Index.Origin
    var name: Located<String>?
    let span: SourceSpan
  }

  private let entity: EntityDraft
  private let types: [ValueTypeModel]
  private var plans: [Plan] = []

  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    var names = IndexNamer(draft, into: &bag)
    for index in draft.entities.indices {
      var resolver = IndexResolver(
        entity: draft.entities[index], types: draft.symbols.types)
      resolver.addStated(into: &bag)
      resolver.addAttributes()
      resolver.addReferences()
      resolver.addClock()
      resolver.addTombstone()
      draft.entities[index].indexes = resolver.plans.map { plan in
        Index(
          name: names.name(
            plan.name?.value, resolver.entity, plan.terms, plan.predicate?.value),
          terms: plan.terms, settings: plan.settings, predicate: plan.predicate?.value,
          predicateSpan: plan.predicate?.span, origin: plan.origin, span: plan.span)
      }
    }
  }

  private init(entity: EntityDraft, types: [ValueTypeModel]) {
    self.entity = entity
    self.types = types
  }

  private mutating func addStated(into bag: inout DiagnosticBag) {
    for declaration in entity.declaration.indexes {
      var seen: Set<String> = []
      let terms = declaration.members.flatMap { name -> [IndexTerm] in
        guard seen.insert(name.value).inserted else {
          bag.add(.repeatedMember(name, in: "an index of entity '\(entity.name)'"))
          return []
        }
        return self.terms(name, into: &bag)
      }
      guard !terms.isEmpty else { continue }
      if declaration.settings.isUnique, terms.hasExpressions {
        bag.add(.uniqueExpression(of: entity.name, at: declaration.span))
      }
      let plan = Plan(
        terms: terms, settings: declaration.settings, predicate: declaration.predicate,
        origin: .stated, name: declaration.name, span: declaration.span)
      let same = plans.first {
        $0.terms == terms && $0.predicate?.value == plan.predicate?.value
      }
      if let first = same {
        bag.add(.repeatedIndex(of: entity.name, at: plan.span, first: first.span))
      } else {
        plans.append(plan)
      }
    }
  }

  /// The columns of a member, a field of its value, or a function of one of them.
  private func terms(_ name: Located<String>, into bag: inout DiagnosticBag) -> [IndexTerm] {
    guard let call = IndexFunction.call(in: name.value) else {
      return fields(name, into: &bag)
        ?? columns(name, into: &bag).map { IndexTerm(column: $0) }
    }
    guard let function = IndexFunction(rawValue: call.name) else {
      bag.add(.unknownIndexFunction(call.name, at: name.span))
      return []
    }
    let argument = Located(call.argument, at: name.span)
    let terms =
      fields(argument, into: &bag) ?? columns(argument, into: &bag).map { IndexTerm(column: $0) }
    guard !terms.isEmpty else { return [] }
    guard type(of: argument.value) == .scalar(function.argument) else {
      bag.add(.unfitIndexFunction(function, argument, of: entity.name))
      return []
    }
    return terms.map { IndexTerm(column: $0.column, path: $0.path, function: function) }
  }

  /// The type of an attribute, or of a field of its value.
  private func type(of name: String) -> AttributeType? {
    let names = name.split(separator: ".").map(String.init)
    guard let first = names.first, case .attribute(let index)? = entity.members[first] else {
      return nil
    }
    return names.dropFirst().reduce(entity.attributes[index].type) { type, part in
      guard case .value(let id)? = type else { return nil }
      return types[id.index].fields.first { $0.name.name == part }?.type
    }
  }

  /// The fields of an attribute's value, e.g. `address.country`; `nil` if the name is not that of
  /// an attribute with fields.
  private func fields(
    _ name: Located<String>, into bag: inout DiagnosticBag
  ) -> [IndexTerm]? {
    let names = name.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count > 1, case .attribute(let index)? = entity.members[names[0]],
      !entity.brokenAttributes.contains(index)
    else { return nil }
    var type = entity.attributes[index].type
    var path: [String] = []
    var last: ValueField?
    for part in names.dropFirst() {
      guard case .value(let id) = type else {
        bag.add(.notIndexable(name, of: entity.name))
        return []
      }
      guard let field = types[id.index].fields.first(where: { $0.name.name == part }) else {
        bag.add(.unknownIndexedField(part, in: name, of: types[id.index]))
        return []
      }
      (type, last) = (field.type, field)
      path.append(field.storageNames[0])
    }
    guard type.isComparable, let last else {
      bag.add(.notIndexable(name, of: entity.name))
      return []
    }
    return last.storageNames.map {
      IndexTerm(column: entity.attributes[index].columns[0], path: path.dropLast() + [$0])
    }
  }

  private func columns(_ name: Located<String>, into bag: inout DiagnosticBag) -> [Int] {
    guard let member = entity.members[name.value] else {
      bag.add(.unknownMember(name, in: "an index", of: entity))
      return []
    }
    switch member {
    case .attribute(let index):
      guard !entity.brokenAttributes.contains(index) else { return [] }
      if entity.attributes[index].type.isComparable { return entity.columns(of: member) }
    case .relation(let index):
      let relation = entity.relations[index]
      if relation.target == nil || relation.column != nil { return entity.columns(of: member) }
    }
    bag.add(.notIndexable(name, of: entity.name))
    return []
  }

  private mutating func addAttributes() {
    for (index, declaration) in entity.declaration.attributes.enumerated() {
      let isUnique = declaration.isUnique?.value ?? false
      guard isUnique || declaration.isIndexed?.value ?? false else { continue }
      let columns = entity.attributes[index].columns
      guard entity.identity?.columns != columns else { continue }
      let span = (isUnique ? declaration.isUnique : declaration.isIndexed)?.span
      add(columns, isUnique: isUnique, .attribute, at: span ?? declaration.name.span)
    }
  }

  private mutating func addReferences() {
    for relation in entity.relations {
      let columns = relation.columns
      guard !columns.isEmpty else { continue }
      let isUnique = relation.isOneToOne
      let span = relation.declaration.name.span
      if isUnique, entity.identity?.columns != columns {
        add(columns, isUnique: true, .reference, at: span)
      } else if !isUnique, !areServed(columns) {
        add(columns, isUnique: false, .reference, at: span)
      }
    }
  }

  private mutating func addClock() {
    guard let clock = entity.sync.clock, let column = entity.attributes[clock].columns.first,
      !isServed(column), let span = entity.declaration.sync?.clock?.span
    else { return }
    add([column], isUnique: false, .clock, at: span)
  }

  /// Adds an index for soft-deleted rows, which are few and are searched at the end of each call,
  /// to purge them.
  private mutating func addTombstone() {
    guard let tombstone = entity.sync.tombstone, tombstone.keepsRows, tombstone.retention != nil,
      let column = entity.attributes[tombstone.attribute].columns.first, !isServed(column),
      let span = entity.declaration.sync?.tombstone?.attribute.span
    else { return }
    let predicate = "\(entity.columns[column].name.quoted) IS NOT NULL"
    let terms = [IndexTerm(column: column)]
    guard !plans.contains(where: { $0.terms == terms && $0.predicate?.value == predicate })
    else { return }
    plans.append(
      Plan(
        terms: terms, predicate: Located(predicate, at: span), origin: .tombstone, span: span))
  }

  /// Whether the primary key or an index of all rows begins with a column.
  private func isServed(_ column: Int) -> Bool {
    entity.identity?.columns.first == column
      || plans.contains {
        $0.terms.first == IndexTerm(column: column) && $0.predicate == nil
      }
  }

  /// Whether the primary key or an index of all rows begins with some columns.
  private func areServed(_ columns: [Int]) -> Bool {
    if columns.count == 1 { return isServed(columns[0]) }
    return entity.identity?.columns.starts(with: columns) ?? false
      || plans.contains { plan in
        plan.predicate == nil && !plan.terms.hasExpressions
          && plan.terms.starts(with: columns.map { IndexTerm(column: $0) })
      }
  }

  private mutating func add(
    _ columns: [Int], isUnique: Bool, _ origin: Index.Origin, at span: SourceSpan
  ) {
    let terms = columns.map { IndexTerm(column: $0) }
    guard
      !plans.contains(where: {
        $0.terms == terms && $0.predicate == nil && ($0.settings.isUnique || !isUnique)
      })
    else { return }
    plans.append(
      Plan(
        terms: terms, settings: IndexSettings(isUnique: isUnique), origin: origin, span: span))
  }
}
