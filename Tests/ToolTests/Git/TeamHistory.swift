import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema
import TestHelpers

/// The commits of a team's three branches, and the checks of CI: the functions that the tool calls
/// for `validate --against`.
///
/// Of Git, what matters is modeled: a merge has a base, frozen versions are whole files, and the
/// schema is merged by its places.
final class TeamHistory {
  enum Branch: Int, Hashable { case main, release, feature }

  /// A file of the folder of frozen versions.
  struct Place: Hashable {
    let version: Int
    /// 0 for `3.json`, 1 for `3-withdrawn.json`, 2 for `3-withdrawn-2.json`.
    var withdrawal = 0
  }

  struct Frozen: Hashable {
    let content: TeamSchema
    let fingerprint: String
    let bytes: [UInt8]

    static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
  }

  struct Tree: Hashable {
    var schema: TeamSchema
    var files: [Place: Frozen] = [:]

    var frozen: [Int: Frozen] {
      files.reduce(into: [:]) { if $1.key.withdrawal == 0 { $0[$1.key.version] = $1.value } }
    }
    var newest: Int? { frozen.keys.max() }
  }

  private struct Commit {
    let tree: Tree
    let ancestors: Set<Int>
    /// The first parent; the commit itself for the first one.
    let parent: Int
  }

  private static let path = "Schemas/app.yaml"
  private var commits: [Commit] = []
  private var tips: [Branch: Int] = [:]
  private var compiled: [String: Schema?] = [:]
  private var validated: [Tree: SchemaVersions?] = [:]
  /// All versions that were frozen, by their files. Two branches may freeze the same.
  private var frozenFiles: [[UInt8]: Frozen] = [:]
  private var lastKey = 0
  /// Whether CI compares with what has shipped.
  private let comparesWithShipped: Bool
  /// The fingerprints of all versions that were withdrawn on `main`.
  private(set) var withdrawn: Set<String> = []

  init(comparingWithShipped: Bool, _ random: inout SeededRandom) {
    comparesWithShipped = comparingWithShipped
    var first = TeamSchema()
    first.cases = [newCase(), newCase()]
    for _ in 0..<4 { first.change(after: nil, &random, newKey: newKey) }
    commits = [Commit(tree: Tree(schema: first), ancestors: [0], parent: 0)]
    tips = [.main: 0, .release: 0, .feature: 0]
  }

  func newKey() -> Int {
    lastKey += 1
    return lastKey
  }

  private func newCase() -> TeamSchema.Case {
    let key = newKey()
    return TeamSchema.Case(key: key, name: "c\(key)", value: "v\(key)")
  }

  // MARK: Branches

  private func commit(of branch: Branch) -> Commit { commits[tips[branch] ?? 0] }

  func tree(of branch: Branch) -> Tree { commit(of: branch).tree }

  func formerTree(of branch: Branch) -> Tree { commits[commit(of: branch).parent].tree }

  func begin(_ branch: Branch, at other: Branch) { tips[branch] = tips[other] }

  /// Commits a tree if CI is green. Nothing checks feature branches.
  func commit(_ tree: Tree, to branch: Branch, merging other: Branch? = nil) -> Bool {
    let parent = tips[branch] ?? 0
    let merged = other.flatMap { tips[$0] }
    let ancestors = commits[parent].ancestors.union(merged.map { commits[$0].ancestors } ?? [])
    if branch != .feature, !isGreen(tree, ancestors, branch) { return false }
    commits.append(
      Commit(tree: tree, ancestors: ancestors.union([commits.count]), parent: parent))
    tips[branch] = commits.count - 1
    if branch == .main {
      withdrawn.formUnion(
        tree.files.filter { $0.key.withdrawal > 0 }.map(\.value.fingerprint))
    }
    return true
  }

  /// The newest commits in both histories.
  private func bases(_ ancestors: Set<Int>, _ tip: Int) -> [Int] {
    let common = ancestors.intersection(commits[tip].ancestors)
    return common.filter { commit in
      !common.contains { $0 != commit && commits[$0].ancestors.contains(commit) }
    }.sorted()
  }

  // MARK: CI

  private func isGreen(_ tree: Tree, _ ancestors: Set<Int>, _ branch: Branch) -> Bool {
    guard let versions = versions(of: tree) else { return false }
    guard comparesWithShipped else { return true }
    let files = ShippedVersionRule.Files(
      frozen: tree.frozen.mapValues(\.bytes),
      withdrawn: tree.files.filter { $0.key.withdrawal > 0 }.map { place, file in
        (place.version, file.bytes)
      })
    var bag = DiagnosticBag()
    for other in [Branch.main, .release] {
      guard let tip = tips[other] else { continue }
      ShippedVersionRule(
        versions.schema, files, against: base(at: tip, ancestors), hasShipped: other == .release
      ).check(into: &bag)
    }
    return !bag.hasErrors
  }

  private func base(at tip: Int, _ ancestors: Set<Int>) -> SchemaBase {
    func files(_ tree: Tree) -> [(version: Int, bytes: [UInt8])] {
      tree.frozen.map { ($0.key, $0.value.bytes) }
    }
    let bases = bases(ancestors, tip).map { commits[$0].tree }
    let origin =
      ancestors.contains(tip)
      ? nil
      : SchemaBase.Origin(
        version: bases.map(\.schema.version).max(), files: bases.flatMap(files))
    let tree = commits[tip].tree
    return SchemaBase(
      name: "origin/\(tip)", version: tree.schema.version, files: files(tree), origin: origin)
  }

  /// What `validate` reads; `nil` if it finds an error.
  func versions(of tree: Tree) -> SchemaVersions? {
    if let known = validated[tree] { return known }
    let versions = validate(tree)
    validated[tree] = .some(versions)
    return versions
  }

  private func validate(_ tree: Tree) -> SchemaVersions? {
    guard let schema = schema(of: tree.schema) else { return nil }
    var bag = DiagnosticBag()
    return Pipeline.versions(
      of: schema,
      files: tree.frozen.sorted { $0.key < $1.key }.map { version, frozen in
        (version, SourceFile(path: "Schemas/app.versions/\(version).json", bytes: frozen.bytes))
      }, into: &bag)
  }

  private func schema(of content: TeamSchema) -> Schema? {
    let text = content.yaml
    if let known = compiled[text] { return known }
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: Self.path, read: { SourceFile(path: $0, bytes: Array(text.utf8)) }, into: &bag)
    compiled[text] = .some(schema)
    return schema
  }

  // MARK: Work on trees

  /// The tree with its version frozen; `nil` if the tool refuses it.
  func freezing(_ tree: Tree) -> Tree? {
    guard let versions = versions(of: tree) else { return nil }
    if versions.history.isFrozen(versions.schema) { return tree }
    let frozen = FrozenVersion(versions.schema, after: versions.history.last)
    let bytes = Array(frozen.text.utf8)
    let file =
      frozenFiles[bytes]
      ?? Frozen(content: tree.schema, fingerprint: frozen.fingerprint, bytes: bytes)
    frozenFiles[bytes] = file
    var result = tree
    result.schema = file.content
    result.files[Place(version: frozen.version)] = file
    return result
  }

  /// As `freeze --withdraw`.
  func withdrawing(_ first: Int, in tree: Tree) -> Tree {
    var result = tree
    for (version, frozen) in tree.frozen where version >= first {
      var place = Place(version: version, withdrawal: 1)
      while result.files[place] != nil { place.withdrawal += 1 }
      result.files[place] = frozen
      result.files[Place(version: version)] = nil
    }
    return result
  }

  /// The tree with the keys that its attributes and cases have by their names.
  func keyed(_ tree: Tree) -> Tree {
    guard let newest = tree.newest, let last = tree.frozen[newest] else { return tree }
    let spent = tree.frozen.values.reduce(into: Set()) { $0.formUnion($1.content.keys) }
    var result = tree
    result.schema.takeKeys(from: last.content, spent: spent, newKey: newKey)
    return result
  }

  /// What a developer does who reads the messages of `validate` and `plan`: states the version that
  /// follows, and permits all losses; `nil` if the step is impossible.
  func tidied(_ tree: Tree) -> Tree? {
    var result = tree
    guard let newest = tree.newest, let last = tree.frozen[newest] else {
      result.schema.raise(to: 1)
      return result
    }
    if result.schema.version <= newest, result.schema.hasContent(of: last.content) {
      result.schema = last.content
      return result
    }
    result.schema.version = newest + 1
    result.schema.removeSpentNames(after: last.content)
    result.schema.permissions = []
    result = keyed(result)
    guard let old = schema(of: last.content), let new = schema(of: result.schema) else {
      return nil
    }
    let changes = MigrationPlanner.differences(from: old, to: new)
    if changes.contains(where: \.isImpossible) { return nil }
    result.schema.permissions = changes.compactMap(\.permission).map { permission in
      "\(permission.word.rawValue): [\(permission.name)]"
    }
    return result
  }

  /// As `git merge`; conflicts in frozen files are resolved by taking a side.
  ///
  /// - Parameter changed: What is committed to the branch before the merge; `nil` for its tree.
  func merging(
    _ other: Branch, into branch: Branch, after changed: Tree? = nil,
    _ random: inout SeededRandom
  ) -> Tree {
    let (ours, theirs) = (changed ?? tree(of: branch), tree(of: other))
    let base = bases(commit(of: branch).ancestors, tips[other] ?? 0).first ?? 0
    let former = commits[base].tree
    var result = Tree(
      schema: TeamSchema.merge(ours.schema, theirs.schema, base: former.schema, &random))
    for place in Set(ours.files.keys).union(theirs.files.keys) {
      let (our, their, old) = (ours.files[place], theirs.files[place], former.files[place])
      if our == their || their == old {
        result.files[place] = our
      } else if our == old {
        result.files[place] = their
      } else {
        result.files[place] = random.once(in: 2) ? their : our
      }
    }
    return result
  }
}
