/// Reads a date pattern, and checks that it describes whole dates.
struct DatePatternParser {
  private let letters: [Character]
  private var index = 0
  private var items: [DatePattern.Item] = []
  /// The spellings, in the order of `fields`.
  private var spellings: [String] = []
  private var fields: [DatePattern.Field] = []

  static func items(of text: String) throws(DatePatternProblem) -> [DatePattern.Item] {
    var parser = DatePatternParser(text)
    try parser.read()
    try parser.check()
    return parser.items
  }

  private init(_ text: String) {
    letters = Array(text)
  }

  // MARK: Reading

  private mutating func read() throws(DatePatternProblem) {
    guard letters.contains(where: { $0 != " " }) else { throw .empty }
    while index < letters.count {
      let letter = letters[index]
      if letter == "'" {
        try append(literal: quoted())
      } else if letter == " " {
        index += 1
        if items.last != .blank { items.append(.blank) }
      } else if letter.isASCII, letter.isLetter {
        try readField(letter)
      } else {
        index += 1
        try append(literal: String(letter))
      }
    }
  }

  /// Reads quoted text. Two quotes mean one, inside and outside quoted text.
  private mutating func quoted() throws(DatePatternProblem) -> String {
    index += 1
    if index < letters.count, letters[index] == "'" {
      index += 1
      return "'"
    }
    var text = ""
    while true {
      guard index < letters.count else { throw .openQuote }
      let letter = letters[index]
      index += 1
      if letter == "'" {
        guard index < letters.count, letters[index] == "'" else { break }
        index += 1
      }
      text.append(letter)
    }
    return text
  }

  private mutating func append(literal text: String) throws(DatePatternProblem) {
    if case .field(let field)? = items.last, let first = text.utf8.first, field.mayGoOn(with: first)
    {
      throw .unlimited(spellings[spellings.count - 1])
    }
    if case .literal(let before)? = items.last {
      items[items.count - 1] = .literal(before + Array(text.utf8))
    } else {
      items.append(.literal(Array(text.utf8)))
    }
  }

  private mutating func readField(_ letter: Character) throws(DatePatternProblem) {
    let first = index
    while index < letters.count, letters[index] == letter { index += 1 }
    let spelling = String(repeating: letter, count: index - first)
    guard "yMdEHhmsSaZXx".contains(letter) else { throw .unknownLetter(letter) }
    guard let field = Self.field(letter, count: index - first) else {
      throw .unknownField(spelling)
    }
    if case .field(let before)? = items.last, before.hasOpenEnd, field.isNumber {
      throw .unlimited(spellings[spellings.count - 1])
    }
    items.append(.field(field))
    fields.append(field)
    spellings.append(spelling)
  }

  private static func field(_ letter: Character, count: Int) -> DatePattern.Field? {
    switch (letter, count) {
    case ("y", 1): .year
    case ("y", 2): .shortYear
    case ("y", 4): .longYear
    case ("M", 3): .monthName(isWhole: false)
    case ("M", 4): .monthName(isWhole: true)
    case ("E", 1...3): .weekday(isWhole: false)
    case ("E", 4): .weekday(isWhole: true)
    case ("S", 1...9): .fraction(digits: count)
    case ("a", 1...3): .halfDay
    case ("Z", _), ("X", _), ("x", _): zone(letter, count: count)
    case (_, 1...2): number(letter, isPadded: count == 2)
    default: nil
    }
  }

  private static func number(_ letter: Character, isPadded: Bool) -> DatePattern.Field? {
    switch letter {
    case "M": .month(isPadded: isPadded)
    case "d": .day(isPadded: isPadded)
    case "H": .hour(isPadded: isPadded)
    case "h": .halfDayHour(isPadded: isPadded)
    case "m": .minute(isPadded: isPadded)
    case "s": .second(isPadded: isPadded)
    default: nil
    }
  }

  private static func zone(_ letter: Character, count: Int) -> DatePattern.Field? {
    switch (letter, count) {
    case ("Z", 1...3): .zone(.plain)
    case ("Z", 4): .zone(.named)
    case ("Z", 5): .zone(.long(hasColon: true, hasZ: true))
    case ("X", 1), ("x", 1): .zone(.short(hasZ: letter == "X"))
    // Four and five letters add seconds to an offset that has some, which offsets from UTC never
    // do.
    case ("X", 2...5), ("x", 2...5):
      .zone(.long(hasColon: count % 2 == 1, hasZ: letter == "X"))
    default: nil
    }
  }

  // MARK: Checking

  private func check() throws(DatePatternProblem) {
    for (index, field) in fields.enumerated()
    where fields[..<index].contains(where: { $0.part == field.part }) {
      throw .repeated(spellings[index])
    }
    for (part, letter) in [(DatePattern.Field.Part.year, "y"), (.month, "M"), (.day, "d")]
    where !has(part) {
      throw .missing(letter)
    }
    if has(.minute), !has(.hour) { throw .incomplete("m", without: "H") }
    if has(.second), !has(.minute) { throw .incomplete("s", without: "m") }
    if has(.fraction), !has(.second) { throw .incomplete("S", without: "s") }
    let isHalved = fields.contains {
      if case .halfDayHour = $0 { true } else { false }
    }
    if isHalved, !has(.halfDay) { throw .incomplete("h", without: "a") }
    if !isHalved, has(.halfDay) { throw .incomplete("a", without: "h") }
  }

  private func has(_ part: DatePattern.Field.Part) -> Bool {
    fields.contains { $0.part == part }
  }
}
