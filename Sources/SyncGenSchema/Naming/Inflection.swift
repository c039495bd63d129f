/// English plurals and singulars of names in snake_case. The last word is inflected.
///
/// Both directions use the same tables, so that `singular(plural(word))` is the original word.
/// Homographs are resolved to the word that is usual in schemas: `bases` to `base`, `axes` to
/// `axis`.
package enum Inflection {
  /// The plural: `task_items` for `task_item`, `people` for `person`, `series` for `series`.
  package static func plural(_ name: String) -> String {
    inflected(name, by: pluralOfWord)
  }

  /// The singular: `task_item` for `task_items`. A word that is not a plural is not changed.
  package static func singular(_ name: String) -> String {
    inflected(name, by: singularOfWord)
  }

  private static func inflected(_ name: String, by rule: (String) -> String) -> String {
    guard let underscore = name.lastIndex(of: "_") else { return rule(name) }
    let start = name.index(after: underscore)
    return name[..<start] + rule(String(name[start...]))
  }

  private static func pluralOfWord(_ word: String) -> String {
    if word.isEmpty || InflectionTable.uncountable.contains(word) { return word }
    if let plural = InflectionTable.irregularPlural(of: word) { return plural }
    if let last = word.utf8.last, (48...57).contains(last) { return word + "s" }
    if word.hasSuffix("sis") { return word.dropLast(2) + "es" }
    if word.hasSuffix("y"), !endsInVowelAndY(word) { return word.dropLast() + "ies" }
    if InflectionTable.sibilants.contains(where: word.hasSuffix) { return word + "es" }
    return word + "s"
  }

  private static func endsInVowelAndY(_ word: String) -> Bool {
    word.dropLast().last.map { "aeiou".contains($0) } ?? true
  }

  private static func singularOfWord(_ word: String) -> String {
    if word.isEmpty || InflectionTable.uncountable.contains(word) { return word }
    if let singular = InflectionTable.irregularSingular(of: word) { return singular }
    guard word.hasSuffix("s"), !InflectionTable.isSingularInS(word) else { return word }
    if ["yses", "theses", "gnoses"].contains(where: word.hasSuffix) {
      return word.dropLast(2) + "is"
    }
    if word.hasSuffix("ies"), word.utf8.count > 4 {
      return InflectionTable.singularsInIE.contains(String(word.dropLast()))
        ? String(word.dropLast()) : word.dropLast(3) + "y"
    }
    return InflectionTable.losesES(word) ? String(word.dropLast(2)) : String(word.dropLast())
  }
}
