package import SwiftSyncValues

/// Counts unknown keys by their path without indexes (A20).
///
/// Keys under `ignore:` are not counted. Their paths are those of the counts, so that reports show
/// what to write there.
///
/// There is one object for each chain of relationships from the applied row to a nested one, so
/// that counting creates no strings.
package final class UnknownKeys: UnknownKeyCounter {
  private final class Counter {
    let prefix: String
    let known: KeyTrie
    var table = KeyTable()
    var counts: [Int] = []
    /// Whether the schema ignores each key.
    var isIgnored: [Bool] = []

    init(prefix: String, besides known: KeyTrie) {
      self.prefix = prefix
      self.known = known
    }
  }

  /// The number of keys of an object for which a suggestion is searched, so that reports of any
  /// payload are fast.
  private static let suggestionLimit = 100

  /// The path of the object, followed by a dot; empty at the top level.
  private let prefix: String
  /// Keys of the same object that the enclosing row reads by deep paths.
  private let alsoKnown: KeyTrie?
  /// For rows of several entities, the path of the tag that distinguishes them.
  private let tag: [String]
  /// The paths that the schema ignores, from the row that is applied.
  private let ignored: [String]
  /// Keys of a document outside its rows, by path.
  private var others: [String: (count: Int, known: [String])] = [:]
  private var counters: [ObjectIdentifier: Counter] = [:]
  private var nested: [String: UnknownKeys] = [:]
  /// The counter that was looked up last, which the next row usually needs again.
  private var lastNested: (path: String, keys: UnknownKeys)?
  /// The counts of the row that is being read, at all depths.
  private let latest: Journal

  private final class Journal {
    var counts: [(counter: Counter, position: Int)] = []
  }

  /// - Parameter ignored: The paths that are not counted.
  package init(ignoring ignored: [String] = []) {
    prefix = ""
    alsoKnown = nil
    tag = []
    self.ignored = ignored
    latest = Journal()
  }

  private init(
    prefix: String, alsoKnown: KeyTrie?, tag: [String] = [], ignoring ignored: [String],
    _ latest: Journal
  ) {
    self.prefix = prefix
    self.alsoKnown = alsoKnown
    self.tag = tag
    self.ignored = ignored
    self.latest = latest
  }

  package func count(_ key: JSONSlice, in keys: KeyTrie) {
    if keys.ignores(key) { return }
    if let alsoKnown, keys.path.isEmpty, alsoKnown.knows(key) { return }
    if !tag.isEmpty, isTag(key, in: keys) { return }
    let counter = counter(for: keys)
    var position = counter.table.position(of: key, hint: counter.counts.count)
    if position < 0 {
      position = counter.table.insert(key)
      counter.counts.append(0)
      let name = counter.table.withKey(at: position, \.shownKey)
      counter.isIgnored.append(ignores(counter.prefix + name))
    }
    if counter.isIgnored[position] { return }
    counter.counts[position] += 1
    latest.counts.append((counter, position))
  }

  /// Whether a path, or an object around it, is ignored.
  private func ignores(_ path: String) -> Bool {
    ignored.contains { path == $0 || path.hasPrefix($0 + ".") }
  }

  /// The counter of rows or values nested under a path of keys.
  ///
  /// - Parameter own: The paths that the entity of the rows ignores.
  func nested(
    under path: String, ignoring own: @autoclosure () -> [String] = [], alsoKnown: KeyTrie?
  ) -> UnknownKeys {
    if let lastNested, lastNested.path == path { return lastNested.keys }
    let keys: UnknownKeys
    if let known = nested[path] {
      keys = known
    } else {
      let start = "\(prefix)\(ValuePath.withoutLists(path))."
      keys = UnknownKeys(
        prefix: start, alsoKnown: alsoKnown, ignoring: ignored + own().map { start + $0 }, latest)
    }
    nested[path] = keys
    lastNested = (path, keys)
    return keys
  }

  package func counter(under path: String) -> any UnknownKeyCounter {
    nested(under: path, alsoKnown: nil)
  }

  /// The counter of the rows of an entity at a path of a document.
  ///
  /// - Parameter tag: The path of the tag that determines the entity, which is a known key.
  func rows(at path: String, of plan: EntityPlan, taggedBy tag: [String]) -> UnknownKeys {
    let name = "\(path) \(plan.index)"
    if let known = nested[name] { return known }
    let new = UnknownKeys(
      prefix: "\(path).", alsoKnown: nil, tag: tag,
      ignoring: plan.metadata.ignoredKeys.map { "\(path).\($0)" }, latest)
    nested[name] = new
    return new
  }

  /// Counts a key of a document.
  func count(_ path: String, besides known: [String]) {
    others[path, default: (0, known)].count += 1
  }

  private func isTag(_ key: JSONSlice, in keys: KeyTrie) -> Bool {
    let path = keys.path.split(separator: ".").map(String.init)
    return path.count < tag.count && tag.starts(with: path) && key.isSame(as: tag[path.count])
  }

  /// Keeps the counts of the row that was read last.
  func keepLatest() {
    if !latest.counts.isEmpty { latest.counts = [] }
  }

  /// Drops the counts of a row that must be read again.
  func dropLatest() {
    for (counter, position) in latest.counts { counter.counts[position] -= 1 }
    latest.counts = []
  }

  /// The counts by path.
  var counts: [String: Int] {
    var result = others.mapValues(\.count)
    for counter in counters.values {
      for (position, count) in counter.counts.enumerated() where count > 0 {
        let key = counter.table.withKey(at: position, \.shownKey)
        result[counter.prefix + key, default: 0] += count
      }
    }
    for unknown in nested.values { result.merge(unknown.counts, uniquingKeysWith: +) }
    return result
  }

  /// The known key of the same object that may be meant, by the paths of `counts`.
  var suggestions: [String: String] {
    var result: [String: String] = [:]
    for counter in counters.values {
      let known = counter.known.entries.map(\.key)
      for position in counter.counts.indices.prefix(Self.suggestionLimit)
      where counter.counts[position] > 0 {
        let key = counter.table.key(at: position)
        guard let nearest = KeySuggestion.nearest(to: key, in: known) else { continue }
        let path = counter.prefix + counter.table.withKey(at: position, \.shownKey)
        result[path] = String(decoding: nearest, as: UTF8.self)
      }
    }
    for (path, key) in others {
      let name = path.split(separator: ".").last.map { Array($0.utf8) } ?? []
      let known = key.known.map { Array($0.utf8) }
      guard let nearest = KeySuggestion.nearest(to: name, in: known) else { continue }
      result[path] = String(decoding: nearest, as: UTF8.self)
    }
    for unknown in nested.values { result.merge(unknown.suggestions) { first, _ in first } }
    return result
  }

  private func counter(for keys: KeyTrie) -> Counter {
    if let known = counters[ObjectIdentifier(keys)] { return known }
    let counter = Counter(
      prefix: keys.path.isEmpty ? prefix : "\(prefix)\(keys.countedPath).", besides: keys)
    counters[ObjectIdentifier(keys)] = counter
    return counter
  }
}
