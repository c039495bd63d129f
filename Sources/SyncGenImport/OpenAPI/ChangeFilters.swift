import SyncGenSchema

/// Parameters of requests for what has changed.
enum ChangeFilters {
  private static let names: Set<String> = [
    "delta", "delta_token", "last_knowledge_of_server", "server_knowledge", "since", "sync_token",
  ]
  private static let changes: Set<String> = ["changed", "modified", "updated"]

  /// Whether a parameter limits a response to what has changed since the last request, as
  /// `updated_since` does.
  static func isOne(_ parameter: ImportedAttribute) -> Bool {
    let name = PageSigns.snake(parameter.name)
    if names.contains(name) || name.hasSuffix("_since") { return true }
    let words = Set(name.split(separator: "_").map(String.init))
    if words.contains("after"), !words.isDisjoint(with: changes) { return true }
    let text = (parameter.documentation ?? "").lowercased().split { !$0.isLetter }.map(String.init)
    return zip(text, text.dropFirst()).contains { changes.contains($0) && $1 == "since" }
  }
}
