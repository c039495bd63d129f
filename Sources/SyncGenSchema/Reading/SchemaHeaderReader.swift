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
      generation: GenerationReader.read(
        keys[.generate], output: file.output(of: name.value), into: &bag),
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
}
