import SyncGenDiagnostics
import SyncGenYAML

/// Reads the parts of a schema file other than enums and entities.
enum SchemaHeaderReader {
  static func read(
    _ keys: KeyedNodes<TopKey>, path: String, _ file: SchemaFileName,
    into bag: inout DiagnosticBag
  ) -> SchemaDeclaration {
    let version = version(keys, into: &bag)
    let name = name(keys, file, into: &bag) ?? Located("", at: SourceSpan(path: path))
    return SchemaDeclaration(
      name: name,
      version: version,
      documentation: keys[.doc]?.text(for: "'doc'", into: &bag)?.value,
      generation: generation(keys[.generate], output: file.output(of: name.value), into: &bag),
      conventions: ConventionsDeclaration.read(keys[.conventions], into: &bag),
      migrations: keys[.migrations].map {
        MigrationReader.read($0, version: version.value, into: &bag)
      } ?? [],
      oldestVersion: oldestVersion(keys[.oldestVersion], version: version.value, into: &bag),
      adopt: keys[.adopt].flatMap { adoption($0, into: &bag) },
      lint: keys[.lint].map { LintSettingReader.read($0, of: "the schema", into: &bag) } ?? [],
      api: keys[.api], annotations: keys.annotations)
  }

  private static func name(
    _ keys: KeyedNodes<TopKey>, _ file: SchemaFileName, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let node = keys[.name] else {
      let place = keys.keySpan(.swiftsync) ?? keys.span
      if let name = file.schemaName { return Located(name, at: place) }
      bag.add(.missingName(at: place))
      return nil
    }
    guard let name = node.text(for: "'name'", into: &bag) else { return nil }
    if !NameRule.isUpperCamelCase(name.value) {
      bag.add(.invalidName(name, of: "schema", style: .upperCamelCase))
    }
    return name
  }

  private static func version(
    _ keys: KeyedNodes<TopKey>, into bag: inout DiagnosticBag
  ) -> Located<Int> {
    let place = keys.keySpan(.swiftsync) ?? keys.span
    let node = keys[.version]
    let version = node?.integer(for: "'version'", atLeast: 1, into: &bag) ?? Located(1, at: place)
    let maximum = Int(Int32.max)
    guard version.value <= maximum else {
      if let node {
        bag.add(.notAnInteger("'version'", atLeast: 1, atMost: maximum, found: node))
      }
      return Located(1, at: place)
    }
    return version
  }

  private static func oldestVersion(
    _ node: YAMLNode?, version: Int, into bag: inout DiagnosticBag
  ) -> Located<Int>? {
    guard let oldest = node?.integer(for: "'oldest-version'", atLeast: 1, into: &bag) else {
      return nil
    }
    if oldest.value > version {
      bag.add(.unsupportedVersion(oldest.value, version: version, at: oldest.span))
    }
    return oldest
  }

  private static func adoption(
    _ node: YAMLNode, into bag: inout DiagnosticBag
  ) -> Located<Adoption>? {
    if node.scalar?.text == Adoption.readOnly.rawValue { return Located(.readOnly, at: node.span) }
    if let scalar = node.scalar, !["true", "false"].contains(scalar.text.lowercased()) {
      bag.add(
        .unknownValue(
          scalar.text, for: "'adopt'", known: Adoption.allCases.map(\.rawValue), at: node.span))
      return nil
    }
    return node.flag(for: "'adopt'", into: &bag).map {
      Located($0.value ? .shared : .none, at: $0.span)
    }
  }

  /// - Parameter usual: The output folder if none is stated.
  private static func generation(
    _ node: YAMLNode?, output usual: String, into bag: inout DiagnosticBag
  ) -> GenerationOptions {
    let keys = node.flatMap { KeyedNodes<GenerateKey>($0, of: "'generate'", into: &bag) }
    let output = keys?[.output]?.text(for: "'output' of 'generate'", into: &bag)?.value
    let access = keys?[.access]?.choice(
      of: GenerationOptions.Access.self, for: "'access' of 'generate'", into: &bag)?.value
    let folders = keys?[.templates]?.texts(for: "'templates' of 'generate'", into: &bag)
    return GenerationOptions(
      output: output ?? usual, access: access ?? .internal,
      sets: sets(keys?[.sets], into: &bag), templateFolders: folders?.map(\.value) ?? [],
      history: keys?[.history]?.choice(
        of: GenerationOptions.History.self, for: "'history' of 'generate'", into: &bag)?.value
        ?? .used,
      outputSpan: keys?[.output]?.span, setsSpan: keys?[.sets]?.span,
      templatesSpan: keys?[.templates]?.span)
  }

  private static func sets(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> [String] {
    guard let node else { return GenerationOptions.defaultSets }
    var sets: [String] = []
    for set in node.texts(for: "'sets' of 'generate'", into: &bag) ?? [] {
      if !GenerationOptions.knownSets.contains(set.value) {
        bag.add(.unknownSet(set, known: GenerationOptions.knownSets))
      } else if !sets.contains(set.value) {
        sets.append(set.value)
      }
    }
    return sets
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
