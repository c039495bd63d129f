import SyncGenYAML

/// Lists of rows whose component states that it may be null. Some generators write this for every
/// optional use of the component, and the list would be JSON without rows otherwise.
extension OpenAPISchemaMaker {
  /// The elements of a list, which are rows even if their component may be null.
  func rowsWithoutNull(_ element: Typed, _ items: YAMLNode) -> Typed {
    guard element.isOptional, case .named(let name) = element.type, isEntity(name),
      let component = nullableRow(items)
    else { return element }
    var element = element
    element.isOptional = false
    element.notes.append(Self.noteOnNull(component))
    return element
  }

  /// The comment on a response that is a list of such rows.
  func noteOnNull(in response: OpenAPIShape) -> ImportNote? {
    let list = document.expanded(response)
    guard list.types == ["array"], let items = list.items else { return nil }
    return nullableRow(items).map(Self.noteOnNull)
  }

  private static func noteOnNull(_ component: String) -> ImportNote {
    .guessed(.type, "no element is null, although '\(component)' may be")
  }

  /// The component of rows, if it states itself that it may be null.
  private func nullableRow(_ node: YAMLNode) -> String? {
    guard node["nullable"]?.isTrue != true, let component = document.shape(node).component,
      roles.entity(component) != nil, let shape = document.shape(ofComponent: component),
      shape.isNullable, shape.component == nil, !shape.properties.isEmpty
    else { return nil }
    return component
  }
}
