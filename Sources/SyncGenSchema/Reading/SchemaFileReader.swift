import SyncGenDiagnostics
import SyncGenYAML

/// Reads the schema file and its fragments into one declaration.
struct SchemaFileReader {
  typealias ReadFile = (String) throws(FileReadError) -> SourceFile
  typealias ListFolder = (String) throws(FileReadError) -> [String]

  private let workingFolder: String?
  private let toolVersion: String?
  private let read: ReadFile
  private let list: ListFolder
  /// The files that were read, beginning with the schema.
  private(set) var sources = SchemaSources()
  /// The traits that entities name.
  private(set) var traitUses: [TraitMerger.Use] = []
  private var traits: [TraitDeclaration] = []
  private var entities: [YAMLPair] = []

  init(
    workingFolder: String?, toolVersion: String?, read: @escaping ReadFile,
    list: @escaping ListFolder
  ) {
    self.workingFolder = workingFolder
    self.toolVersion = toolVersion
    self.read = read
    self.list = list
  }

  /// Reads the schema. Returns `nil` if the file is not a schema at all; with other problems, it
  /// returns what could be read.
  mutating func schema(path: String, into bag: inout DiagnosticBag) -> SchemaDeclaration? {
    guard let root = document(path: path, at: SourceSpan(path: path), into: &bag) else {
      return nil
    }
    guard case .mapping(let pairs) = root.content else {
      bag.add(.notAMapping(root))
      return nil
    }
    guard let first = pairs.first, pairs.contains(where: { $0.key == TopKey.swiftsync.rawValue })
    else {
      bag.add(.notASchema(pairs, at: root.span))
      return nil
    }
    guard ToolPin.check(pairs, current: toolVersion, into: &bag),
      let keys = KeyedNodes<TopKey>(root, of: "the schema", into: &bag)
    else { return nil }
    checkLanguage(keys, first: first, into: &bag)
    var schema = SchemaHeaderReader.read(
      keys, path: path, SchemaFileName(path: path, workingFolder: workingFolder), into: &bag)
    readDeclarations(keys[.enums], keys[.traits], keys[.entities], &schema, into: &bag)
    schema.scalars += ScalarSectionReader.read(keys[.scalars], into: &bag)
    schema.types += TypeSectionReader.read(keys[.types], into: &bag)
    if let include = keys[.include] { readFragments(include, of: path, &schema, into: &bag) }
    schema.entities = readEntities(into: &bag)
    if schema.entities.isEmpty, schema.enums.isEmpty, keys[.api] == nil {
      if let pair = keys.pair(.entities) {
        if pair.value.isNull || pair.value.hasNoItems { bag.add(.noEntities(at: pair.keySpan)) }
      } else {
        bag.add(.missingKey(TopKey.entities.rawValue, in: "the schema", at: first.keySpan))
      }
    }
    return schema
  }

  private func checkLanguage(
    _ keys: KeyedNodes<TopKey>, first: YAMLPair, into bag: inout DiagnosticBag
  ) {
    guard let pair = keys.pair(.swiftsync) else { return }
    if pair.value.plainText != "1" { bag.add(.languageVersion(pair.value)) }
    if first.key != TopKey.swiftsync.rawValue { bag.add(.languageNotFirst(at: pair.keySpan)) }
  }

  private mutating func readDeclarations(
    _ enums: YAMLNode?, _ traits: YAMLNode?, _ entities: YAMLNode?,
    _ schema: inout SchemaDeclaration, into bag: inout DiagnosticBag
  ) {
    for pair in enums?.pairs(for: "'enums'", into: &bag) ?? [] {
      if let declaration = EnumReader.read(pair, into: &bag) { schema.enums.append(declaration) }
    }
    for pair in traits?.pairs(for: "'traits'", into: &bag) ?? [] {
      self.traits.append(TraitReader.read(pair, into: &bag))
    }
    self.entities += entities?.pairs(for: "'entities'", into: &bag) ?? []
  }

  /// Reads the entities of all files. Traits may be in other files than the entities that have
  /// them.
  private mutating func readEntities(into bag: inout DiagnosticBag) -> [EntityDeclaration] {
    var merger = TraitMerger(traits, into: &bag)
    let declarations = entities.map { pair in
      EntityReader.read(merger.merged(pair, into: &bag), into: &bag)
    }
    merger.checkUnused(into: &bag)
    traitUses = merger.uses
    return declarations
  }

  private mutating func readFragments(
    _ node: YAMLNode, of path: String, _ schema: inout SchemaDeclaration,
    into bag: inout DiagnosticBag
  ) {
    for name in node.texts(for: "'include'", into: &bag) ?? [] {
      if name.value.contains(FilePattern.mark) {
        for fragment in matches(of: name, besides: path, into: &bag)
        where !sources.paths.contains(fragment) {
          readFragment(path: fragment, at: name.span, &schema, into: &bag)
        }
        continue
      }
      let resolved = SchemaPath.resolve(name.value, relativeTo: path)
      let fragment = resolved.isEmpty ? "." : resolved
      guard !sources.paths.contains(fragment) else {
        bag.add(
          .includedTwice(name.value, isSchema: fragment == sources.paths.first, at: name.span))
        continue
      }
      readFragment(path: fragment, at: name.span, &schema, into: &bag)
    }
  }

  /// The paths of the files that a pattern names, sorted.
  private func matches(
    of pattern: Located<String>, besides path: String, into bag: inout DiagnosticBag
  ) -> [String] {
    let resolved = SchemaPath.resolve(pattern.value, relativeTo: path)
    let slash = resolved.lastIndex(of: "/")
    let folder = slash.map { String(resolved[...$0]) } ?? ""
    let name = slash.map { String(resolved[resolved.index(after: $0)...]) } ?? resolved
    guard !folder.contains(FilePattern.mark), name.contains(FilePattern.mark) else {
      bag.add(.invalidPattern(pattern.value, at: pattern.span))
      return []
    }
    do throws(FileReadError) {
      let found = try list(folder.isEmpty ? "." : folder).filter(FilePattern(name).matches)
      let others = found.sorted().map { folder + $0 }.filter { $0 != sources.paths.first }
      if others.isEmpty { bag.add(.noMatch(pattern.value, at: pattern.span)) }
      return others
    } catch {
      bag.add(.unreadableFile(folder.isEmpty ? "." : folder, error, at: pattern.span))
      return []
    }
  }

  private mutating func readFragment(
    path: String, at span: SourceSpan, _ schema: inout SchemaDeclaration,
    into bag: inout DiagnosticBag
  ) {
    guard let root = document(path: path, at: span, into: &bag) else { return }
    if case .mapping(let pairs) = root.content,
      let pair = pairs.first(where: { $0.key == TopKey.swiftsync.rawValue })
    {
      bag.add(.notAFragment(at: pair.keySpan, included: span))
      return
    }
    let known = withoutKeysOfSchema(root, included: span, into: &bag)
    guard let keys = KeyedNodes<FragmentKey>(known, of: "a fragment", into: &bag) else { return }
    schema.scalars += ScalarSectionReader.read(keys[.scalars], into: &bag)
    schema.types += TypeSectionReader.read(keys[.types], into: &bag)
    readDeclarations(keys[.enums], keys[.traits], keys[.entities], &schema, into: &bag)
    if let migrations = keys[.migrations] {
      schema.migrations = MigrationReader.joined(
        schema.migrations,
        MigrationReader.read(migrations, version: schema.version.value, into: &bag))
    }
  }

  /// A fragment without keys that are permitted only in a schema, which are reported.
  private func withoutKeysOfSchema(
    _ root: YAMLNode, included span: SourceSpan, into bag: inout DiagnosticBag
  ) -> YAMLNode {
    guard case .mapping(let pairs) = root.content else { return root }
    let known = pairs.filter { pair in
      let isOfSchema =
        TopKey(rawValue: pair.key) != nil && FragmentKey(rawValue: pair.key) == nil
      if isOfSchema { bag.add(.keyOfSchema(pair, included: span)) }
      return !isOfSchema
    }
    return YAMLNode(.mapping(known), at: root.span)
  }

  private mutating func document(
    path: String, at span: SourceSpan, into bag: inout DiagnosticBag
  ) -> YAMLNode? {
    sources.add(path)
    do {
      let file = try read(path)
      sources.add(contentOf: file)
      return YAMLReader.read(file, into: &bag)
    } catch {
      bag.add(.unreadableFile(path, error, at: span))
      return nil
    }
  }
}
