import SyncGenImport
import SyncGenSchema

extension ImportedSchema {
  /// The result of a reader, one line per item: lines are easier to compare than values.
  var lines: String {
    let parts =
      entities.flatMap(\.lines) + enums.map(\.line) + remarks.map { "\($0.place): \($0.message)" }
    return parts.joined(separator: "\n")
  }
}

extension ImportedEntity {
  fileprivate var lines: [String] {
    var first = "\(name) (\(table ?? "-")) identity \(identity.joined(separator: ", "))"
    if let check { first += " check \(check)" }
    return [first]
      + (attributes.map(\.line) + relations.map(\.line) + indexes.map(\.line)).map { "  \($0)" }
  }
}

extension ImportedAttribute {
  fileprivate var line: String {
    var words = [name, type.word + (isOptional ? "?" : "")]
    switch defaultValue {
    case nil: break
    case .text(let text): words.append("= '\(text)'")
    case .word(let word): words.append("= \(word)")
    case .list, .mapping: words.append("= …")
    }
    if !self.remoteDates.isAuto {
      words.append("dates \(self.remoteDates.spellings.joined(separator: ", "))")
    }
    if self.storage != .text { words.append("storage \(self.storage.rawValue)") }
    if isUnique { words.append("unique") } else if isIndexed { words.append("index") }
    if self.collation != .binary { words.append(self.collation.rawValue) }
    return words.joined(separator: " ")
  }
}

extension ImportedTypeName {
  fileprivate var word: String {
    switch self {
    case .scalar(let type): type.rawValue
    case .money: "money"
    case .named(let name), .patch(let name): name
    case .list(let element): "[\(element.word)]"
    case .dictionary(let element): "[string: \(element.word)]"
    case .optional(let element): element.word + "?"
    case .fields, .taggedRows: "{…}"
    }
  }
}

extension ImportedRelation {
  fileprivate var line: String {
    var words = [name, isToMany ? "[\(target)]" : target + (isOptional ? "?" : "")]
    if let column { words.append("column \(column)") }
    switch inverse {
    case .inferred: break
    case .none: words.append("inverse none")
    case .named(let name): words.append("inverse \(name)")
    }
    if let through { words.append("through \(through)") }
    if isOrdered { words.append("ordered") }
    if hasForeignKey { words.append("foreign-key") }
    if let onDelete { words.append(onDelete.rawValue) }
    return words.joined(separator: " ")
  }
}

extension ImportedIndex {
  fileprivate var line: String {
    "index \(members.joined(separator: ", "))" + (isUnique ? " unique" : "")
      + (condition.map { " where \($0)" } ?? "")
  }
}

extension ImportedEnum {
  fileprivate var line: String {
    "\(name): \(cases.map(\.value).joined(separator: ", "))" + (rejectsUnknown ? " only" : "")
  }
}
