import SyncGenDiagnostics

/// A pending `break` or `continue` with its target loop.
struct Jump {
  let isBreak: Bool
  /// The loop's position in the list of running loops.
  let loop: Int
}

extension RenderRun {
  mutating func render(_ node: LoopNode) throws(RenderFailure) {
    var rounds = try rounds(of: node)
    if let condition = node.header.condition {
      rounds = try filtered(rounds, by: condition, node)
    }
    guard !rounds.isEmpty else {
      try checkDepth(at: node.range)
      scope.push()
      defer { scope.pop() }
      return try render(node.emptyNodes)
    }
    try checkDepth(at: node.range)
    let level = loops.count
    let state = LoopState(count: rounds.count, label: node.header.label, parent: loops.last)
    loops.append(state)
    scope.push()
    scope.set(.forloop, .object(state))
    defer {
      scope.pop()
      loops.removeLast()
    }
    for (index, round) in rounds.enumerated() {
      state.index = index
      try render(node, round)
      guard let jump else { continue }
      if jump.loop == level { self.jump = nil }
      if jump.isBreak || jump.loop < level { return }
    }
  }

  private mutating func render(
    _ node: LoopNode, _ round: TemplateValue
  ) throws(RenderFailure) {
    try countRound(at: node.range)
    // A separate frame, so that a loop variable may be called `forloop`, and the effect of `set`
    // ends with it.
    scope.push()
    defer { scope.pop() }
    try bind(round, node)
    try render(node.nodes)
  }

  private mutating func filtered(
    _ rounds: [TemplateValue], by condition: TemplateExpression, _ node: LoopNode
  ) throws(RenderFailure) -> [TemplateValue] {
    var kept: [TemplateValue] = []
    for round in rounds {
      try countRound(at: node.range)
      scope.push()
      defer { scope.pop() }
      try bind(round, node)
      if try isTrue(condition) { kept.append(round) }
    }
    return kept
  }

  /// The elements of the loop; for a dictionary, pairs of key and value.
  private mutating func rounds(of node: LoopNode) throws(RenderFailure) -> [TemplateValue] {
    let value = try evaluateSource(node.header.source)
    switch value {
    case .array(let values): return values
    case .dictionary(let entries): return entries.entries.map { Self.pair($0) }
    case .object(let object): return object.sortedMembers.map { Self.pair($0) }
    default: return []
    }
  }

  private static func pair(_ entry: TemplateDictionary.Entry) -> TemplateValue {
    .object(KeyValuePair(key: entry.key, value: entry.value))
  }

  private mutating func bind(_ round: TemplateValue, _ node: LoopNode) throws(RenderFailure) {
    let names = node.header.variables
    let parts: [TemplateValue]
    switch round {
    case .object(let object as KeyValuePair): parts = [.string(object.key), object.value]
    case _ where names.count == 1:
      if let name = names[0] { scope.set(name, round) }
      return
    case .array(let values): parts = values
    default: parts = [round] + names.dropFirst().map { _ in .undefined }
    }
    guard names.count <= parts.count else {
      throw failure(
        .templateLoop, "\(names.count) loop variables, but the element has \(parts.count) values",
        at: node.range)
    }
    for (name, part) in zip(names, parts) {
      if let name { scope.set(name, part) }
    }
  }

  mutating func leave(_ node: JumpNode) throws(RenderFailure) {
    var level = loops.indices.last
    if let label = node.label {
      level = loops.lastIndex { $0.label === label }
      guard level != nil else {
        throw failure(
          .templateLoop, "no enclosing loop is labeled '\(label.text)'", at: node.range,
          suggestion: Suggestion.nearest(to: label.text, in: loops.compactMap(\.label?.text)))
      }
    }
    guard let level else {
      throw failure(.templateLoop, "there is no enclosing loop", at: node.range)
    }
    jump = Jump(isBreak: node.isBreak, loop: level)
  }

  mutating func map(_ node: MapNode) throws(RenderFailure) {
    let source = try evaluateSource(node.source)
    guard case .array(let values) = source, !values.isEmpty else {
      let isEmpty = if case .array = source { true } else { source.isNothing }
      if node.definesEmptyList, isEmpty { scope.set(node.result, .array([])) }
      return
    }
    try checkDepth(at: node.range)
    var texts: [TemplateValue] = []
    for (index, value) in values.enumerated() {
      try countRound(at: node.range)
      scope.push()
      defer { scope.pop() }
      scope.set(
        .maploop, .object(MapLoopState(index: index, count: values.count, item: value)))
      if let variable = node.variable { scope.set(variable, value) }
      texts.append(
        .string(try capture { run throws(RenderFailure) in try run.render(node.nodes) }))
      if jump != nil { return }
    }
    scope.set(node.result, .array(texts))
  }
}

/// An entry of a dictionary during a loop over it.
final class KeyValuePair: TemplateObject {
  let key: String
  let value: TemplateValue

  init(key: String, value: TemplateValue) {
    self.key = key
    self.value = value
  }

  func member(_ name: TemplateName) -> TemplateValue? {
    switch name.text {
    case "key", "0": .string(key)
    case "value", "1": value
    default: nil
    }
  }

  var memberNames: [String] { ["key", "value"] }
}
