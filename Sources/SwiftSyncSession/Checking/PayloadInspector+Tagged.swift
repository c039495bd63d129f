import SwiftSyncValues

extension PayloadInspector {
  /// Inspects the value under the key of a relationship to one of several entities.
  func inspect(
    _ scanner: inout JSONScanner, _ reference: TaggedReferencePlan, _ path: String,
    _ facts: ObjectFacts
  ) throws(JSONError) {
    guard try scanner.peekKind() == .object else {
      let token = try scanner.readValue()
      facts.see(column: reference.idColumn, isNull: token.kind == .null, at: place)
      return noteCoercion(
        of: token, to: reference.idColumn, of: facts.plan, as: reference.idColumn, facts)
    }
    guard let part = try part(of: reference, facts.plan) else {
      _ = try scanner.skipValue()
      return
    }
    try inspectRow(&scanner, facts.nested(under: path, facts.plan.relations[part.relation]))
  }

  /// The part that belongs to the tag in the inspected row; `nil` if there is no tag, or an unknown
  /// one.
  private func part(
    of reference: TaggedReferencePlan, _ plan: EntityPlan
  ) throws(JSONError) -> TaggedReferencePlan.Part? {
    for path in plan.fields[reference.tagColumn].paths {
      guard let token = try value(at: path) else { continue }
      let tag = plan.fields[reference.tagColumn].converter.convert(token, in: arena)
      return tag.flatMap(reference.part)
    }
    return nil
  }

  /// The value at a path of keys in the inspected row; `nil` if there is none, or not a single
  /// value.
  private func value(at path: String) throws(JSONError) -> JSONToken? {
    var text = row
    for step in ValuePath.steps(path) ?? [] {
      guard case .key(let name) = step, let inner = try value(of: name, in: text) else {
        return nil
      }
      text = inner
    }
    var scanner = JSONScanner(text)
    return try scanner.readValue()
  }

  private func value(of name: String, in text: JSONSlice) throws(JSONError) -> JSONSlice? {
    var scanner = JSONScanner(text)
    guard try scanner.peekKind() == .object else { return nil }
    var found: JSONSlice?
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) {
      let isWanted = key.isSame(as: name)
      let value = try scanner.skipValue()
      if isWanted { found = value }
    }
    return found
  }
}
