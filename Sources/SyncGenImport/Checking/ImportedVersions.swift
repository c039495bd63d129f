import SyncGenCommandLine
package import SyncGenDiagnostics
import SyncGenMigration
package import SyncGenSchema

/// A schema with the older versions of its source, which will be frozen.
package struct ImportedVersions {
  package let newest: ImportCheck.Result
  /// The frozen versions, the oldest first.
  package let frozen: [FrozenVersion]

  /// Compiles all versions, with the steps from each to the next.
  ///
  /// Versions before one that rows cannot be migrated to automatically are left out, with a remark.
  ///
  /// - Returns: `nil` if the newest version has errors, which are added to the bag.
  package static func make(
    _ source: ImportedSchema, _ check: ImportCheck, into bag: inout DiagnosticBag
  ) throws -> ImportedVersions? {
    guard let newest = try check.run(source, into: &bag) else { return nil }
    guard !source.olderVersions.isEmpty else {
      return ImportedVersions(newest: newest, frozen: [])
    }
    var older: [ImportCheck.Result] = []
    for version in source.olderVersions {
      var version = version
      version.conventions = newest.model.conventions
      guard let result = try check.run(version, into: &bag) else { return nil }
      older.append(result)
    }
    return try chain(older + [newest], check, into: &bag)
  }

  private static func chain(
    _ versions: [ImportCheck.Result], _ check: ImportCheck, into bag: inout DiagnosticBag
  ) throws -> ImportedVersions? {
    var linked: [ImportCheck.Result] = []
    var remarks: [ImportRemark] = []
    for version in versions {
      guard let before = linked.last else {
        linked.append(version)
        continue
      }
      guard let next = try link(version, after: before, check, into: &bag) else { return nil }
      if let problem = problem(from: before.schema, to: next.schema) {
        remarks.append(
          ImportRemark(
            at: "version \(version.schema.version)",
            "older versions are not frozen, because their databases cannot be migrated to it: \(problem)"
          ))
        linked = [version]
      } else {
        linked.append(next)
      }
    }
    guard var last = linked.popLast() else { return nil }
    if linked.isEmpty, last.schema.version > 1 {
      // No database of an earlier version can be opened, so this one is the first.
      var model = last.model
      model.version = 1
      model.migrations = []
      guard let only = try check.run(model, into: &bag) else { return nil }
      last = only
    }
    var all = last.model.remarks
    for remark in linked.flatMap(\.model.remarks) + remarks
    where !all.contains(where: { $0.message == remark.message }) {
      all.append(remark)
    }
    var frozen: [FrozenVersion] = []
    for version in linked {
      frozen.append(FrozenVersion(version.schema, after: frozen.last))
    }
    return ImportedVersions(
      newest: .init(last, remarks: all), frozen: frozen)
  }

  /// The version with the steps of its migration: the drops and the permitted losses.
  private static func link(
    _ version: ImportCheck.Result, after before: ImportCheck.Result, _ check: ImportCheck,
    into bag: inout DiagnosticBag
  ) throws -> ImportCheck.Result? {
    let changes = MigrationPlanner.differences(from: before.schema, to: version.schema)
    let permissions = changes.compactMap(\.permission)
    let words = permissions.map(\.word.rawValue).reduce(into: [String]()) { words, word in
      if !words.contains(word) { words.append(word) }
    }
    guard !words.isEmpty else { return version }
    let steps = words.map { word -> YAMLValue in
      let names = permissions.filter { $0.word.rawValue == word }.map(\.name)
      return .mapping([YAMLEntry(word, .texts(names))])
    }
    var model = version.model
    model.migrations = [ImportedMigration(version: version.schema.version, steps: steps)]
    return try check.run(model, into: &bag)
  }

  private static func problem(from old: Schema, to new: Schema) -> String? {
    var problems = DiagnosticBag()
    if MigrationPlanner.step(from: old, to: new, into: &problems) != nil { return nil }
    return problems.sorted.first { $0.severity == .error }?.message ?? "there is no plan"
  }

  // MARK: Writing

  /// Checks that no frozen file would change: databases of shipped apps depend on them, so an
  /// import never changes or deletes one.
  ///
  /// - Throws: `ImportFailure` if there is a frozen file that is not one of these versions.
  package func checkFrozenFiles() throws {
    let texts = Dictionary(
      frozen.map { ($0.version, Array($0.text.utf8)) }, uniquingKeysWith: { $1 })
    for (version, file) in try VersionFolder(of: newest.schema).files()
    where texts[version] != file.bytes {
      let problem = texts[version] == nil ? "is not in the source" : "differs from the source"
      throw ImportFailure(
        at: file.path,
        "frozen version \(version) \(problem); nothing was written; choose another file with "
          + "'--output', or delete the frozen version if no database was created with it")
    }
  }

  /// Freezes the older versions next to the schema, except existing ones.
  ///
  /// - Returns: The paths of the files.
  package func freeze() throws -> [String] {
    let folder = VersionFolder(of: newest.schema)
    let known = try folder.files().map(\.version)
    return try frozen.filter { !known.contains($0.version) }.map { version in
      guard try folder.write(version), let path = folder.path(of: version.version) else {
        throw ImportFailure("version \(version.version) was created in the meantime; try again")
      }
      return path
    }
  }
}
