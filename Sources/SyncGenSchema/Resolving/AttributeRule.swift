import SyncGenDiagnostics

/// Checks that the parts of an attribute, of a field or of a parameter fit its type.
enum AttributeRule {
  static func check(
    _ attribute: FieldDeclaration, type: AttributeType, of owner: @autoclosure () -> String,
    into bag: inout DiagnosticBag
  ) {
    if let backfill = attribute.backfill, !backfill.value.fits(type) {
      bag.add(.unfitBackfill(of: owner(), isMoney: type == .money, at: backfill.span))
    }
    if let column = attribute.column { ColumnNameRule.check(column, into: &bag) }
    checkRemote(attribute, type: type, of: owner(), into: &bag)
    checkIndexes(attribute, type: type, of: owner(), into: &bag)
  }

  private static func checkRemote(
    _ attribute: FieldDeclaration, type: AttributeType, of owner: @autoclosure () -> String,
    into bag: inout DiagnosticBag
  ) {
    switch attribute.remote {
    case .paths(let paths) where type == .money, .firstValue(let paths) where type == .money:
      if let first = paths.first { bag.add(.moneyNeedsTwoPaths(of: owner(), at: first.span)) }
    case .money(let money) where type != .money:
      bag.add(.twoPathsWithoutMoney(of: owner(), at: money.amount.span))
    case .paths(let paths), .firstValue(let paths):
      if let twice = firstRepeated(paths) { bag.add(.repeatedPath(twice, of: owner())) }
      if !type.isList, let each = paths.first(where: { $0.value.hasEach }) {
        bag.add(.eachWithoutList(each, of: owner()))
      }
    case .money(let money): check(money, of: owner(), into: &bag)
    case .parts, nil: break
    }
  }

  private static func check(
    _ money: MoneyDeclaration, of owner: String, into bag: inout DiagnosticBag
  ) {
    for path in [money.amount] + (money.currency.map { [$0] } ?? []) where path.value.hasEach {
      bag.add(.eachWithoutList(path, of: owner))
    }
    guard let currency = money.currency else { return }
    let (inner, outer) = (currency.value.steps, money.amount.value.steps)
    if inner == outer {
      bag.add(.repeatedPath(currency, of: owner))
    } else if inner.starts(with: outer) {
      bag.add(.moneyInItself(currency, outer: money.amount.value, of: owner))
    } else if outer.starts(with: inner) {
      bag.add(.moneyInItself(money.amount, outer: currency.value, of: owner))
    }
  }

  private static func firstRepeated(_ paths: [Located<RemotePath>]) -> Located<RemotePath>? {
    paths.indices.first { index in
      paths[..<index].contains { $0.value == paths[index].value }
    }.map { paths[$0] }
  }

  private static func checkIndexes(
    _ attribute: FieldDeclaration, type: AttributeType, of owner: @autoclosure () -> String,
    into bag: inout DiagnosticBag
  ) {
    guard !type.isComparable else { return }
    for (key, flag) in [("index", attribute.isIndexed), ("unique", attribute.isUnique)] {
      guard let flag, flag.value else { continue }
      bag.add(
        .misplacedKey(key, of: owner(), belongs: "a value that can be compared", at: flag.span))
    }
  }
}

extension AttributeType {
  /// Whether it is a list whose elements have a text form.
  var isListOfScalars: Bool {
    switch self {
    case .array(.scalar(let scalar)): scalar != .json
    case .array(.enumeration): true
    default: false
    }
  }

  fileprivate var isList: Bool {
    if case .array = self { true } else { false }
  }

  /// Whether a column of it can be compared, so that an index is useful.
  var isComparable: Bool {
    switch self {
    case .scalar(.json), .value, .array, .dictionary: false
    case .scalar, .enumeration, .money: true
    }
  }
}

/// Checks the names stated by `column:`.
enum ColumnNameRule {
  /// The names by which SQLite accesses the number of a row.
  private static let rowNumbers: Set = ["rowid", "oid", "_rowid_"]

  static func check(_ name: Located<String>, into bag: inout DiagnosticBag) {
    if !NameRule.isTableName(name.value) {
      bag.add(.invalidTableName(name))
    } else if rowNumbers.contains(name.value.lowercased()) {
      bag.add(
        .reservedName(name, of: "column", reason: "it is SQLite's name for the row id"))
    }
  }
}

/// Checks the names of attributes and relationships.
enum MemberNameRule {
  /// - Parameter namer: Derives the key in payloads from the name; `nil` if it does not depend on
  ///   the name.
  static func check(
    _ name: Located<String>, of kind: String, _ namer: RemoteNamer? = nil,
    into bag: inout DiagnosticBag
  ) {
    func advice(_ proposal: String) -> NameAdvice? {
      namer.flatMap { NameAdvice.remote(name.value, of: kind, proposal: proposal, $0) }
    }
    if !NameRule.isLowerCamelCase(name.value) {
      bag.add(.invalidName(name, of: kind, style: .lowerCamelCase, keeping: advice))
    } else if let reason = ReservedNames.reason(againstMember: name.value, of: kind) {
      bag.add(.reservedName(name, of: kind, reason: reason, keeping: advice))
    }
  }
}
