import SyncGenSchema
import SyncGenTemplateEngine

/// A call with which generated code passes members to the runtime, as exposed to templates.
struct FieldCallContext: ContextSubject {
  let method: String
  let names: [String]
  let storedNames: [String]

  static let type = ContextType<Self>(
    "field call", "A call that passes members of an entity's struct or patch to the runtime.",
    [
      .text("function", "The function of `FieldWriter` or of `FieldVisitor`.") { $0.method },
      .texts("names", "The members as written in Swift code; none for one that is skipped.") {
        $0.names
      },
      .texts("storedNames", "The same, as the names of stored properties.") { $0.storedNames },
    ])

  /// The calls that write the members of an entity's struct.
  static func writes(of properties: [PropertyContext]) -> [FieldCallContext] {
    parts(of: properties).flatMap { part in
      batches(
        of: part.map {
          FieldCallContext($0, method: $0.isMoney ? "money" : $0.isOptional ? "optional" : "value")
        })
    }
  }

  /// The calls that visit the members of its patch: attributes and references, followed by the
  /// other relationships.
  static func visits(
    of properties: [PropertyContext], _ relations: [RelationContext]
  ) -> [FieldCallContext] {
    let calls = parts(of: properties).flatMap { part in
      batches(of: part.map { FieldCallContext($0, method: $0.isMoney ? "money" : "value") })
    }
    return calls + batches(of: relations.filter { !$0.isColumn }.map(FieldCallContext.init))
  }

  /// Attributes and references, so that a new attribute does not change the calls for references.
  private static func parts(of properties: [PropertyContext]) -> [[PropertyContext]] {
    let start = properties.firstIndex(where: \.isReference) ?? properties.count
    return [Array(properties[..<start]), Array(properties[start...])]
  }

  /// Combines four consecutive calls that differ only in their types, because the type checker is
  /// faster for one call than for four.
  private static func batches(of calls: [FieldCallContext]) -> [FieldCallContext] {
    let size = 4
    var (result, run): ([FieldCallContext], Int) = ([], 0)
    for call in calls {
      result.append(call)
      run = call.canBeBatched ? run + 1 : 0
      guard run == size else { continue }
      let batch = FieldCallContext(result.suffix(size))
      result.removeLast(size)
      result.append(batch)
      run = 0
    }
    return result
  }

  private var canBeBatched: Bool { method == "value" || method == "optional" }

  private init(_ property: PropertyContext, method: String) {
    self.method = method
    names = [property.identifier.source]
    storedNames = [property.storedName]
  }

  private init(_ relation: RelationContext) {
    let isListed = relation.isListed
    method = !isListed ? "skip" : relation.isToMany ? "ids" : "value"
    names = isListed ? [relation.relation.idProperty.source] : []
    storedNames = isListed ? [relation.storedIDName] : []
  }

  private init(_ batch: some Sequence<FieldCallContext>) {
    method = "values"
    names = batch.flatMap(\.names)
    storedNames = batch.flatMap(\.storedNames)
  }
}
