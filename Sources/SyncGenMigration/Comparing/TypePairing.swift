import SyncGenSchema

/// Determines whether types of two versions are the same. Enums may be renamed.
struct TypePairing {
  private let pairing: SchemaPairing

  init(_ pairing: SchemaPairing) {
    self.pairing = pairing
  }

  func isSame(_ old: AttributeType, _ new: AttributeType) -> Bool {
    switch (old, new) {
    case (.scalar(let old), .scalar(let new)): old == new
    case (.enumeration(let old), .enumeration(let new)): isSame(old, new)
    case (.money, .money): true
    case (.value(let old), .value(let new)): pairing.isSame(old, new)
    case (.array(let old), .array(let new)), (.dictionary(let old), .dictionary(let new)):
      isSame(old, new)
    default: false
    }
  }

  private func isSame(_ old: EnumID, _ new: EnumID) -> Bool {
    pairing.enums.oldPositions[new.index] == old.index
  }

  private func isSame(_ old: ElementType, _ new: ElementType) -> Bool {
    switch (old, new) {
    case (.scalar(let old), .scalar(let new)): old == new
    case (.enumeration(let old), .enumeration(let new)): isSame(old, new)
    case (.value(let old), .value(let new)): pairing.isSame(old, new)
    default: false
    }
  }
}
