/// Columns that lists are filtered and sorted by must have an index: states, dates and references.
/// Orders have a separate rule.
///
/// References and clocks always have an index. The date of a tombstone needs none, because it is
/// null in nearly every row that is queried. Neither do the dates that the rule `timestamps`
/// requires in every entity, because few lists are sorted by them.
struct LookupRule {
  let entity: Entity

  func violations() -> [LintViolation] {
    entity.attributes.indices.filter { isLookedUp($0) }.compactMap { index in
      let attribute = entity.attributes[index]
      guard !entity.hasIndex(on: attribute.columns[0]) else { return nil }
      let kind = attribute.type.isEnumeration ? "state" : "date"
      let name = attribute.name.name
      return LintViolation(
        message: "\(kind) '\(entity.name.name).\(name)' has no index",
        fix: "write '\(name): { …, index: true }', or begin an index with it, or with references "
          + "and "
          + "states before it",
        span: attribute.span)
    }
  }

  private func isLookedUp(_ index: Int) -> Bool {
    let marks = [entity.sync.tombstone?.attribute, entity.sync.archive?.date]
    guard !marks.contains(index) else { return false }
    let type = entity.attributes[index].type
    let isTimestamp = EntityRules.timestampNames.contains(entity.attributes[index].name.name)
    if isTimestamp, type == .scalar(.date) { return false }
    return type.isEnumeration || type == .scalar(.date) || type == .scalar(.day)
  }
}

extension AttributeType {
  fileprivate var isEnumeration: Bool {
    if case .enumeration = self { true } else { false }
  }
}

extension Entity {
  /// Whether an index serves a column: it begins with it, or with columns that a filter restricts
  /// to one value.
  func hasIndex(on column: Int) -> Bool {
    let keys = [identity.columns] + indexes.map(\.columns)
    return keys.contains { key in
      guard let place = key.firstIndex(of: column) else { return false }
      return key[..<place].allSatisfy(isHeld)
    }
  }

  /// Whether filters usually restrict a column to one value: a reference, a state or a flag.
  private func isHeld(_ column: Int) -> Bool {
    switch columns[column].source {
    case .reference: true
    case .attribute(let index):
      attributes[index].type.isEnumeration || attributes[index].type == .scalar(.bool)
    case .moneyMinor, .moneyCurrency, .position: false
    }
  }
}
