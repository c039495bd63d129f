/// Values by key, always in the order of the keys.
package struct TemplateDictionary: Sendable {
  package typealias Entry = (key: String, value: TemplateValue)

  package let entries: [Entry]

  /// Sorts the entries; of entries with the same key the last one wins.
  package init(_ entries: [Entry]) {
    var latest: [String: TemplateValue] = [:]
    for entry in entries { latest[entry.key] = entry.value }
    self.init(latest)
  }

  package init(_ values: [String: TemplateValue]) {
    entries = values.map { (key: $0.key, value: $0.value) }.sorted { $0.key < $1.key }
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
