/// Says once, above a section, the evidence of guesses that several of its declarations share.
///
/// The declarations keep a short comment with the kind of guess. Facts, such as the limit of a
/// value, stay where they are, because they describe only their declaration.
struct SharedComments {
  /// The number of places from which on evidence is written above the section.
  private static let least = 3

  /// The evidence above the section, one for each kind of guess.
  private let evidence: [ImportNote.Guess: String]

  /// A section with its comments.
  static func section(_ key: String, _ entries: [YAMLEntry]) -> YAMLEntry {
    let shared = SharedComments(entries)
    var section = YAMLEntry(block: key, entries.map(shared.shortened))
    section.comments = shared.comments
    return section
  }

  private init(_ entries: [YAMLEntry]) {
    var counts: [ImportNote: Int] = [:]
    for entry in entries { entry.countGuesses(&counts) }
    var most: [ImportNote.Guess: (text: String, count: Int)] = [:]
    for (note, count) in counts where count >= Self.least && note.isLongerThanMark {
      guard let guess = note.guess else { continue }
      // The text decides between equal counts, so that the order of a dictionary does not.
      if let best = most[guess], (best.count, note.text) > (count, best.text) { continue }
      most[guess] = (note.text, count)
    }
    evidence = most.mapValues(\.text)
  }

  private var comments: [ImportNote] {
    ImportNote.Guess.allCases.compactMap { guess in
      evidence[guess].map { ImportNote("where 'guessed: \(guess.rawValue)': \($0)") }
    }
  }

  private func shortened(_ entry: YAMLEntry) -> YAMLEntry {
    if evidence.isEmpty { return entry }
    var entry = entry
    entry.comments = entry.comments.map(shortened)
    entry.remark = entry.remark.map(shortened)
    entry.value = shortened(entry.value)
    return entry
  }

  private func shortened(_ value: YAMLValue) -> YAMLValue {
    switch value {
    case .text, .word: value
    case .list(let elements): .list(elements.map(shortened))
    case .mapping(let entries): .mapping(entries.map(shortened))
    }
  }

  private func shortened(_ note: ImportNote) -> ImportNote {
    guard let guess = note.guess, evidence[guess] == note.text else { return note }
    var note = note
    note.isShared = true
    return note
  }
}

extension ImportNote {
  /// Whether the kind of guess is a shorter comment than the evidence.
  fileprivate var isLongerThanMark: Bool {
    guess.map { text.utf8.count > $0.rawValue.utf8.count + 10 } ?? false
  }
}

extension YAMLEntry {
  fileprivate func countGuesses(_ counts: inout [ImportNote: Int]) {
    for note in comments + [remark].compactMap(\.self)
    where note.guess != nil && !note.isShared {
      counts[note, default: 0] += 1
    }
    value.countGuesses(&counts)
  }
}

extension YAMLValue {
  fileprivate func countGuesses(_ counts: inout [ImportNote: Int]) {
    switch self {
    case .text, .word: return
    case .list(let elements): for element in elements { element.countGuesses(&counts) }
    case .mapping(let entries): for entry in entries { entry.countGuesses(&counts) }
    }
  }
}
