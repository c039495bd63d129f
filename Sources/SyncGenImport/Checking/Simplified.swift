import SyncGenSchema

/// A declaration that can be written without some of its settings.
protocol Simplified {
  /// The keys of what it states besides its type.
  var statedKeys: [String] { get }
}

extension Simplified {
  /// The keys of the settings that the original declaration has and this one lacks.
  func lost(of original: Self) -> [String] {
    let kept = Set(statedKeys)
    return original.statedKeys.filter { !kept.contains($0) }
  }
}

extension ImportedAttribute: Simplified {
  var statedKeys: [String] { statedEntries.map(\.key) }
}

extension ImportedRelation: Simplified {
  var statedKeys: [String] {
    let keys = [
      ("on-delete", onDelete != nil), ("foreign-key", hasForeignKey),
      ("ordered", isOrdered || order != nil), ("keyed-by", keyedBy != nil),
      ("missing-rows", partial != nil), ("renamed-from", renamedFrom != nil),
      ("through", through != nil), ("column", column != nil),
      ("inverse", inverse != .inferred && inverse != .none),
    ]
    return keys.filter(\.1).map(\.0) + settings.map(\.key)
  }
}

extension ImportedAttribute {
  /// The simplified attribute; `nil` if it cannot be simplified further.
  func simpler(isIdentity: Bool) -> ImportedAttribute? {
    var plain = ImportedAttribute(name, type, isOptional: isOptional)
    plain.remote = remote
    plain.column = column
    plain.direction = self.direction
    plain.documentation = self.documentation
    plain.notes = notes
    // Without its separator, the list is a string.
    if self.separator != nil { plain.type = .string }
    if plain != self { return plain }
    if column != nil {
      plain.column = nil
      return plain
    }
    switch type {
    case .scalar, .money: return nil
    case .named, .patch, .list, .dictionary, .optional, .fields, .taggedRows:
      plain.type = isIdentity ? .string : .json
      return plain
    }
  }
}

extension ImportedRelation {
  /// The simplified relationship; `nil` if it cannot be simplified further.
  var simpler: ImportedRelation? {
    var plain = self
    plain.onDelete = nil
    plain.hasForeignKey = false
    plain.isOrdered = false
    plain.order = nil
    plain.settings = []
    plain.keyedBy = nil
    plain.partial = nil
    plain.renamedFrom = nil
    if plain != self { return plain }
    plain.inverse = isToMany ? .none : .inferred
    plain.through = nil
    plain.column = nil
    return plain == self ? nil : plain
  }
}
