import SyncGenDiagnostics
import SyncGenYAML

/// Reads `generate:` of a schema.
enum GenerationReader {
  /// - Parameter usual: The output folder if none is stated.
  static func read(
    _ node: YAMLNode?, output usual: String, into bag: inout DiagnosticBag
  ) -> GenerationOptions {
    let keys = node.flatMap { KeyedNodes<GenerateKey>($0, of: "'generate'", into: &bag) }
    let output = keys?[.output]?.text(for: "'output' of 'generate'", into: &bag)?.value
    let access = keys?[.access]?.choice(
      of: GenerationOptions.Access.self, for: "'access' of 'generate'", into: &bag)?.value
    let folders = keys?[.templates]?.texts(for: "'templates' of 'generate'", into: &bag)
    let options = GenerationOptions(
      output: output ?? usual, access: access ?? .internal,
      sets: keys?[.sets].map { sets($0, of: "'generate'", into: &bag) }
        ?? GenerationOptions.defaultSets,
      templateFolders: folders?.map(\.value) ?? [],
      history: keys?[.history]?.choice(
        of: GenerationOptions.History.self, for: "'history' of 'generate'", into: &bag)?.value
        ?? .used,
      cloudKit: keys.flatMap { cloudKit(in: $0, .cloudkit, .sets, of: "'generate'", into: &bag) },
      outputSpan: keys?[.output]?.span, setsSpan: keys?[.sets]?.span,
      templatesSpan: keys?[.templates]?.span)
    guard let outputs = keys?[.outputs] else { return options }
    return options.with(outputs: OutputReader.read(outputs, beside: options, into: &bag))
  }

  /// Reads the first version that CloudKit mirrors, of which `true` makes the first of all.
  static func cloudKit<Key: LanguageKey>(
    in keys: KeyedNodes<Key>, _ key: Key, _ sets: Key, of owner: String,
    into bag: inout DiagnosticBag
  ) -> Located<Int>? {
    guard let node = keys[key], let place = keys.keySpan(key) else { return nil }
    guard let since = firstMirrored(node, of: owner, into: &bag) else { return nil }
    guard case .sequence(let items)? = keys[sets]?.content,
      items.contains(where: { $0.scalar?.text == "swiftdata" })
    else {
      bag.add(
        .misplacedKey(key, of: owner, belongs: "an output with the 'swiftdata' set", at: place))
      return nil
    }
    return since
  }

  private static func firstMirrored(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> Located<Int>? {
    switch node.plainText {
    case "true": return Located(1, at: node.span)
    case "false": return nil
    case let text?:
      if let version = CanonicalNumber.integer(text), (1...Int64(Int32.max)).contains(version) {
        return Located(Int(version), at: node.span)
      }
    case nil: break
    }
    bag.add(
      .wrongShape(
        "'cloudkit' of \(owner)", expected: "'true', 'false' or the number of a version",
        found: node))
    return nil
  }

  /// Reads a list of built-in sets.
  static func sets(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> [String] {
    var sets: [String] = []
    for set in node.texts(for: "'sets' of \(owner)", into: &bag) ?? [] {
      if !GenerationOptions.knownSets.contains(set.value) {
        bag.add(.unknownSet(set, known: GenerationOptions.knownSets))
      } else if !sets.contains(set.value) {
        sets.append(set.value)
      }
    }
    return sets
  }
}

/// Reads the items of `outputs` under `generate`.
enum OutputReader {
  private static let owner = "an item of 'outputs'"

  /// - Parameter first: The options of the schema, which apply where an item cannot differ.
  static func read(
    _ node: YAMLNode, beside first: GenerationOptions, into bag: inout DiagnosticBag
  ) -> [GenerationOptions] {
    guard case .sequence(let items) = node.content else {
      bag.add(.wrongShape("'outputs' of 'generate'", expected: "a list", found: node))
      return []
    }
    return items.compactMap { item in
      KeyedNodes<OutputKey>(item, of: owner, into: &bag).flatMap {
        options($0, beside: first, into: &bag)
      }
    }
  }

  private static func options(
    _ keys: KeyedNodes<OutputKey>, beside first: GenerationOptions, into bag: inout DiagnosticBag
  ) -> GenerationOptions? {
    let output = keys.required(.output, of: owner, at: keys.span, into: &bag)?
      .text(for: "'output' of \(owner)", into: &bag)
    let seconds = keys[.timeout]?.integer(
      for: "'timeout' of \(owner)", atLeast: 1, into: &bag)?.value
    let program = keys[.program].flatMap {
      command($0, .program, seconds: seconds, into: &bag)
    }
    let formatter = keys[.format].flatMap {
      command($0, .format, seconds: seconds, into: &bag)
    }
    let params = keys[.params].map {
      Annotations(all: $0.pairs(for: "'params' of \(owner)", into: &bag))
    }
    checkSource(of: keys, into: &bag)
    guard let output else { return nil }
    return GenerationOptions(
      output: output.value, access: first.access,
      sets: keys[.sets].map { GenerationReader.sets($0, of: owner, into: &bag) } ?? [],
      templateFolders: keys[.templates].map { folders($0, into: &bag) } ?? [],
      history: first.history,
      cloudKit: GenerationReader.cloudKit(in: keys, .cloudkit, .sets, of: owner, into: &bag),
      outputSpan: output.span, setsSpan: keys[.sets]?.span ?? keys.span,
      templatesSpan: keys[.templates]?.span
    ).with(params: params ?? .none, program: program, formatter: formatter)
  }

  /// One folder, or a list of them.
  private static func folders(_ node: YAMLNode, into bag: inout DiagnosticBag) -> [String] {
    let what = "'templates' of \(owner)"
    if node.scalar != nil { return node.text(for: what, into: &bag).map { [$0.value] } ?? [] }
    return node.texts(for: what, into: &bag)?.map(\.value) ?? []
  }

  private static func command(
    _ node: YAMLNode, _ key: OutputKey, seconds: Int?, into bag: inout DiagnosticBag
  ) -> StatedCommand? {
    let what = "'\(key.rawValue)' of \(owner)"
    guard let words = node.texts(for: what, into: &bag) else { return nil }
    guard !words.isEmpty else {
      bag.add(
        .wrongShape(
          what, expected: "a list", item: "item, the name of a program", found: node))
      return nil
    }
    if key == .format, !words.dropFirst().contains(where: { $0.value == StatedCommand.files }) {
      bag.add(.formatWithoutFiles(at: node.span))
      return nil
    }
    return StatedCommand(
      words: words.map(\.value), seconds: seconds ?? StatedCommand.usualSeconds, span: node.span)
  }

  /// Reports an item that generates nothing, and keys that exclude each other.
  private static func checkSource(of keys: KeyedNodes<OutputKey>, into bag: inout DiagnosticBag) {
    if let program = keys.keySpan(.program), keys[.templates] != nil || keys[.sets] != nil {
      bag.add(
        .misplacedKey(
          OutputKey.program, of: owner, belongs: "an item without 'templates' and 'sets'",
          at: program))
    }
    if [.program, .templates, .sets].allSatisfy({ keys[$0] == nil }) {
      bag.add(.outputWithoutSource(at: keys.span))
    }
    if let timeout = keys.keySpan(.timeout), keys[.program] == nil, keys[.format] == nil {
      bag.add(
        .misplacedKey(
          OutputKey.timeout, of: owner, belongs: "an item with 'program' or 'format'",
          at: timeout))
    }
  }
}

extension Diagnostic {
  fileprivate static func formatWithoutFiles(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .wrongShape, "'format' of an item of 'outputs' does not say where its files go", at: span,
      notes: [
        Note("add an argument \"\(StatedCommand.files)\", which stands for their paths", at: span)
      ])
  }

  fileprivate static func outputWithoutSource(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .missingKey, "an item of 'outputs' says nothing about what is generated", at: span,
      notes: [Note("add 'templates', 'sets' or 'program'", at: span)])
  }
}

extension GenerationOptions {
  /// The default sets, if `sets:` does not state any.
  package static let defaultSets = ["swift", "sql"]
  /// All built-in sets.
  package static let knownSets = [
    "swift", "sql", "patch", "swiftdata", "grdb", "mermaid", "html", "json-schema", "openapi",
    "fixtures",
  ]
}
