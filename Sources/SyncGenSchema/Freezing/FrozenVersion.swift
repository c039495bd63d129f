package import SyncGenDiagnostics
import SyncGenYAML

/// A version of a schema as it was shipped: `tracker.versions/2.json`.
package struct FrozenVersion: Sendable {
  /// Without `generate:`, `rules:` and `api:`; spans lead into the frozen file. `migrations` has at
  /// most the steps that lead to this version.
  package let schema: Schema
  /// `SchemaFingerprint` of the schema.
  package let fingerprint: String
  /// The fingerprint of the version before it, `nil` for the first one.
  package let predecessor: String?

  package var version: Int { schema.version }

  /// - Parameter predecessor: What the schema's version follows; `nil` for a version that is
  ///   shipped first.
  package init(_ schema: Schema, after predecessor: FrozenVersion?) {
    self.init(schema, predecessor: predecessor?.fingerprint)
  }

  private init(_ schema: Schema, predecessor: String?) {
    self.schema = schema
    self.predecessor = predecessor
    fingerprint = SchemaFingerprint.of(schema)
  }

  // MARK: Writing

  /// The file's text, the same for equal versions on every platform.
  package var text: String {
    text(seal: SHA256.hexDigest(of: Array(text(seal: nil).utf8)))
  }

  private func text(seal: String?) -> String {
    var object = FrozenObject()
    object.add(FrozenKey.swiftsync, .integer(1))
    object.add(FrozenKey.name, text: schema.name.name)
    object.add(FrozenKey.version, .integer(version))
    object.add(FrozenKey.fingerprint, text: fingerprint)
    object.add(FrozenKey.predecessor, text: predecessor)
    object.add(FrozenKey.seal, text: seal)
    FrozenSchemaWriter(schema).write(to: &object)
    return FrozenValue.object(object).text() + "\n"
  }

  // MARK: Reading

  /// The version in a file, `nil` if it is damaged, edited or in conflict, which is reported.
  ///
  /// The seal is over what the file says, not over its bytes: other line ends and another layout
  /// are no edit.
  ///
  /// - Parameters:
  ///   - expected: The version that the file's name says.
  ///   - schemaPath: The schema's file, for messages.
  package static func read(
    _ file: SourceFile, expected: Int, schemaPath: String, into bag: inout DiagnosticBag
  ) -> FrozenVersion? {
    if let span = file.conflictMarker {
      bag.add(.conflictMarkers(version: expected, schema: schemaPath, at: span))
      return nil
    }
    var problems = DiagnosticBag()
    let version = content(of: file, expected: expected, into: &problems)
    for diagnostic in problems.diagnostics { bag.add(diagnostic) }
    return problems.hasErrors ? nil : version
  }

  private static func content(
    of file: SourceFile, expected: Int, into bag: inout DiagnosticBag
  ) -> FrozenVersion? {
    let owner = "the version"
    guard let root = YAMLReader.read(file, into: &bag),
      let keys = KeyedNodes<FrozenKey>(root, of: "a frozen version", into: &bag)
    else { return nil }
    if let language = keys[.swiftsync], language.plainText != "1" {
      bag.add(.languageVersion(language))
      return nil
    }
    guard let node = keys.required(.version, of: owner, at: root.span, into: &bag),
      let version = node.integer(for: "'version'", atLeast: 1, into: &bag)
    else { return nil }
    if version.value != expected {
      bag.add(.misnamedVersion(version.value, expected: expected, at: version.span))
    }
    let seal = keys.requiredText(.seal, of: owner, into: &bag)
    let predecessor = keys.text(.predecessor, of: owner, into: &bag)
    guard
      let schema = FrozenSchemaReader.read(
        keys, version: version, path: file.path, into: &bag)
    else { return nil }
    let frozen = FrozenVersion(schema, predecessor: predecessor?.value)
    let stated = keys.requiredText(.fingerprint, of: owner, into: &bag)
    let expectedSeal = SHA256.hexDigest(of: Array(frozen.text(seal: nil).utf8))
    if stated.value != frozen.fingerprint || seal.value != expectedSeal {
      bag.add(.editedVersion(version.value, at: seal.span))
    }
    return frozen
  }
}

extension SourceFile {
  /// Where git left the first of its marks in the file.
  fileprivate var conflictMarker: SourceSpan? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let marks = ["<<<<<<< ", ">>>>>>> ", "======="].map { Array($0.utf8) }
    return lines.firstIndex { line in marks.contains { line.starts(with: $0) } }.map {
      SourceSpan(path: path, line: $0 + 1)
    }
  }
}
