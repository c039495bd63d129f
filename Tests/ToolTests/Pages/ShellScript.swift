/// The simple commands of a script for a shell, each with its words. Quotes are removed, and
/// redirections and keywords are left out.
struct ShellScript {
  private(set) var commands: [[String]] = []
  private var words: [String] = []
  private var word: String?
  private var isTarget = false

  /// The words before a command.
  private static let prefixes: Set<String> = ["do", "then", "if", "sudo"]
  private static let operators: Set<Character> = ["\n", ";", "|", "&", "(", ")"]

  init(_ text: String) {
    var quote: Character?
    var isComment = false
    for character in text + "\n" {
      if isComment, character != "\n" { continue }
      isComment = false
      if let mark = quote {
        if character == mark { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == "#", word == nil {
        isComment = true
      } else {
        read(character)
      }
    }
  }

  /// Reads a character that is not quoted.
  private mutating func read(_ character: Character) {
    if Self.operators.contains(character) {
      endCommand()
    } else if character == " " || character == ">" {
      endWord()
      isTarget = isTarget || character == ">"
    } else {
      word = (word ?? "") + String(character)
    }
  }

  private mutating func endWord() {
    guard let word else { return }
    if !isTarget { words.append(word) }
    isTarget = false
    self.word = nil
  }

  private mutating func endCommand() {
    endWord()
    let command = words.drop { Self.prefixes.contains($0) }
    if !command.isEmpty { commands.append(Array(command)) }
    words = []
  }
}
