import SwiftSyncValues
import SyncGenDiagnostics

/// Checks where `invalid:` is stated: not where it could turn a row into another one, and `null`
/// only where null is permitted.
enum InvalidValuesRule {
  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    for entity in draft.entities {
      for (index, attribute) in entity.declaration.attributes.enumerated() {
        guard let invalid = attribute.settings.invalidValues,
          let stated = attribute.stated[\.invalidValues],
          let place = validPlace(of: invalid, on: index, of: entity)
        else { continue }
        let owner = "attribute '\(entity.name).\(attribute.name.value)'"
        bag.add(.misplacedKey(stated.name, of: owner, belongs: place, at: stated.value))
      }
    }
  }

  /// A place where the key would be valid.
  private static func validPlace(
    of invalid: InvalidValues, on index: Int, of entity: EntityDraft
  ) -> String? {
    if entity.identity?.parts.contains(.attribute(index: index)) ?? false {
      return "attributes that do not identify the row"
    }
    if entity.sync.clock == index || entity.sync.tombstone?.attribute == index {
      return "attributes other than the clock and the tombstone"
    }
    if invalid == .null, !entity.attributes[index].isOptional,
      !entity.brokenAttributes.contains(index)
    {
      return "an optional attribute; 'invalid: keep' is valid on others"
    }
    return nil
  }
}
