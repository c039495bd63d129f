import SyncGenSchema

/// Determines which keys in rows contain rows of the same entity.
enum Kinship {
  private static let words: Set<String> = [
    "ancestor", "child", "dependency", "dependent", "descendant", "duplicate", "next", "parent",
    "predecessor", "previous", "related", "reply", "sibling", "similar", "sub_task", "subtask",
    "successor",
  ]
  private static let wordsOfPeople: Set<String> = [
    "contact", "followee", "follower", "following", "friend", "manager", "mentor", "partner",
    "report", "spouse", "subordinate", "supervisor",
  ]
  /// Words before the name of the entity.
  private static let prefixes: Set<String> = [
    "blocked", "blocking", "linked", "main", "original", "root", "sub", "super",
  ]

  private static let keysOfPeople: Set<String> = [
    "username", "user_name", "login", "email", "email_address", "display_name", "avatar_url",
    "avatar_urls", "first_name", "full_name",
  ]

  /// Whether rows with these keys are people or accounts.
  static func isPerson(_ keys: [String]) -> Bool {
    keys.contains { keysOfPeople.contains(ImportNames.snake($0, NameStyle())) }
  }

  /// Whether a name is like `parent`, `related_articles` or `subcategory`.
  static func isKin(_ name: String, of entity: String, isPerson: Bool) -> Bool {
    if name == entity || name == "sub" + entity { return true }
    let start = name.hasSuffix("_" + entity) ? String(name.dropLast(entity.utf8.count + 1)) : name
    let word = Inflection.singular(start)
    return words.contains(word) || isPerson && wordsOfPeople.contains(word)
      || start != name && prefixes.contains(word)
  }
}
