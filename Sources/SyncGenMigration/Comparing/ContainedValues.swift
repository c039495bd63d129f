import SyncGenSchema

/// The attributes that contain values of an enum or of a type of the old version, and what the loss
/// of such values means for them.
struct ContainedValues {
  private struct Use {
    /// Whether local changes of the attribute wait to be pushed.
    let isPushed: Bool
    /// Whether the migration fails for a row that loses the value of the attribute.
    let isNeeded: Bool
  }

  private let uses: [Use]

  init(ofEnum index: Int, _ pairing: SchemaPairing) {
    let types = pairing.old.valueTypes.indices.filter { type in
      pairing.old.valueTypes[type].fields.contains { $0.type.enumeration?.index == index }
    }
    uses = Self.uses(pairing) { type in
      type.enumeration?.index == index
        || !Set(pairing.old.valueTypes(reachedBy: [type])).isDisjoint(with: types)
    }
  }

  init(ofType id: ValueTypeID, _ pairing: SchemaPairing) {
    uses = Self.uses(pairing) { pairing.old.valueTypes(reachedBy: [$0]).contains(id.index) }
  }

  private static func uses(
    _ pairing: SchemaPairing, where contains: (AttributeType) -> Bool
  ) -> [Use] {
    pairing.members.flatMap { members in
      members.attributes.pairs.filter { pair in
        contains(pairing.old[members.old].attributes[pair.old].type)
      }.map { pair in
        Use(
          isPushed: members.isPushed(attribute: pair.old, pairing),
          isNeeded: isNeeded(pair.new, members, pairing))
      }
    }
  }

  private static func isNeeded(
    _ index: Int, _ members: SchemaPairing.Members, _ pairing: SchemaPairing
  ) -> Bool {
    let finder = ColumnSourceFinder(pairing: pairing, members: members)
    let columns = pairing.new[members.new].columns
    return pairing.new[members.new].attributes[index].columns.contains { position in
      let source = finder.source(of: columns[position])
      return columns[position].isRequired && source.lossy != nil && !source.isFilled
    }
  }

  // MARK: Losses

  /// Whether local changes that are not pushed yet lose something.
  ///
  /// - Parameter whole: Whether the attribute may lose its value, not only a part of it.
  func losesUnsentChanges(whole: Bool) -> Bool {
    uses.contains { $0.isPushed && !(whole && $0.isNeeded) }
  }

  /// What a loss risks; as above.
  func risks(whole: Bool) -> Set<MigrationRisk> {
    var risks: Set<MigrationRisk> = []
    if losesUnsentChanges(whole: whole) { risks.insert(.losesUnsentChanges) }
    if whole, uses.contains(where: \.isNeeded) { risks.insert(.mayFail) }
    if uses.isEmpty || uses.contains(where: { !(whole && $0.isNeeded) }) {
      risks.insert(.losesData)
    }
    return risks
  }

  /// What the sentence about a loss says of local changes.
  func unsent(whole: Bool) -> String {
    if !losesUnsentChanges(whole: whole) { return "" }
    return whole ? Self.unsentValues : Self.unsentParts
  }

  /// What happens to local changes of attributes that may lose their values.
  static let unsentValues = "; local changes to such values that are not pushed yet are lost"
  /// What happens to local changes of attributes that lose parts of their values.
  static let unsentParts = ", also in local changes that are not pushed yet"
}

extension SchemaPairing.Members {
  /// Whether local changes of an attribute of the old version wait to be pushed, and will be.
  func isPushed(attribute old: Int, _ pairing: SchemaPairing) -> Bool {
    pairing.new[new].sync.isPushed
      && pairing.old[self.old].recordedMembers.contains(.attribute(index: old))
  }
}
