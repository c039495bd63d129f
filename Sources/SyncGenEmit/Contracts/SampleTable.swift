import SyncGenDiagnostics
import SyncGenSchema

/// A few rows of each entity, which refer to each other, for previews and tests of
/// apps.
struct SampleTable {
  private static let most = 3

  let names: SwiftNames
  let id: EntityID

  /// A payload on several lines.
  var text: String {
    let rows = (1...count).map {
      SampleRow(names: names, id: id, state: .valid, number: $0).corrected.json
    }
    return JSONDocument.array(rows).text(.lines { JSONString.quotedInSource($0) })
  }

  /// The number of distinct rows that are possible.
  var count: Int {
    let entity = names.schema[id]
    var attributes = entity.identity.parts.compactMap { part -> Attribute? in
      if case .attribute(let index) = part { entity.attributes[index] } else { nil }
    }
    for index in entity.indexes where index.isUnique {
      attributes += index.columns.compactMap { column in
        if case .attribute(let index) = entity.columns[column].source {
          entity.attributes[index]
        } else {
          nil
        }
      }
    }
    return attributes.map(count).min() ?? Self.most
  }

  /// The number of leading rows with distinct values.
  private func count(of attribute: Attribute) -> Int {
    let values = (1...Self.most).map {
      PayloadSample(schema: names.schema, number: $0)
        .value(of: attribute, name: attribute.name.name)
    }
    return Set(values).count
  }
}
