/// The order of the versions of a model by their names, which contain numbers or dates:
/// `Model 2.10.0` follows `Model 2.9.0`, and both follow `Model`.
package struct CoreDataVersionNames {
  /// The older versions, the oldest first, and the current one at the end.
  package private(set) var read: [String] = []
  /// The versions whose names follow that of the current one, the oldest first.
  package private(set) var newer: [String] = []

  package init(_ names: [String], current: String) {
    let sorted = Self.sorted(names)
    guard let last = sorted.first(where: { $0.text == current }) else { return }
    for name in sorted where name.text != current {
      if name.follows(last) { newer.append(name.text) } else { read.append(name.text) }
    }
    read.append(current)
  }

  /// The last of the names, which is the current version of a bundle that states none.
  package static func last(of names: [String]) -> String? { sorted(names).last?.text }

  private static func sorted(_ names: [String]) -> [Name] {
    let parsed = names.map(Name.init)
    let isMonthFirst = parsed.contains { $0.isDateWithYearLast && $0.numbers[1] > 12 }
    return parsed.map { $0.withYearFirst(isMonthFirst: isMonthFirst) }.sorted(by: Name.isBefore)
  }

  /// A name as text and numbers.
  private struct Name {
    let text: String
    /// The text before the first number, without separators at its end.
    let title: String
    var numbers: [Int]
    /// The text after the first number, without digits and separators.
    let rest: String

    init(_ text: String) {
      self.text = text
      let title = text.prefix { !Self.isDigit($0) }
      let tail = text[title.endIndex...]
      self.title = String(title.reversed().drop(while: Self.isSeparator).reversed()).lowercased()
      // Too many digits for a number are the last of all.
      numbers = tail.split { !Self.isDigit($0) }.map { Int($0) ?? .max }
      rest = String(tail.filter { !Self.isDigit($0) && !Self.isSeparator($0) }).lowercased()
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    private static func isSeparator(_ character: Character) -> Bool {
      [" ", "_", "-", ".", "v", "V", "(", ")"].contains(character)
    }

    private static let years = 1990...2100

    /// Whether it contains a date such as `31.12.2019` or `12-31-2019`.
    var isDateWithYearLast: Bool {
      numbers.count == 3 && Self.years.contains(numbers[2]) && numbers[0] <= 31 && numbers[1] <= 31
    }

    func withYearFirst(isMonthFirst: Bool) -> Name {
      guard isDateWithYearLast else { return self }
      var name = self
      name.numbers = [
        numbers[2], isMonthFirst ? numbers[0] : numbers[1], isMonthFirst ? numbers[1] : numbers[0],
      ]
      return name
    }

    static func isBefore(_ first: Name, _ second: Name) -> Bool {
      if first.title != second.title { return first.title < second.title }
      if first.numbers != second.numbers {
        return first.numbers.lexicographicallyPrecedes(second.numbers)
      }
      return first.text < second.text
    }

    /// Whether its number is higher than that of another name that is otherwise equal.
    func follows(_ other: Name) -> Bool {
      title == other.title && rest == other.rest
        && other.numbers.lexicographicallyPrecedes(numbers)
    }
  }
}
