import SwiftSyncValues
import SyncGenSchema

/// Finds amounts of money: those in an object with their currency,
/// `{"amount": 1990, "currency": "EUR"}`, and those next to it,
/// `"price_cents": 1990, "currency": "EUR"`.
struct MoneyFinder {
  private struct Member {
    let key: String
    let name: String
    /// The path of the object with the key.
    let parent: [PathStep]
    let place: Shape
    let missing: Int
    let objects: Int
    let isOptional: Bool

    var path: String { ValuePath.text(parent + [.key(key)]) }
    var snake: String { ImportNames.snake(key, NameStyle()) }
  }

  private static let currencyKeys: Set<String> = [
    "currency", "currency_code", "currency_iso", "iso_currency_code",
  ]
  private static let minorEnds = ["_cents", "_minor", "_in_cents", "_minor_units"]
  private static let minorKeys: Set<String> = [
    "amount", "cents", "minor_units", "amount_cents", "amount_minor", "minor",
  ]
  /// Words in the keys of amounts in major units.
  private static let majorWords: Set<String> = [
    "price", "amount", "total", "subtotal", "cost", "balance", "fee", "fees", "sum", "tax",
  ]

  /// The amounts by the paths of their keys.
  private var amounts: [String: ImportedAttribute] = [:]
  private var currencies: Set<String> = []

  /// Finds amounts among the members of rows.
  init(_ members: [RowMember]) {
    let all = members.filter(\.hasPath).map { member in
      Member(
        key: member.key, name: member.name, parent: member.path.dropLast(), place: member.place,
        missing: member.missing, objects: member.rows, isOptional: member.isOptional)
    }
    find(all)
    for member in all where amounts[member.path] == nil {
      amounts[member.path] = Self.nested(member)
    }
  }

  /// Finds amounts among the fields of values, or the attributes of resource objects.
  ///
  /// - Parameter hasMajor: Whether amounts may be in major units, which only attributes support.
  init(_ object: ObjectShape, hasMajor: Bool = false) {
    let all = object.members.map { Self.member($0, missing: object.missing($0), of: object.count) }
    find(all.filter { hasMajor || $0.place.texts.numbers == 0 })
    guard hasMajor else { return }
    for member in all where amounts[member.path] == nil {
      amounts[member.path] = Self.nested(member)
    }
  }

  private static func member(
    _ member: ObjectShape.Member, missing: Int, of objects: Int
  ) -> Member {
    Member(
      key: member.key, name: member.key, parent: [], place: member.place, missing: missing,
      objects: objects, isOptional: missing > 0 || member.place.nulls > 0)
  }

  func amount(_ member: RowMember) -> ImportedAttribute? { amounts[member.remote] }

  func amount(_ member: ObjectShape.Member) -> ImportedAttribute? {
    amounts[ValuePath.text([.key(member.key)])]
  }

  /// Whether the value is the currency of amounts.
  func isCurrency(_ member: RowMember) -> Bool { currencies.contains(member.remote) }

  func isCurrency(_ member: ObjectShape.Member) -> Bool {
    currencies.contains(ValuePath.text([.key(member.key)]))
  }

  // MARK: Next to each other

  private mutating func find(_ members: [Member]) {
    for currency in members where Self.isCurrency(currency) {
      let beside = members.filter {
        $0.parent == currency.parent && amounts[$0.path] == nil && Self.belongs($0, to: currency)
      }
      // A currency without an amount would be lost, so one amount must always have a value.
      guard beside.contains(where: { !$0.isOptional }) else { continue }
      currencies.insert(currency.path)
      for member in beside { add(member, currency, among: members) }
    }
  }

  private mutating func add(_ member: Member, _ currency: Member, among members: [Member]) {
    let end = Self.minorEnds.first(where: member.snake.hasSuffix)
    let short = end.map { String(member.snake.dropLast($0.utf8.count)) }
    let isFree = !members.contains { $0.snake == short }
    var amount = ImportedAttribute(
      (isFree ? short : nil) ?? member.name, .money, isOptional: member.isOptional)
    let isMajor = member.place.texts.count > 0
    amount.remote = .money(
      amount: member.path, isMajor: isMajor, currency: currency.path, code: nil)
    amount.notes = SchemaInference.notes(
      member.place, missing: member.missing, of: member.objects, .money,
      Self.guess(
        isMajor || end != nil
          ? "from \(currency.key)" : "minor units such as cents",
        currency.place))
    amounts[member.path] = amount
  }

  private static func isCurrency(_ member: Member) -> Bool {
    let snake = member.snake
    return currencyKeys.contains { snake == $0 || snake.hasSuffix("_" + $0) }
      && !member.isOptional && member.place.isCurrency
  }

  /// Whether an amount belongs to a currency: `price_cents` to `price_currency` and to `currency`.
  private static func belongs(_ member: Member, to currency: Member) -> Bool {
    guard let isMajor = member.place.isMajorAmount(of: currency.place) else { return false }
    let snake = member.snake
    if let end = currencyKeys.first(where: { currency.snake.hasSuffix("_" + $0) }),
      !currencyKeys.contains(currency.snake)
    {
      let prefix = currency.snake.dropLast(end.utf8.count)
      return snake.hasPrefix(prefix) || snake == String(prefix.dropLast())
    }
    let words = snake.split(separator: "_").map(String.init)
    if isMajor { return !majorWords.isDisjoint(with: words) && !words.contains("rate") }
    return minorEnds.contains(where: snake.hasSuffix) || words.contains("amount")
  }

  private static func guess(_ text: String, _ currency: Shape) -> String {
    currency.texts.words > 0 ? text + "; the currency is written in capitals" : text
  }

  // MARK: In an object

  /// A field of a value that is an amount with its currency, and nothing else.
  static func field(
    _ field: ObjectShape.Member, missing: Int, of objects: Int
  ) -> ImportedAttribute? {
    let amount = nested(member(field, missing: missing, of: objects))
    if case .money(_, isMajor: false, _, _)? = amount?.remote { return amount }
    return nil
  }

  /// Whether every object at a place is an amount in minor units.
  static func isAmount(_ place: Shape) -> Bool {
    let member = Member(
      key: "", name: "", parent: [], place: place, missing: 0, objects: place.objects,
      isOptional: place.nulls > 0)
    if case .money(_, isMajor: false, _, _)? = nested(member)?.remote { return true }
    return false
  }

  private static func nested(_ member: Member) -> ImportedAttribute? {
    // Null in place of the object would be written as an object with nulls.
    guard !member.isOptional, member.place.isOnlyObjects, let object = member.place.object,
      object.values == nil,
      object.members.count == 2, object.members.allSatisfy({ $0.count == object.count }),
      let currency = object.members.first(where: { currencyKeys.contains(snake($0)) }),
      let amount = object.members.first(where: { $0.key != currency.key }),
      currency.place.isCurrency, amount.place.nulls == 0,
      let isMajor = amount.place.isMajorAmount(of: currency.place),
      isMajor ? ["amount", "value"].contains(snake(amount)) : minorKeys.contains(snake(amount))
    else { return nil }
    let path = member.parent + [.key(member.key)]
    var result = ImportedAttribute(member.name, .money)
    result.remote = .money(
      amount: ValuePath.text(path + [.key(amount.key)]), isMajor: isMajor,
      currency: ValuePath.text(path + [.key(currency.key)]), code: nil)
    result.notes = [
      .guessed(
        .type,
        guess(
          isMajor ? "from \(currency.key)" : "minor units such as cents", currency.place))
    ]
    return result
  }

  private static func snake(_ member: ObjectShape.Member) -> String {
    ImportNames.snake(member.key, NameStyle())
  }
}

extension Shape {
  /// Whether every value is a currency code.
  fileprivate var isCurrency: Bool { count > 0 && texts.currencies == count }

  /// Whether amounts of a currency are in major rather than minor units; `nil` if the values are
  /// not amounts.
  ///
  /// Numbers with a fraction are not: amounts in major units are written as text.
  fileprivate func isMajorAmount(of currency: Shape) -> Bool? {
    guard isScalar, bools == 0 else { return nil }
    if texts.count == 0 {
      return numbers.count > 0 && numbers.integers == numbers.count ? false : nil
    }
    return numbers.count == 0 && texts.numbers == texts.count && texts.fractions > 0
      && texts.neededDecimals <= currency.texts.leastDecimals ? true : nil
  }
}
