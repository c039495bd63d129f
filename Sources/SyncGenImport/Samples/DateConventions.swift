/// States the format of most dates once as a convention, and other formats at their attributes.
enum DateConventions {
  /// The precedence of formats that are equally frequent.
  private static let order = [["iso8601"], ["unix"], ["unix-ms"]]

  static func state(in schema: inout ImportedSchema) {
    var counts: [[String]: Int] = [:]
    schema.changeAttributes { attribute in
      if attribute.dates.count == 1 { counts[attribute.dates, default: 0] += 1 }
    }
    guard let most = counts.values.max() else { return }
    let convention = order.first { counts[$0] == most } ?? counts.keys.min { $0[0] < $1[0] } ?? []
    guard counts[convention] == most else { return }
    schema.conventions.dates = convention
    schema.changeAttributes { attribute in
      if attribute.dates == convention { attribute.dates = [] }
    }
  }
}

extension ImportedSchema {
  fileprivate mutating func changeAttributes(_ change: (inout ImportedAttribute) -> Void) {
    for entity in entities.indices {
      for index in entities[entity].attributes.indices {
        change(&entities[entity].attributes[index])
      }
    }
    for type in types.indices {
      switch types[type].content {
      case .fields(var fields):
        for index in fields.indices { change(&fields[index]) }
        types[type].content = .fields(fields)
      case .tagged(var tagged):
        for one in tagged.cases.indices {
          for index in tagged.cases[one].fields.indices { change(&tagged.cases[one].fields[index]) }
        }
        types[type].content = .tagged(tagged)
      }
    }
  }
}
