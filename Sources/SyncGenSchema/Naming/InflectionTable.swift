/// The words that `Inflection` cannot inflect by their endings.
enum InflectionTable {
  static let uncountable: Set<String> = [
    "advice", "aircraft", "athletics", "audio", "bison", "cash", "chassis", "clothes", "corps",
    "crossroads", "data", "deer", "economics", "equipment", "ethics", "evidence", "feedback",
    "firmware", "fish", "furniture", "gear", "hardware", "headquarters", "homework", "hovercraft",
    "information", "jeans", "knowledge", "luggage", "mathematics", "means", "media", "merchandise",
    "metadata", "money", "moose", "music", "news", "offspring", "pants", "physics", "police",
    "politics", "research", "rice", "salmon", "scissors", "series", "sheep", "shrimp", "software",
    "spacecraft", "spam", "species", "staff", "statistics", "stuff", "swine", "traffic", "trousers",
    "trout", "weather", "wildlife",
  ]

  /// The plural of a word, or of a word that ends in it (`salesperson`, `bookshelf`).
  private static let irregularEndings: [(singular: String, plural: String)] = [
    ("person", "people"), ("child", "children"), ("woman", "women"), ("man", "men"),
    ("tooth", "teeth"), ("foot", "feet"), ("goose", "geese"), ("mouse", "mice"),
    ("knife", "knives"), ("wife", "wives"), ("life", "lives"), ("shelf", "shelves"),
    ("half", "halves"), ("wolf", "wolves"), ("leaf", "leaves"), ("loaf", "loaves"),
    ("thief", "thieves"), ("calf", "calves"), ("yourself", "yourselves"), ("quiz", "quizzes"),
    ("matrix", "matrices"), ("vertex", "vertices"),
  ]

  private static let irregularWords: [(singular: String, plural: String)] = [
    ("alumnus", "alumni"), ("axis", "axes"), ("ox", "oxen"), ("die", "dice"), ("louse", "lice"),
    ("elf", "elves"), ("self", "selves"), ("scarf", "scarves"), ("sheaf", "sheaves"),
    ("criterion", "criteria"), ("phenomenon", "phenomena"), ("nucleus", "nuclei"),
    ("stimulus", "stimuli"), ("cactus", "cacti"), ("fungus", "fungi"), ("radius", "radii"),
    ("syllabus", "syllabi"), ("crisis", "crises"), ("oasis", "oases"), ("synopsis", "synopses"),
    ("ellipsis", "ellipses"), ("emphasis", "emphases"),
    ("hero", "heroes"), ("potato", "potatoes"), ("tomato", "tomatoes"), ("echo", "echoes"),
    ("veto", "vetoes"), ("torpedo", "torpedoes"), ("embargo", "embargoes"), ("cargo", "cargoes"),
    ("basis", "bases"), ("base", "bases"), ("niche", "niches"), ("cache", "caches"),
    ("ache", "aches"), ("headache", "headaches"), ("psyche", "psyches"), ("axe", "axes"),
  ]

  /// Words in `-man` that are not formed with "man".
  private static let regularInMan: Set<String> = [
    "human", "german", "roman", "talisman", "shaman", "ottoman", "norman", "caiman",
  ]

  /// Words in `-men` that are singular.
  private static let singularsInMen: Set<String> = [
    "specimen", "regimen", "omen", "abdomen", "acumen",
  ]

  /// Endings whose plural is formed with `-es`.
  static let sibilants = ["s", "x", "z", "ch", "sh"]

  /// Singulars in `-ie`; other words in `-ies` end in `-y`.
  static let singularsInIE: Set<String> = [
    "movie", "cookie", "zombie", "selfie", "calorie", "brownie", "rookie", "genie", "pixie",
    "hoodie",
    "smoothie", "prairie", "eerie", "specie", "sortie", "freebie", "newbie", "bookie", "foodie",
    "auntie", "birdie", "goalie", "indie", "laddie", "magpie", "necktie", "veggie", "walkie",
  ]

  /// Singulars in `-use`; others in `-uses` end in `-us`.
  private static let singularsInUSE: Set<String> = [
    "use", "fuse", "muse", "ruse", "abuse", "excuse", "reuse", "misuse", "accuse", "refuse",
    "recluse",
    "hypotenuse",
  ]

  /// Words in a single `s` that end neither in `-us` nor in `-is`; others in `-ses` end in `-se`.
  private static let singularsInS: Set<String> = [
    "gas", "lens", "alias", "canvas", "atlas", "bias", "iris", "trellis", "pelvis", "ibis",
    "pancreas",
    "chaos", "cosmos", "christmas", "texas", "yes", "as", "os", "dns", "gps", "sms", "mms", "css",
    "ios",
    "tennis", "debris", "kudos", "ethos", "pathos", "rhinoceros", "this", "always", "plus", "sos",
  ]

  private static let pluralsByWord = Dictionary(
    irregularWords.map { ($0.singular, $0.plural) }, uniquingKeysWith: { first, _ in first })
  private static let singularsByWord = Dictionary(
    irregularWords.filter { !["basis", "axe"].contains($0.singular) }
      .map { ($0.plural, $0.singular) }, uniquingKeysWith: { first, _ in first })

  /// `irregularEndings` by the last letter of the word that is looked up, in order.
  private static let endingsOfSingulars = Dictionary(
    grouping: irregularEndings, by: { $0.singular.utf8.last })
  private static let endingsOfPlurals = Dictionary(
    grouping: irregularEndings, by: { $0.plural.utf8.last })

  static func irregularPlural(of word: String) -> String? {
    if let plural = pluralsByWord[word] { return plural }
    guard let endings = endingsOfSingulars[word.utf8.last], !regularInMan.contains(word) else {
      return nil
    }
    return endings.first { word.hasSuffix($0.singular) }.map {
      word.dropLast($0.singular.count) + $0.plural
    }
  }

  static func irregularSingular(of word: String) -> String? {
    if let singular = singularsByWord[word] { return singular }
    guard let endings = endingsOfPlurals[word.utf8.last], !singularsInMen.contains(word) else {
      return nil
    }
    return endings.first { word.hasSuffix($0.plural) }.flatMap {
      let stem = word.dropLast($0.plural.count)
      return $0.plural == "lives" && stem.hasSuffix("o") ? nil : stem + $0.singular
    }
  }

  /// Plurals in `-us`; other words in `-us` are singulars.
  private static let pluralsInUS: Set<String> = [
    "menus", "gurus", "emus", "gnus", "tutus", "haikus", "flus", "bayous", "thous", "cpus", "gpus",
    "skus", "submenus",
  ]

  /// Whether a word that ends in `s` is already a singular: `status`, `address`, `analysis`,
  /// `lens`.
  static func isSingularInS(_ word: String) -> Bool {
    word.hasSuffix("ss") || word.hasSuffix("us") && !pluralsInUS.contains(word)
      || word.hasSuffix("sis")
      || singularsInS.contains(word)
  }

  /// Whether the singular of a word in `-s` lacks its last two letters: `boxes`, `buses`, `lenses`.
  static func losesES(_ word: String) -> Bool {
    let stem = word.dropLast(2)
    if ["sses", "shes", "ches", "xes", "zzes", "tzes"].contains(where: word.hasSuffix) {
      return true
    }
    guard word.hasSuffix("ses") else { return false }
    if word.hasSuffix("uses") {
      let isInUSE = ["ouses", "auses"].contains(where: word.hasSuffix)
      return !isInUSE && !singularsInUSE.contains(String(word.dropLast()))
    }
    return singularsInS.contains(String(stem))
  }
}
