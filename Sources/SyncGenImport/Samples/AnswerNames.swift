import SyncGenCommandLine
import SyncGenSchema

/// Names rows after their files.
enum AnswerNames {
  /// Words that do not describe the rows in a file.
  private static let vague: Set<String> = ["page", "list", "all", "response"]

  /// The name from a path, e.g. `task` for `tasks-page-2.json`.
  static func name(of path: String) -> String { name(of: words(of: path), path) }

  /// The names of several files, e.g. `order` for `shop-orders.json` next to `shop-products.json`,
  /// and `post` for both `posts1.json` and `posts2.json`.
  static func names(of paths: [String]) -> [String] {
    let all = withoutCounts(paths.map(words))
    let prefix = shared(all)
    return zip(paths, all).map { path, words in name(of: Array(words.dropFirst(prefix)), path) }
  }

  private static func name(of words: [String], _ path: String) -> String {
    let name = words.joined(separator: "_")
    guard path != "-", !name.isEmpty else { return "item" }
    // A word as short as `bus` is rarely a plural.
    return words[words.count - 1].utf8.count > 3 ? Inflection.singular(name) : name
  }

  /// The words of a file name that describe its rows.
  private static func words(of path: String) -> [String] {
    let file = Path.split(path).name
    let stem = file.firstIndex(of: ".").map { String(file[..<$0]) } ?? file
    return ImportNames.snake(stem, NameStyle()).split(separator: "_").map(String.init)
      .filter { !vague.contains(withoutCount($0)) && !withoutCount($0).isEmpty }
  }

  private static func withoutCount(_ word: String) -> String {
    String(word.reversed().drop { $0.isNumber }.reversed())
  }

  /// Drops the numbers at the end of names that differ only in these numbers.
  private static func withoutCounts(_ names: [[String]]) -> [[String]] {
    let plain = names.map { words in
      words.isEmpty ? words : words.dropLast() + [withoutCount(words[words.count - 1])]
    }
    return zip(names, plain).map { name, plain in
      name != plain && names.count { $0 != name && Self.isNumbered($0, plain) } > 0 ? plain : name
    }
  }

  private static func isNumbered(_ name: [String], _ plain: [String]) -> Bool {
    name.dropLast() == plain.dropLast() && name.last.map(withoutCount) == plain.last
  }

  /// The number of words with which all names begin, e.g. `shop` in `shop-orders` and
  /// `shop-products`.
  private static func shared(_ names: [[String]]) -> Int {
    guard let first = names.first, names.count > 1 else { return 0 }
    return first.indices.prefix { index in
      names.allSatisfy { $0.count > index + 1 && $0[index] == first[index] }
    }.count
  }
}
