import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The template context as needed by the checker of names, derived from the same descriptions as
/// the reference page.
struct ContextVocabulary: Sendable {
  static let current = ContextVocabulary(kinds: kinds(of: ContextReference.entries))

  private static let types = "Swift types"

  /// The members of each kind of object.
  private let kinds: [String: [String: TemplateVocabulary.Member]]
  private let variables: [RootContext.Variable]
  let hasDeprecations: Bool

  init(
    kinds: [String: [String: TemplateVocabulary.Member]],
    variables: [RootContext.Variable] = RootContext.variables
  ) {
    let names = TypeNamesContext.modules.flatMap(\.types).map { name in
      (name, TemplateVocabulary.Member(.plain))
    }
    self.kinds = kinds.merging([Self.types: Dictionary(uniqueKeysWithValues: names)]) { $1 }
    self.variables = variables
    hasDeprecations = kinds.values.contains { $0.values.contains { $0.deprecation != nil } }
  }

  /// Returns the vocabulary with a member changed or added, for tests.
  func setting(_ member: TemplateVocabulary.Member, _ name: String, of kind: String) -> Self {
    var kinds = kinds
    kinds[kind, default: [:]][name] = member
    return ContextVocabulary(kinds: kinds, variables: variables)
  }

  /// Returns the vocabulary of a template for a kind of subject.
  ///
  /// - Parameter declared: The variables that templates of the same run set.
  func vocabulary(
    for kind: RenderingSubject.Kind, declared: some Sequence<String> = EmptyCollection()
  ) -> TemplateVocabulary {
    var vocabulary = TemplateVocabulary(variables: [:], kinds: kinds)
    for name in declared { vocabulary.otherVariables[name] = .init(.unknown) }
    for variable in variables {
      if !variable.kinds.isEmpty, !variable.kinds.contains(kind) {
        vocabulary.otherVariables[variable.name] = .init(Self.type(variable.type))
        continue
      }
      let parts = variable.name.split(separator: ".", maxSplits: 1).map(String.init)
      let type = Self.type(variable.type)
      if parts.count == 2 {
        vocabulary.kinds[parts[0], default: [:]][parts[1]] = .init(type)
        vocabulary.variables[parts[0]] = .init(.object(parts[0]))
      } else {
        vocabulary.variables[variable.name] = .init(type)
      }
    }
    return vocabulary
  }

  // MARK: Types as the reference page names them

  /// The members of each kind of object, and of each group of members.
  private static func kinds(
    of entries: [ContextReference.Entry]
  ) -> [String: [String: TemplateVocabulary.Member]] {
    var kinds: [String: [String: TemplateVocabulary.Member]] = [:]
    for entry in entries {
      for member in entry.members {
        let known = TemplateVocabulary.Member(type(member.type), deprecation: member.deprecation)
        let (group, name) = member.path
        guard let group else {
          kinds[entry.name, default: [:]][name] = known
          continue
        }
        let kind = "\(entry.name).\(group)"
        kinds[entry.name, default: [:]][group] = .init(.object(kind))
        kinds[kind, default: [:]][name] = known
      }
    }
    return kinds
  }

  private static func type(_ name: String) -> TemplateType {
    let (list, null) = ("list of ", " or null")
    if name.hasPrefix(list) { return .list(type(String(name.dropFirst(list.count)))) }
    if name.hasSuffix(null) { return type(String(name.dropLast(null.count))) }
    switch name {
    case "string", "number", "boolean", "string or number": return .plain
    // Only the schema knows the names, and rows of it may lack some of them.
    case "values by name", "JSON value": return .unknown
    case "strings by name": return .object(types)
    default: return .object(name)
    }
  }
}
