import SyncGenSchema

/// How the declarations that the compiler refused are written, each of them once.
struct Weakenings {
  enum Outcome: Hashable {
    /// Without some settings, named by their keys, for a reason.
    case without([String], String)
    /// A phrase such as `is left out: …`.
    case other(String)
  }

  private struct Declaration: Hashable {
    let place: String
    let title: String
  }

  private var outcomes: [Declaration: Outcome] = [:]

  /// Replaces the previous outcome, except that settings that were left out remain so.
  mutating func add(_ title: String, at place: String, _ outcome: Outcome) {
    let declaration = Declaration(place: place, title: title)
    if case .without(let earlier, _)? = outcomes[declaration],
      case .without(let keys, let reason) = outcome
    {
      outcomes[declaration] = .without(
        earlier + keys.filter { !earlier.contains($0) }, reason)
    } else {
      outcomes[declaration] = outcome
    }
  }

  var remarks: [ImportRemark] {
    outcomes.map { ImportRemark(at: $0.key.place, "\($0.key.title) \($0.value.phrase)") }
      .sorted { ($0.place, $0.message) < ($1.place, $1.message) }
  }
}

extension Weakenings.Outcome {
  fileprivate var phrase: String {
    switch self {
    case .without(let keys, let reason):
      let lost = keys.map { "'\($0)'" }.joined(separator: ", ")
      return "is written \(keys.isEmpty ? "in a simpler form" : "without " + lost): \(reason)"
    case .other(let phrase): return phrase
    }
  }
}

extension [ImportRemark] {
  /// The remarks without repetitions.
  var distinct: [ImportRemark] {
    var seen: Set<ImportRemark> = []
    return filter { seen.insert($0).inserted }
  }
}
