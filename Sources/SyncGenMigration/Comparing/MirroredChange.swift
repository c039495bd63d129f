package import SyncGenDiagnostics
import SyncGenSchema

/// A difference that a store which CloudKit mirrors cannot take.
///
/// CloudKit never renames or deletes record types and fields, and a field keeps its type. The
/// version of another device would not find what has another name.
package struct MirroredChange {
  /// The change, e.g. `renames attribute 'Item.name' to 'title'`.
  package let text: String
  package let fix: String
  package let span: SourceSpan
}

extension VersionStep {
  /// The differences between the classes of both versions, apart from additions.
  package var mirroredChanges: [MirroredChange] {
    let gone = pairing.entities.dropped.map { index in
      MirroredChange(
        text: "drops entity '\(old.entities[index].name.name)'", fix: "keep it, with 'deprecated:'",
        span: span)
    }
    return gone + pairing.members.flatMap { MirroredEntity($0, pairing, span).changes() }
  }
}

/// What changes in an entity that both versions have.
private struct MirroredEntity {
  let members: SchemaPairing.Members
  let pairing: SchemaPairing
  /// The place for what the newer version no longer has.
  let place: SourceSpan

  init(_ members: SchemaPairing.Members, _ pairing: SchemaPairing, _ place: SourceSpan) {
    self.members = members
    self.pairing = pairing
    self.place = place
  }

  private var before: Entity { pairing.old[members.old] }
  private var after: Entity { pairing.new[members.new] }

  func changes() -> [MirroredChange] {
    let renaming =
      before.name == after.name
      ? nil
      : MirroredChange(
        text: "renames entity '\(before.name.name)' to '\(after.name.name)'",
        fix: "keep the name '\(before.name.name)'", span: after.span)
    return [renaming].compactMap(\.self)
      + members.attributes.dropped.map { dropping("attribute", before.attributes[$0].name.name) }
      + members.attributes.pairs.flatMap { attribute(from: $0.old, to: $0.new) }
      + members.relations.dropped.map { dropping("relationship", before.relations[$0].name.name) }
      + members.relations.pairs.flatMap { relation(from: $0.old, to: $0.new) }
  }

  private func attribute(from old: Int, to new: Int) -> [MirroredChange] {
    let (former, now) = (before.attributes[old], after.attributes[new])
    if former.name != now.name {
      return [renaming("attribute", former.name.name, now.name.name, at: now.span)]
    }
    let isSame =
      ModelType(former.type, in: pairing.old) == ModelType(now.type, in: pairing.new)
    return isSame ? [] : [retyping("attribute", now.name.name, at: now.span)]
  }

  private func relation(from old: Int, to new: Int) -> [MirroredChange] {
    let (former, now) = (before.relations[old], after.relations[new])
    if former.name != now.name {
      return [renaming("relationship", former.name.name, now.name.name, at: now.span)]
    }
    let isSame =
      former.form == now.form && pairing.isSame(former.target, now.target)
    return isSame ? [] : [retyping("relationship", now.name.name, at: now.span)]
  }

  private func title(_ name: String) -> String { "'\(after.name.name).\(name)'" }

  private func dropping(_ kind: String, _ name: String) -> MirroredChange {
    MirroredChange(
      text: "drops \(kind) \(title(name))", fix: "keep it, with 'deprecated:'", span: place)
  }

  private func renaming(
    _ kind: String, _ former: String, _ now: String, at span: SourceSpan
  ) -> MirroredChange {
    MirroredChange(
      text: "renames \(kind) \(title(former)) to '\(now)'",
      fix: "keep the name '\(former)', with 'remote:' if payloads have another key", span: span)
  }

  private func retyping(_ kind: String, _ name: String, at span: SourceSpan) -> MirroredChange {
    MirroredChange(
      text: "changes the type of \(kind) \(title(name))",
      fix: "keep it, and declare a new \(kind) with another name", span: span)
  }
}

/// The type of a property of a class: enums, days and JSON are their stored values.
private indirect enum ModelType: Equatable {
  case scalar(ScalarType)
  case money
  case value(String)
  case array(ModelType)
  case dictionary(ModelType)

  init(_ type: AttributeType, in schema: Schema) {
    switch type {
    case .scalar(let scalar): self = Self.element(.scalar(scalar), in: schema)
    case .enumeration(let id): self = Self.element(.enumeration(id), in: schema)
    case .value(let id): self = Self.element(.value(id), in: schema)
    case .money: self = .money
    case .array(let element): self = .array(Self.element(element, in: schema))
    case .dictionary(let element): self = .dictionary(Self.element(element, in: schema))
    }
  }

  private static func element(_ type: ElementType, in schema: Schema) -> ModelType {
    switch type {
    case .scalar(.day), .scalar(.json): .scalar(.string)
    case .scalar(let scalar): .scalar(scalar)
    case .enumeration(let id): .scalar(schema[id].hasIntegerValues ? .int : .string)
    case .value(let id): .value(schema[id].name.name)
    }
  }
}

extension Relation {
  /// The form of the property and of its inverse, by which CloudKit stores it.
  fileprivate var form: Int {
    switch kind {
    case .toOne, .toOneInverse: 0
    case .toMany: 1
    case .manyToMany: 2
    }
  }
}
