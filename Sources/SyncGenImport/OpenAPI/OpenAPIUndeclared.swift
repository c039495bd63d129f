import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// Keys that objects require although they do not declare them.
extension OpenAPISchemaMaker {
  /// The members for such keys, which responses may contain.
  mutating func undeclaredMembers(
    of shape: OpenAPIShape, _ name: String, _ use: OpenAPIUses.Use
  ) -> [ImportedAttribute] {
    guard !document.isOwn, shape.alternatives.isEmpty else { return [] }
    let subtypes = document.subtypes(of: name).compactMap(document.shape(ofComponent:))
    let declared = Set((subtypes + [shape]).flatMap(\.properties).map(\.key))
    let keys = shape.required.subtracting(declared).sorted()
    guard !keys.isEmpty else { return [] }
    remark(shape.node, "'\(name)' requires keys that it does not declare: \(keys.quoted(upTo: 8))")
    return use.isOfRequests ? [] : keys.map { undeclared($0, of: shape) }
  }

  /// The shape of an entity with the keys that any of its forms requires.
  func withAllRequired(_ shape: OpenAPIShape, _ component: String) -> OpenAPIShape {
    var shape = shape
    for form in [component] + (roles.forms[component] ?? []) {
      shape.required.formUnion(document.shape(ofComponent: form)?.required ?? [])
    }
    return shape
  }

  private func undeclared(_ key: String, of shape: OpenAPIShape) -> ImportedAttribute {
    let types = examples.typesOfUndeclared(key, in: shape)
    let type = types.count == 1 ? types.first : nil
    var attribute = ImportedAttribute(key, type ?? .json, isOptional: true)
    attribute.remote = .key(ValuePath.text([.key(key)]))
    attribute.notes = [
      .guessed(
        .type,
        "required, but not declared"
          + (attribute.type == .json ? "" : "; the type is from an example"))
    ]
    attribute.place = document.place(shape.node)
    return attribute
  }
}
