import SyncGenDiagnostics
import SyncGenYAML

/// Reads the defaults of fields. A default that is a value of another type uses that type's
/// defaults for the fields that it does not state, so types are read in the order of their
/// dependencies.
struct FieldDefaults {
  private(set) var types: [ValueTypeModel]
  private let enums: [EnumModel]
  private let declarations: [TypeDeclaration]
  private var begun: Set<Int> = []
  private var complete: Set<Int> = []

  init(types: [ValueTypeModel], enums: [EnumModel], declarations: [TypeDeclaration]) {
    self.types = types
    self.enums = enums
    self.declarations = declarations
  }

  mutating func resolve(_ index: Int, into bag: inout DiagnosticBag) {
    guard begun.insert(index).inserted else { return }
    let type = types[index]
    for inner in type.inner { resolve(inner.index, into: &bag) }
    let fields = zip(type.fields, declarations[index].fields).map { field, pair in
      guard let (node, typed) = TypeFieldReader.defaultValue(of: pair.value) else { return field }
      let owner = "field '\(type.name.name).\(field.name.name)'"
      let value = DefaultReader.constant(
        node, typed, type: field.type, of: owner, constants, into: &bag)
      if let value, let scalar = field.scalar, !scalar.accepts(value) {
        bag.add(.unfitDefault(of: owner, scalar, at: node.span))
      }
      return field.with(default: value)
    }
    complete.insert(index)
    types[index] = type.with(fields: fields)
  }

  private var constants: ConstantTypes {
    ConstantTypes(enums: enums, values: types, complete: complete)
  }
}

/// The types of a schema that constants may have.
struct ConstantTypes {
  let enums: [EnumModel]
  let values: [ValueTypeModel]
  /// The value types whose defaults are known; `nil` for all.
  var complete: Set<Int>?

  func areDefaultsKnown(of id: ValueTypeID) -> Bool { complete?.contains(id.index) ?? true }
}
