package import SyncGenSchema

/// What is different between two versions of a type that is in both, field by field.
struct ValueTypeDifference: Sendable {
  /// A field that is in both versions, and what of it has changed.
  struct FieldChange: Sendable {
    let old: ValueField
    let new: ValueField
    /// Whether the keys of the stored text are other ones.
    let isStoredElsewhere: Bool
    /// Whether the values have another type, or dates another storage. A change inside another value type is
    /// that type's.
    let isConverted: Bool
    let becomesRequired: Bool
    let becomesOptional: Bool
    let hasOtherDefault: Bool
    /// Whether payloads have the field elsewhere or in another form.
    let hasOtherRemote: Bool

    var isRenamed: Bool { old.name != new.name }

    /// Whether stored values have to be rewritten.
    var rewritesValues: Bool { isStoredElsewhere || isConverted || becomesRequired }

    fileprivate var isEmpty: Bool {
      !rewritesValues && !isRenamed && !becomesOptional && !hasOtherDefault && !hasOtherRemote
    }
  }

  let old: ValueTypeID
  let new: ValueTypeID
  let isRenamed: Bool
  let added: [ValueField]
  let dropped: [ValueField]
  let changed: [FieldChange]

  var isEmpty: Bool { !isRenamed && added.isEmpty && dropped.isEmpty && changed.isEmpty }

  /// Whether stored values of the type have to be rewritten, apart from values of other types inside them.
  /// A new field that is optional and has no default is null, which is left out of the stored text.
  var rewritesValues: Bool {
    !dropped.isEmpty || changed.contains(where: \.rewritesValues)
      || added.contains { $0.defaultValue != nil || !$0.isOptional }
  }
}

/// Says what is different between the types of two versions.
struct ValueTypeDiffer {
  let pairing: SchemaPairing

  /// Of each type that is in both versions and has changed, in the order of the new version.
  func differences() -> [ValueTypeDifference] {
    let (oldIDs, newIDs) = (pairing.old.valueTypeIDs, pairing.new.valueTypeIDs)
    return pairing.types.pairs.compactMap { pair in
      let difference = difference(oldIDs[pair.old], newIDs[pair.new])
      return difference.isEmpty ? nil : difference
    }
  }

  /// The new positions of the types whose stored values change: those that have changed, and those that have
  /// values of such types inside them.
  func rewrittenTypes() -> Set<Int> {
    let changed = Set(differences().filter(\.rewritesValues).map(\.new.index))
    let new = pairing.new
    return Set(
      new.valueTypes.indices.filter { index in
        let inner = new.valueTypes(reachedBy: new.valueTypes[index].fields.lazy.map(\.type))
        return changed.contains(index) || inner.contains(where: changed.contains)
      })
  }

  private func difference(_ old: ValueTypeID, _ new: ValueTypeID) -> ValueTypeDifference {
    let (before, after) = (pairing.old[old], pairing.new[new])
    let fields = pairing.fields[new.index]
    return ValueTypeDifference(
      old: old, new: new, isRenamed: before.name != after.name,
      added: fields?.added.map { after.fields[$0] } ?? [],
      dropped: fields?.dropped.map { before.fields[$0] } ?? [],
      changed: fields?.pairs.compactMap { pair in
        let change = change(before.fields[pair.old], after.fields[pair.new])
        return change.isEmpty ? nil : change
      } ?? [])
  }

  private func change(
    _ old: ValueField, _ new: ValueField
  ) -> ValueTypeDifference.FieldChange {
    let isSame = TypePairing(pairing).isSame(old.type, new.type)
    let isDate = old.type == .scalar(.date) && new.type == .scalar(.date)
    let isDateInOtherForm = isDate && old.remoteDates != new.remoteDates
    return ValueTypeDifference.FieldChange(
      old: old, new: new, isStoredElsewhere: old.storageNames != new.storageNames,
      isConverted: !isSame || isDate && old.dateStorage != new.dateStorage,
      becomesRequired: old.isOptional && !new.isOptional,
      becomesOptional: !old.isOptional && new.isOptional,
      hasOtherDefault: old.defaultValue != new.defaultValue,
      hasOtherRemote: old.remote != new.remote || isDateInOtherForm
        || old.isEmptyNull != new.isEmptyNull)
  }
}

extension VersionStep {
  /// The types of the new version whose stored values have another form than in the old one.
  package var changedTypes: [ValueType] {
    let pairing = SchemaPairing(from: old, to: new)
    return ValueTypeDiffer(pairing: pairing).differences().filter(\.rewritesValues)
      .map { new[$0.new] }
  }
}
