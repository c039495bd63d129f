package import SyncGenSchema

/// Finds the types whose stored values may have to be rewritten. All others are copied without
/// examining them.
struct ChangedTypes {
  private let pairing: SchemaPairing

  init(_ pairing: SchemaPairing) {
    self.pairing = pairing
  }

  /// The new positions of the types whose own fields are stored in another form.
  var direct: Set<Int> {
    Set(pairing.types.pairs.filter { isChanged($0.old, $0.new) }.map(\.new))
  }

  /// The new positions of those types and of the types that contain values of them.
  var positions: Set<Int> {
    let changed = direct
    guard !changed.isEmpty else { return [] }
    let new = pairing.new
    return changed.union(
      new.valueTypes.indices.filter { index in
        new.valueTypes(reachedBy: new.valueTypes[index].inner.map { .value($0) })
          .contains(where: changed.contains)
      })
  }

  private func isChanged(_ old: Int, _ new: Int) -> Bool {
    if TaggedTypePairing(pairing, old: old, new: new)?.isChanged == true { return true }
    guard let fields = pairing.fields[new] else { return false }
    // A new field that is null is left out of the stored text.
    let added = fields.added.map { pairing.new.valueTypes[new].fields[$0] }
    return added.contains { !$0.isOptional || $0.defaultValue != nil } || !fields.dropped.isEmpty
      || fields.pairs.contains { pair in
        isChanged(
          pairing.old.valueTypes[old].fields[pair.old], pairing.new.valueTypes[new].fields[pair.new]
        )
      }
  }

  private func isChanged(_ old: ValueField, _ new: ValueField) -> Bool {
    if old.storageNames != new.storageNames || old.isOptional && !new.isOptional { return true }
    if !TypePairing(pairing).isSame(old.type, new.type) { return true }
    if old.type == .scalar(.date), old.storage != new.storage { return true }
    guard let from = old.type.enumeration, let to = new.type.enumeration else { return false }
    return !EnumConverter(pairing: pairing).conversion(inJSON: from, to).isCopied
  }
}

extension VersionStep {
  /// The types of the new version whose stored values have another form than in the old one.
  package var changedTypes: [ValueTypeModel] {
    ChangedTypes(pairing).direct.sorted().map { new.valueTypes[$0] }
  }
}
