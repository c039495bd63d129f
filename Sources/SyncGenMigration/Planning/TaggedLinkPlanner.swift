import SyncGenSchema

/// Updates the links that wait for rows with a reference to one of several entities to the
/// reference and its targets.
struct TaggedLinkPlanner {
  let pairing: SchemaPairing

  /// The renames and drops of links whose targets were removed or renamed.
  var moves: [MigrationOperation] {
    pairing.old.entityIDs.flatMap { id in
      pairing.old[id].taggedReferences.flatMap { reference in
        reference.targets.compactMap { target -> MigrationOperation? in
          let name = pairing.old.linkName(of: reference, to: target, in: id)
          guard let new = successor(of: reference, to: target, in: id), new.forms != nil else {
            return .dropLinks(name, where: nil)
          }
          return name == new.name ? nil : .renameLinks(name, to: new.name)
        }
      }
    }
  }

  /// The conversions of links whose ends have identities of another form.
  var conversions: [MigrationOperation] {
    pairing.old.entityIDs.flatMap { id in
      pairing.old[id].taggedReferences.flatMap { reference in
        reference.targets.flatMap { target -> [MigrationOperation] in
          let new = successor(of: reference, to: target, in: id)
          return new.flatMap { $0.forms?.conversion(of: $0.name) } ?? []
        }
      }
    }
  }

  private struct Successor {
    let name: String
    /// `nil` if links cannot follow the identities.
    let forms: LinkForms?
  }

  /// The new target that corresponds to a target of an old reference.
  private func successor(
    of reference: TaggedReference, to target: TaggedReference.Target, in id: EntityID
  ) -> Successor? {
    guard let members = pairing.members(ofOld: id),
      let tag = members.attributes.newPosition(of: reference.tagAttribute),
      let new = pairing.new[members.new].taggedReferences.first(where: { $0.tagAttribute == tag }),
      let newTarget = new.targets.first(where: { pairing.isSame(target.entity, $0.entity) })
    else { return nil }
    let child = pairing.linkForm(id, members.new, "child_id")
    let parent = pairing.linkForm(target.entity, newTarget.entity, "parent_id")
    return Successor(
      name: pairing.new.linkName(of: new, to: newTarget, in: members.new),
      forms: child.flatMap { child in parent.map { LinkForms(child: child, parent: $0) } })
  }
}

extension Schema {
  /// The runtime's name of the part of a reference that refers to one target,
  /// `Child.reference.Target`.
  func linkName(
    of reference: TaggedReference, to target: TaggedReference.Target, in id: EntityID
  ) -> String {
    "\(self[id].name.name).\(reference.name.name).\(self[target.entity].name.name)"
  }

  /// The names of all such parts.
  var taggedLinkNames: [String] {
    entityIDs.flatMap { id in
      self[id].taggedReferences.flatMap { reference in
        reference.targets.map { linkName(of: reference, to: $0, in: id) }
      }
    }
  }
}
