import SyncGenDiagnostics

/// The rules for types that contain rows, in addition to those for every type.
enum DocumentRule {
  /// Rows cannot be inside the value of another field, which is read as a whole.
  static func check(_ types: [InlineType], into bag: inout DiagnosticBag) {
    let documents = DocumentTypes(types)
    for type in types.flatMap(\.withNested) {
      for inner in type.fields where documents.hasRows(inner.type) {
        let outer = type.fields.first { field in
          field.remote.keys.count < inner.remote.keys.count
            && inner.remote.keys.starts(with: field.remote.keys)
        }
        if let outer { bag.add(.rowsInsideField(inner, outer: outer, of: type.name)) }
      }
    }
  }

  /// Without endpoints, only attributes and documents use types.
  static func checkUses(of types: [InlineType], into bag: inout DiagnosticBag) {
    guard DocumentTypes(types).isEmpty else { return }
    for type in types { bag.add(.unusedType(type)) }
  }

  /// Without an enclosing client, documents are declared next to the entities.
  static func checkNames(
    of types: [InlineType], in draft: SchemaDraft, into bag: inout DiagnosticBag
  ) {
    guard !DocumentTypes(types).isEmpty else { return }
    InlineTypeRule.check(types, into: &bag)
    for type in types {
      let schema = draft.declaration.name.value
      guard let reason = ReservedNames.reason(againstType: type.name, schema: schema) else {
        continue
      }
      bag.add(.reservedName(Located(type.name, at: type.nameSpan), of: "type", reason: reason))
    }
  }
}
