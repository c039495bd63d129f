import SyncGenSchema
import SyncGenYAML

/// The names of components that are forms of one resource, such as `SimpleUser`,
/// `NullableSimpleUser` and `UserSummary`.
enum OpenAPIFormNames {
  private static let first: Set<String> = [
    "basic", "brief", "compact", "complete", "detailed", "expanded", "extended", "full", "get",
    "limited", "meta", "mini", "minimal", "nullable", "partial", "simple",
  ]
  private static let last: Set<String> = [
    "base", "basic", "compact", "detail", "detailed", "details", "dto", "full", "light", "lite",
    "mini", "minimal", "object", "out", "output", "public", "read", "resource", "response", "short",
    "simple", "summary",
  ]
  /// What is called public without being another thing: a public key is not a key.
  private static let shown: Set<String> = [
    "account", "member", "organization", "person", "profile", "project", "team", "user",
  ]

  /// The words that say that a form has fewer members than the resource.
  private static let small: Set<String> = [
    "basic", "brief", "compact", "light", "limited", "lite", "mini", "minimal", "nullable",
    "partial", "private", "public", "short", "simple",
  ]

  /// Whether the name says that its rows are those of the resource with fewer members, as that of
  /// `TaskCompact` does. `TaskResource` may be something else.
  static func isSmall(_ component: String) -> Bool {
    let words = Set(OpenAPINames.snake(component).split(separator: "_").map(String.init))
    let own = resource(component).split(separator: "_").map(String.init)
    return !words.subtracting(own).isDisjoint(with: small)
  }

  /// The name of the resource in snake_case.
  static func resource(_ component: String) -> String {
    var words = OpenAPINames.snake(component).split(separator: "_").map(String.init)
    // `GetCustomerresponse`
    if let word = words.last, word.hasSuffix("response"), word != "response" {
      words[words.count - 1].removeLast("response".count)
    }
    while words.count > 1 {
      let isShown = ["public", "private"].contains(words[0]) && shown.contains(words[1])
      if first.contains(words[0]) || isShown {
        words.removeFirst()
      } else if last.contains(words[words.count - 1]) {
        words.removeLast()
      } else {
        break
      }
    }
    return words.joined(separator: "_")
  }

  /// The name of the resource of which a component is the form of deleted rows, in snake_case: that
  /// of `DeletedCustomer`.
  static func deleted(_ component: String) -> String? {
    let words = OpenAPINames.snake(component).split(separator: "_").map(String.init)
    guard words.count > 1 else { return nil }
    if words[0] == "deleted" { return words.dropFirst().joined(separator: "_") }
    return words.last == "deleted" ? words.dropLast().joined(separator: "_") : nil
  }
}

/// Compares the forms of a resource.
struct OpenAPIAgreement {
  let document: OpenAPIDocument

  /// Whether rows in another form can be rows of the resource: they have the same identity, at least
  /// half of the keys of the smaller form, and the same types under all keys that both have.
  /// A row that refers to the resource is something else.
  func agree(_ main: OpenAPIShape, _ other: OpenAPIShape, identity: [String]) -> Bool {
    let shared = main.properties.compactMap { property in
      other.properties.first { $0.key == property.key }.map { (property, $0) }
    }
    let keys = Set(shared.map(\.0.key))
    let smaller = min(main.properties.count, other.properties.count)
    guard identity.allSatisfy(keys.contains),
      shared.count > identity.count || smaller == identity.count, shared.count * 2 >= smaller
    else { return false }
    return shared.allSatisfy { agree($0.node, $1.node, depth: 0) }
  }

  private static let depth = 4

  private func agree(_ first: YAMLNode, _ second: YAMLNode, depth: Int) -> Bool {
    let (one, other) = (document.shape(first), document.shape(second))
    if let name = one.component, let second = other.component {
      if name == second { return true }
      let (resource, same) = (OpenAPIFormNames.resource(name), OpenAPIFormNames.resource(second))
      if resource == same { return true }
    }
    guard depth < Self.depth else { return false }
    return agree(document.expanded(one), document.expanded(other), depth: depth)
  }

  private func agree(_ one: OpenAPIShape, _ other: OpenAPIShape, depth: Int) -> Bool {
    guard one.alternatives.isEmpty, other.alternatives.isEmpty else {
      let mentioned = [one, other].map { $0.alternatives.flatMap(document.mentions) }
      return one.alternatives.count == other.alternatives.count && mentioned[0] == mentioned[1]
    }
    let numbers: Set = ["integer", "number"]
    guard one.format == other.format || numbers.isSuperset(of: one.types),
      one.types == other.types || numbers.isSuperset(of: one.types + other.types)
    else { return false }
    if let items = one.items, let others = other.items {
      return agree(items, others, depth: depth + 1)
    }
    let keys = Set(other.properties.map(\.key))
    guard one.items == nil, other.items == nil, one.required.isSubset(of: keys) else {
      return false
    }
    return one.properties.allSatisfy { property in
      guard let twin = other.properties.first(where: { $0.key == property.key }) else {
        return true
      }
      return agree(property.node, twin.node, depth: depth + 1)
    }
  }
}

/// Forms of one resource, which become one entity.
extension OpenAPIRoles {
  mutating func mergeForms() {
    guard !document.isOwn else { return }
    var groups: [String: [String]] = [:]
    var order: [String] = []
    for pair in document.schemas where roles[pair.key] == .entity {
      let resource = document.inlineRows[pair.key]?.resource ?? OpenAPIFormNames.resource(pair.key)
      if groups[resource] == nil { order.append(resource) }
      groups[resource, default: []].append(pair.key)
    }
    for resource in order { merge(groups[resource] ?? [], of: resource) }
    findTombstones()
  }

  private mutating func merge(_ components: [String], of resource: String) {
    guard components.count > 1, let main = main(of: components, resource),
      let shape = document.shape(ofComponent: main)
    else { return }
    let agreement = OpenAPIAgreement(document: document)
    for component in components where component != main {
      guard identities[component] == identities[main],
        let other = document.shape(ofComponent: component),
        resources != nil || agreement.agree(shape, other, identity: identities[main] ?? []),
        !other.properties.contains(where: { OpenAPINames.snake($0.key) == resource + "_id" })
          || identities[main]?.map(OpenAPINames.snake) == [resource + "_id"],
        !isPart(component, of: main, resource), !isPart(main, of: component, resource)
      else { continue }
      roles[component] = .copy(of: main)
      forms[main, default: []].append(component)
      identities[component] = nil
      evidence[component] = nil
    }
  }

  /// Whether rows in one form contain rows in the other as a part, which is something else: a group
  /// item has a `resource`. Under `parent`, for example, there is a row of the same kind.
  private func isPart(_ inner: String, of outer: String, _ resource: String) -> Bool {
    guard !OpenAPIFormNames.isSmall(inner), let shape = document.shape(ofComponent: outer) else {
      return false
    }
    let isPerson = Kinship.isPerson(shape.properties.map(\.key))
    return shape.properties.contains { property in
      let name = Inflection.singular(OpenAPINames.snake(property.key))
      let isKin = name != resource && Kinship.isKin(name, of: resource, isPerson: isPerson)
      return !isKin && document.mentions(in: property.node).contains(inner)
    }
  }

  /// The component with the name of the resource, otherwise the first with most keys.
  private func main(of components: [String], _ resource: String) -> String? {
    let named = components.first { OpenAPINames.snake($0) == resource }
    return named
      ?? components.map { ($0, document.shape(ofComponent: $0)?.properties.count ?? 0) }
      .reduce(nil as (String, Int)?) { best, next in
        (best?.1 ?? -1) < next.1 ? next : best
      }?.0
  }

  // MARK: Deleted rows

  /// Finds the forms of deleted rows, which state that a row is gone.
  private mutating func findTombstones() {
    for pair in document.schemas where roles[pair.key] == .entity {
      guard let resource = OpenAPIFormNames.deleted(pair.key),
        let shape = document.shape(ofComponent: pair.key), shape.properties.count < 5,
        let flag = shape.properties.first(where: { isFlag($0, of: shape) }),
        let main = document.schemas.map(\.key).first(where: { name in
          roles[name] == .entity && name != pair.key
            && OpenAPIFormNames.resource(name) == resource
        }), identities[main] == identities[pair.key]
      else { continue }
      roles[pair.key] = .tombstone(of: main)
      identities[pair.key] = nil
      tombstones[main] = (pair.key, flag)
    }
  }

  private func isFlag(_ property: OpenAPIShape.Property, of shape: OpenAPIShape) -> Bool {
    let names = ["deleted", "is_deleted"]
    guard names.contains(OpenAPINames.snake(property.key)) else { return false }
    let flag = document.expanded(document.shape(property.node))
    return flag.types == ["boolean"] && shape.required.contains(property.key)
  }
}

/// The members of an entity that its forms add.
extension OpenAPISchemaMaker {
  /// The shape with the keys of all forms. Those that only some have are optional.
  func withForms(_ shape: OpenAPIShape, _ component: String) -> OpenAPIShape {
    var shape = shape
    for form in roles.forms[component] ?? [] {
      guard let other = document.shape(ofComponent: form) else { continue }
      var known = Set(shape.properties.map(\.key))
      for property in other.properties where known.insert(property.key).inserted {
        shape.properties.append(property)
      }
      let stated = other.properties.filter { other.required.contains($0.key) }
      let required = stated.filter { !document.shape($0.node).isNullable }.map(\.key)
      shape.required.formIntersection(required)
      shape.requiredGroups = shape.requiredGroups.filter(other.requiredGroups.contains)
    }
    return shape
  }

  /// What an entity was merged from, and after what it is named.
  func formNotes(_ component: String) -> [ImportNote] {
    var notes: [ImportNote] = []
    if let row = document.inlineRows[component] {
      notes.append(.guessed(.name, "named after \(row.origin)"))
    }
    guard let others = roles.forms[component] else { return notes }
    var forms: [String] = []
    let all = ([component] + others).map { document.inlineRows[$0]?.title ?? $0 }
    for form in all where !forms.contains(form) { forms.append(form) }
    let listed = forms.prefix(Self.listedForms).joined(separator: ", ")
    let rest = forms.count - Self.listedForms
    notes.append(
      .guessed(.entity, "the rows of \(listed)" + (rest > 0 ? " and \(rest) more" : "")))
    return notes
  }

  private static let listedForms = 5

  /// Adds the flag that the form of deleted rows has, and returns its key.
  func addFlag(of component: String, to shape: inout OpenAPIShape) -> String? {
    guard let flag = roles.tombstones[component]?.flag else { return nil }
    if !shape.properties.contains(where: { $0.key == flag.key }) { shape.properties.append(flag) }
    return flag.key
  }

  func setTombstone(of entity: inout ImportedEntity, _ flag: String, _ component: String) {
    let form = roles.tombstones[component]?.component ?? component
    guard let index = entity.attributes.firstIndex(where: { $0.name == flag }),
      entity.attributes[index].type == .scalar(.bool)
    else { return }
    entity.attributes[index].isOptional = false
    entity.attributes[index].defaultValue = .flag(false)
    entity.attributes[index].notes = [.guessed(.completeness, "true in \(form)")]
    entity.sync.append(YAMLEntry("tombstone", .mapping([YAMLEntry("flag", .text(flag))])))
  }

  /// Drops the types of deleted rows that no endpoint returns.
  mutating func dropUnusedTombstones() {
    let names = Set(roles.tombstones.values.map(\.component))
    guard !names.isEmpty else { return }
    result.dropTypes(result.unusedTypes.intersection(names))
  }
}
