package import SyncGenDiagnostics
import SwiftSyncValues
import SyncGenYAML

/// A version of a schema as it was shipped, e.g. `tracker.versions/2.json`.
package struct FrozenVersion: Sendable {
  /// The schema without `generate:`, `lint:` and `api:`; its spans are in the frozen file.
  /// `migrations` contains at most the steps to this version.
  package let schema: Schema
  /// The fingerprint of the content, as stated in the file.
  package let fingerprint: String
  /// The fingerprint of the previous version; `nil` for the first one.
  package let predecessor: String?

  package var version: Int { schema.version }

  /// - Parameter predecessor: The version that the schema's version follows; `nil` for the first
  ///   shipped version.
  package init(_ schema: Schema, after predecessor: FrozenVersion?) {
    self.init(
      schema, fingerprint: SchemaFingerprint.of(schema), predecessor: predecessor?.fingerprint)
  }

  private init(_ schema: Schema, fingerprint: String, predecessor: String?) {
    self.schema = schema
    self.fingerprint = fingerprint
    self.predecessor = predecessor
  }

  // MARK: Writing

  /// The text of the file, which is the same for equal versions on every platform.
  package var text: String {
    text(seal: FrozenFormat.seal(of: text(seal: "").utf8, stated: ""))
  }

  private func text(seal: String) -> String {
    var object = FrozenObject()
    object.add(FrozenKey.swiftsync, .integer(1))
    object.add(FrozenKey.format, .integer(FrozenFormat.newest))
    object.add(FrozenKey.name, text: schema.name.name)
    object.add(FrozenKey.version, .integer(version))
    object.add(FrozenKey.fingerprint, text: fingerprint)
    object.add(FrozenKey.predecessor, text: predecessor)
    object.add(FrozenKey.seal, text: seal)
    FrozenSchemaWriter(schema: schema).write(to: &object)
    return FrozenValue.object(object).text(.frozen) + "\n"
  }

  // MARK: Reading

  /// Reads the version in a file. Returns `nil` if it is damaged, edited or in conflict, which is
  /// reported.
  ///
  /// Line ends and indentation do not count as an edit.
  ///
  /// - Parameters:
  ///   - expected: The version that the file's name states.
  ///   - schemaPath: The schema's file, for messages.
  ///   - adopts: Whether the schema has `adopt: true`. Frozen versions do not state it.
  package static func read(
    _ file: SourceFile, expected: Int, schemaPath: String, adopts: Bool = false,
    into bag: inout DiagnosticBag
  ) -> FrozenVersion? {
    guard checkMerged(file, expected: expected, schemaPath: schemaPath, into: &bag) else {
      return nil
    }
    var problems = DiagnosticBag()
    var damage = DiagnosticBag()
    let version = content(
      of: file, expected: expected, adopts: adopts, damage: &damage, into: &problems)
    if let first = damage.sorted.first(where: { $0.severity == .error }) {
      bag.add(.damagedFile(version: expected, first))
      return nil
    }
    for diagnostic in damage.diagnostics + problems.diagnostics { bag.add(diagnostic) }
    return problems.hasErrors ? nil : version
  }

  /// Reports a file that Git could not merge.
  ///
  /// - Returns: `false` if it is one.
  package static func checkMerged(
    _ file: SourceFile, expected: Int, schemaPath: String, into bag: inout DiagnosticBag
  ) -> Bool {
    guard let span = file.conflictMarkers.first else { return true }
    bag.add(.conflictMarkers(version: expected, schema: schemaPath, at: span))
    return false
  }

  /// - Parameter damage: Receives problems that no file has when it is written. There may be many of
  ///   them, none of which should be fixed on its own.
  private static func content(
    of file: SourceFile, expected: Int, adopts: Bool, damage: inout DiagnosticBag,
    into bag: inout DiagnosticBag
  ) -> FrozenVersion? {
    let owner = "the version"
    guard let root = YAMLReader.read(file, into: &damage),
      let keys = KeyedNodes<FrozenKey>(root, of: "a frozen version", into: &damage)
    else { return nil }
    if let language = keys[.swiftsync], language.plainText != "1" {
      bag.add(.languageVersion(language))
      return nil
    }
    guard isKnown(keys, damage: &damage, into: &bag),
      let node = keys.required(.version, of: owner, at: root.span, into: &damage),
      let version = node.integer(for: "'version'", atLeast: 1, into: &damage)
    else { return nil }
    if version.value != expected {
      bag.add(.misnamedVersion(version.value, expected: expected, at: version.span))
    }
    let predecessor = keys.text(.predecessor, of: owner, into: &damage)
    guard
      let schema = FrozenSchemaReader.read(
        keys, version: version, file: file, adopts: adopts, into: &damage)
    else { return nil }
    let stated = keys.requiredText(.fingerprint, of: owner, into: &damage)
    let seal = keys.requiredText(.seal, of: owner, into: &damage)
    if FrozenFormat.seal(of: file.bytes, stated: seal.value) != seal.value {
      bag.add(.editedVersion(version.value, at: seal.span))
    }
    return FrozenVersion(schema, fingerprint: stated.value, predecessor: predecessor?.value)
  }

  /// Whether two files have the same content. Line ends and indentation do not count.
  package static func isSame(_ file: [UInt8], _ other: [UInt8]) -> Bool {
    file == other || FrozenFormat.withoutLayout(file) == FrozenFormat.withoutLayout(other)
  }

  /// Whether the file states a format that can be read.
  private static func isKnown(
    _ keys: KeyedNodes<FrozenKey>, damage: inout DiagnosticBag, into bag: inout DiagnosticBag
  ) -> Bool {
    guard
      let format = keys.required(.format, of: "the version", at: keys.span, into: &damage)?
        .integer(for: "'format'", atLeast: 1, into: &damage)
    else { return false }
    guard format.value != FrozenFormat.newest else { return true }
    bag.add(.unknownFormat(format.value, at: format.span))
    return false
  }
}
