/// Values by key, always in the order of the keys.
package struct TemplateDictionary: Sendable {
  package typealias Entry = (key: String, value: TemplateValue)

  package let entries: [Entry]

  /// Sorts the entries. Of entries with the same key, the last one is kept.
  package init(_ entries: [Entry]) {
    if zip(entries, entries.dropFirst()).allSatisfy({ $0.key < $1.key }) {
      self.init(sorted: entries)
    } else {
      self.init(entries.reduce(into: [:]) { latest, entry in latest[entry.key] = entry.value })
    }
  }

  package init(_ values: [String: TemplateValue]) {
    self.init(sorted: values.map { (key: $0.key, value: $0.value) }.sorted { $0.key < $1.key })
  }

  private init(sorted entries: [Entry]) {
    self.entries = entries
  }

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count }
  package var keys: [String] { entries.map(\.key) }

  package subscript(key: String) -> TemplateValue? {
    if entries.count <= 8 { return entries.first { $0.key == key }?.value }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].key == key else { return nil }
    return entries[low].value
  }
}
