/// Merges the imports of several files that become one.
///
/// A file may import a module with only one access level: the widest of all files. An import inside
/// `#if` is kept in place, unless the module is imported anyway.
struct ImportMerger {
  /// The change of an import that is kept in place.
  enum Change: Hashable, Sendable {
    case removed
    case rewritten(String)
  }

  /// The imports at the beginning of the file, in groups.
  let groups: [[String]]
  private let merged: [String: SwiftImport]
  /// The access level of modules that are imported unconditionally.
  private let access: [Substring: SwiftImport.Access]
  /// The access level of modules under each condition.
  private let conditionalAccess: [String: SwiftImport.Access]

  init(_ imports: [SwiftImport]) {
    let always = imports.filter(\.condition.isEmpty)
    let modules = Set(always.map(\.module))
    // Where a condition holds, the module must not be imported with a narrower access level.
    access = Self.widest(imports.filter { modules.contains($0.module) }, by: \.module)
    conditionalAccess = Self.widest(imports.filter { !$0.condition.isEmpty }, by: Self.place)
    var merged: [String: SwiftImport] = [:]
    for statement in always {
      merged[statement.target, default: statement].unite(with: statement)
      merged[statement.target]?.access = access[statement.module]
    }
    self.merged = merged
    let sorted = merged.values.sorted {
      ($0.group, $0.path, $0.text) < ($1.group, $1.path, $1.text)
    }
    groups = Dictionary(grouping: sorted, by: \.group).sorted { $0.key < $1.key }
      .map { $0.value.map(\.text) }
  }

  /// The change of an import in the text of its file; `nil` if it does not change.
  func change(of statement: SwiftImport) -> Change? {
    if statement.condition.isEmpty { return .removed }
    if let other = merged[statement.target],
      Set(statement.attributes).isSubset(of: other.attributes)
    {
      return .removed
    }
    var new = statement
    new.access = access[statement.module] ?? conditionalAccess[Self.place(statement)]
    return new == statement ? nil : .rewritten(new.text)
  }

  private static func place(_ statement: SwiftImport) -> String {
    "\(statement.module) \(statement.condition)"
  }

  private static func widest<Key: Hashable>(
    _ imports: [SwiftImport], by key: (SwiftImport) -> Key
  ) -> [Key: SwiftImport.Access] {
    let stated = Dictionary(grouping: imports, by: key).filter {
      $0.value.contains { $0.access != nil }
    }
    // An import without an access level, next to one that states it, is internal, as by the strict
    // rules for imports.
    return stated.compactMapValues { $0.map { $0.access ?? .internal }.max() }
  }
}

extension SwiftImport {
  /// Adds the attributes of another import of the same module.
  fileprivate mutating func unite(with other: SwiftImport) {
    let isHidden = [self, other].allSatisfy { $0.attributes.contains(Self.implementationOnly) }
    attributes = Set(attributes + other.attributes)
      .filter { isHidden || $0 != Self.implementationOnly }.sorted()
  }
}
