import SyncGenSchema
import SyncGenTemplateEngine

/// A part of the identity that a to-one relationship holds, as exposed to templates.
struct PartContext: ContextSubject {
  private let attribute: Attribute
  private let member: PropertyContext

  /// The parts of a to-one relationship, in the order of its target's identity; empty for one with
  /// its own column.
  static func all(of relation: Relation, _ entity: Entity, names: SwiftNames) -> [PartContext] {
    guard case .toOne(let reference) = relation.kind, reference.isComposite else { return [] }
    let members = PropertyContext.all(of: relation.target, names: names)
    let identity = names.schema[relation.target].identity.columns.compactMap { column in
      members.first { $0.columns.contains(column) }
    }
    return zip(reference.parts, identity).compactMap { column, member in
      entity.columns[column].attribute.map {
        PartContext(attribute: entity.attributes[$0], member: member)
      }
    }
  }

  /// The declaration of a parameter for the part.
  var parameter: String { "\(member.identifier.label): \(member.swiftType)" }

  /// The argument for the part in a call that creates the identity.
  var argument: String { "\(member.identifier.argument): \(member.identifier.source)" }

  static let type = ContextType<Self>(
    "part", "An attribute that holds a part of the identity of a to-one's target.",
    [
      .text("name", "The attribute's name.") { $0.attribute.name.name },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("storedName", "The stored property's name: deprecated ones are computed, too.") {
      $0.attribute.deprecation == nil ? $0.attribute.name.source : "_\($0.attribute.name.name)"
    },
    .text("memberName", "The member of the target's `Identity`, as written in Swift code.") {
      $0.member.identifier.source
    },
    .text("memberLabel", "The same as the label of an argument.") { $0.member.identifier.label },
    .text("memberArgument", "The same as the label of an argument of a call.") {
      $0.member.identifier.argument
    },
  ]
}
