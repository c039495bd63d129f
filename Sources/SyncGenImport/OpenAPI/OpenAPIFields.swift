import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// The members of objects.
extension OpenAPISchemaMaker {
  mutating func addFields(_ name: String, _ shape: OpenAPIShape, like place: Place) {
    remark(shape)
    if shape.additional != nil {
      remark(shape.node, "additional keys of '\(name)' are not imported")
    }
    noteKinds(of: name, shape)
    let fields = members(of: shape, name, place.use).map {
      field($0, of: shape, in: place.inside(name, $0.key))
    }
    let undeclared = undeclaredMembers(of: shape, name, place.use)
    var type = ImportedType(name, .fields(fields + undeclared), at: document.place(shape.node))
    type.documentation = shape.documentation(of: name)
    type.notes = shape.limits.map { ImportNote($0) }
    result.types.append(type)
  }

  private mutating func noteKinds(of name: String, _ shape: OpenAPIShape) {
    let subtypes = document.subtypes(of: name)
    let kinds = (shape.discriminator?["mapping"]?.pairs ?? []).filter { kind in
      !subtypes.contains(kind.value.text.flatMap { document.component($0) ?? $0 } ?? "")
    }.map(\.key)
    guard !kinds.isEmpty else { return }
    remark(
      shape.node, "the kinds of '\(name)' are separate types: \(kinds.joined(separator: ", "))")
  }

  /// The members that values have where they are used: a server may refuse what is only read. An
  /// object inside a body needs its id to refer to a row.
  mutating func members(
    of shape: OpenAPIShape, _ name: String, _ use: OpenAPIUses.Use, isWhole: Bool = false
  ) -> [OpenAPIShape.Property] {
    guard use.isOfRequests else { return shape.properties }
    let keepsIDs = !isWhole && !uses.isBody(name)
    let read = shape.properties.filter { property in
      document.shape(property.node).isReadOnly
        && !(keepsIDs && OpenAPIIdentities.isUsual(property.key))
    }.map(\.key)
    guard !read.isEmpty, read.count < shape.properties.count else { return shape.properties }
    remark(
      shape.node,
      "keys of '\(name)' that only responses have are not imported: \(read.quoted(upTo: 8))")
    return shape.properties.filter { !read.contains($0.key) }
  }

  mutating func field(
    _ property: OpenAPIShape.Property, of owner: OpenAPIShape, in place: Place
  ) -> ImportedAttribute {
    let shape = document.shape(property.node)
    var typed = type(of: property.node, in: place)
    let isStated = owner.required.contains(property.key)
    let isRequired = isStated && !examples.isMissing(property.node)
    if isStated, !typed.isOptional { relax(&typed, property, in: place) }
    var attribute = ImportedAttribute(
      property.key, typed.type, isOptional: typed.isOptional || !isRequired)
    attribute.remote = .key(ValuePath.text([.key(property.key)]))
    attribute.remoteDates = typed.dates
    let isOwnDate = document.isOwn && !typed.dates.isAuto
    attribute.documentation = isOwnDate ? nil : documentation(shape, of: property.key)
    attribute.notes = typed.notes + property.notes
    if shape.isReadOnly, let note = Self.readOnlyNotes[place.use] { attribute.notes.append(note) }
    attribute.place = document.place(property.node)
    if shape.isDeprecated { attribute.deprecation = "The API deprecates it." }
    setDefault(of: &attribute, shape, isRequired: isRequired, isNullable: typed.isOptional, place)
    if attribute.defaultValue != nil, !isStated, !typed.isOptional {
      relax(&attribute, property)
    }
    return attribute
  }

  private static let readOnlyNotes: [OpenAPIUses.Use: ImportNote] = [
    .both: "only in responses", .bothWithPatches: "only in responses",
    .requests: "'readOnly' in the document", .patches: "'readOnly' in the document",
  ]

  private mutating func setDefault(
    of attribute: inout ImportedAttribute, _ shape: OpenAPIShape, isRequired: Bool,
    isNullable: Bool, _ place: Place
  ) {
    guard let node = shape.defaultNode, !node.isNull else { return }
    let model = result.enums.first { $0.name == attribute.type.mentioned }
    guard let value = OpenAPIDefault.value(node, attribute.type, model) else {
      return remark(node, "the default of '\(attribute.name)' is not a value of its type")
    }
    // A patch with the default would replace the server's value.
    if place.use.isPatched {
      return attribute.notes += Self.defaultNotes(shape, isRequired: isRequired)
    }
    attribute.defaultValue = value
    attribute.isOptional = isNullable
  }

  /// The default in words.
  static func defaultNotes(_ shape: OpenAPIShape, isRequired: Bool = false) -> [ImportNote] {
    guard let value = shape.defaultNode?.text else { return [] }
    let shown = value.isEmpty ? "empty" : value
    return [ImportNote(isRequired ? "\(shown) by default" : "\(shown) if left out")]
  }
}
