extension ImportedSchema {
  /// Drops the value types and enums of what became JSON after all.
  mutating func dropUnusedTypes() {
    var used = Set(answers.filter(\.isDocument).map(\.target))
    var waiting = entities.flatMap(\.attributes).compactMap(\.type.mentioned) + used
    let types = Dictionary(types.map { ($0.name, $0.content.fields) }) { first, _ in first }
    while let name = waiting.popLast() {
      used.insert(name)
      let mentioned = types[name, default: []].compactMap(\.type.mentioned)
      waiting += mentioned.filter { !used.contains($0) }
    }
    self.types.removeAll { !used.contains($0.name) }
    enums.removeAll { !used.contains($0.name) }
  }
}
