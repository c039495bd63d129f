/// Makes one list of the imports of several files that become one.
///
/// A file may import a module by one access only: the widest that any of them has. An import inside `#if`
/// stays where it is, unless the module is imported anyway.
struct ImportMerger {
  /// What happens to an import that stays in its place.
  enum Change: Hashable, Sendable {
    case removed
    case rewritten(String)
  }

  /// What the file begins with, in groups.
  let groups: [[String]]
  private let merged: [String: SwiftImport]
  /// The access of modules that are imported whatever the conditions.
  private let access: [Substring: SwiftImport.Access]
  /// The access of modules under each condition.
  private let conditionalAccess: [String: SwiftImport.Access]

  init(_ imports: [SwiftImport]) {
    let always = imports.filter(\.condition.isEmpty)
    let modules = Set(always.map(\.module))
    // A condition that holds must not find the module imported by less.
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

  /// What happens to an import in the text of its file; `nil` if it stays as it is.
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
    // What says nothing beside what does is internal, as it is with the strict rules for imports.
    return stated.compactMapValues { $0.map { $0.access ?? .internal }.max() }
  }
}

extension SwiftImport {
  /// Takes over the attributes of another import of the same.
  fileprivate mutating func unite(with other: SwiftImport) {
    let isHidden = [self, other].allSatisfy { $0.attributes.contains(Self.implementationOnly) }
    attributes = Set(attributes + other.attributes)
      .filter { isHidden || $0 != Self.implementationOnly }.sorted()
  }
}
