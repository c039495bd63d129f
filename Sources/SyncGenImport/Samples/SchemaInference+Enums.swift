import SwiftSyncValues
import SyncGenSchema

/// Enums of strings.
extension SchemaInference {
  /// Keys with more possible values than the sample shows.
  private static let open: Set<String> = [
    "tag", "label", "keyword", "category", "topic", "hashtag", "name", "username", "login", "slug",
    "id", "key", "currency", "locale", "language", "lang", "country", "timezone", "city", "title",
    "sku",
  ]

  mutating func enumName(
    of texts: TextFacts, key: String, owner: String, at source: String
  ) -> String? {
    let listed = texts.distinct.listed
    let snake = ImportNames.snake(key, NameStyle())
    let last = snake.split(separator: "_").last.map { Inflection.singular(String($0)) } ?? ""
    guard !Self.open.contains(last), texts.count >= 20, texts.words == texts.count, !listed.isEmpty,
      listed.count * 2 <= texts.count, listed.count > 1
    else { return nil }
    let values = listed.map { String(decoding: $0.value, as: UTF8.self) }
    let known = enums.first { $0.cases.map(\.value).sorted() == values.sorted() }
    if let known, known.name.hasSuffix(snake) { return known.name }
    // `issue_type` from `issue` and `issue_type`.
    let words = snake.split(separator: "_")
    let isTwice = words.count > 1 && owner.split(separator: "_").last == words[0]
    let own = owner + "_" + (isTwice ? words.dropFirst().joined(separator: "_") : snake)
    var name = own
    var count = 2
    while enums.contains(where: { $0.name == name }) || types[name] != nil
      || allGroups.contains(where: { $0.name == name })
    {
      name = "\(own)_\(count)"
      count += 1
    }
    var model = ImportedEnum(name, values.map { ImportedEnum.Case($0) }, at: source)
    model.notes = [.guessed(.enumeration, "from \(texts.count) strings")]
    enums.append(model)
    return name
  }
}
