import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// A type that attributes have, as exposed to templates.
struct ValueTypeContext: ContextSubject {
  let id: Int
  let names: SwiftNames

  private var model: ValueTypeModel { names.schema.valueTypes[id] }

  static let type = ContextType<Self>(
    "value type",
    "A type of attributes that has fields and no table, stored as JSON in one column.",
    [
      .text("name", "The name in the schema.") { $0.model.name.name },
      .objects("fields", "In the order of the schema.") { context in
        context.model.fields.map { ValueFieldContext(field: $0, names: context.names) }
      },
      .optionalObject("tagging", "The cases, if it is a tagged value.") { context in
        context.model.tagging.map {
          TaggingContext(tagging: $0, owner: context.id, names: context.names)
        }
      },
      .flag("isOfCase", "Whether it has the fields that a case of a tagged value declares.") {
        $0.model.isOfCase
      },
      .flag("isCyclic", "Whether it contains itself at any depth, also in a list.") { context in
        context.names.schema.valueTypes(reachedBy: context.model.fields.map(\.type))
          .contains(context.id)
      },
      .objects(
        "reached", "The type itself and the types that it contains, as in the schema."
      ) { context in
        context.names.schema.valueTypes(
          reachedBy: [context.names.schema.valueTypeIDs[context.id]]
            .map { .value($0) }
        )
        .map { ValueTypeContext(id: $0, names: context.names) }
      }
      .byName(),
      .objects(
        "payload",
        "The keys of a value in a payload, nested ones inside others; empty for a tagged value, whose cases have them."
      ) {
        PayloadTree(of: $0.model, names: $0.names).keys
      },
      .objects("requirements", "The keys that a value needs.") {
        PayloadTree(of: $0.model, names: $0.names).requirements
      },
      .flag("hasDeprecations", "Whether a field is deprecated.") { context in
        context.model.fields.contains { $0.deprecation != nil }
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.model.documentation },
      .text("summary", "The text under `doc:`, or else a generated sentence.") {
        $0.model.documentation
          ?? ($0.model.tagging.map { "A value whose kind is given by `\($0.tag)`." }
            ?? "A value that is stored as JSON text.")
      },
      .optionalText("renamedFrom", "The former name.") { $0.model.renamedFrom },
      .annotations { $0.model.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.model.name.source },
    .flag(
      "isIndirect", "Whether a value can contain a value of the same type outside a list."
    ) { context in
      context.names.schema.isRecursive(context.names.schema.valueTypeIDs[context.id])
    },
    .text("reference", "The type as written inside an entity's struct.") {
      $0.names.declared($0.model.name)
    },
    .flag("needsAlias", "Whether code inside an entity's struct needs an alias for it.") {
      SwiftNames.nested.contains($0.model.name.name)
    },
    .text("shortName", "The name inside the tagged value that it belongs to.") {
      $0.model.shortName
    },
    .objects("keys", "The keys of the stored JSON, in its order.") {
      StoredKeyContext.all(of: $0.model, names: $0.names)
    },
    .flag("usesFoundation", "Whether a field's type comes from Foundation.") {
      $0.ownFields.contains {
        $0.type.isFromFoundation($0.scalar)
          || $0.defaultValue != nil && $0.type.isFromFoundation(nil)
      }
    },
    .flag("statesFoundation", "Like `usesFoundation`, but not for values in initializers.") {
      $0.ownFields.contains { $0.type.isFromFoundation($0.scalar) }
    },
    .flag(
      "needsInitializer",
      "Whether the struct needs an initializer other than Swift's memberwise one."
    ) { context in
      // The struct of a case declares another initializer itself.
      context.names.schema.generation.access != .internal || context.model.isOfCase
        || context.model.fields.contains {
          let field = ValueFieldContext(field: $0, names: context.names)
          return $0.deprecation != nil || ![nil, "nil"].contains(field.initialValue)
        }
    },
    .texts("modules", "The modules of the app that declare types of fields.") {
      AppModules.of($0.ownFields.map(\.scalar))
    },
    .flag("hasAppScalars", "Whether it contains a type of the app at any depth.") {
      $0.names.schema.hasAppScalars(
        $0.names.schema.valueTypes(reachedBy: [.value($0.names.schema.valueTypeIDs[$0.id])]))
    },
    .text(
      "metadata",
      "The type and those inside it as the JSON that the runtime reads, with a line for each field."
    ) {
      MetadataTypes(schema: $0.names.schema).shape(of: $0.names.schema.valueTypeIDs[$0.id])
    },
  ]

  /// The fields that it declares, also those inside its cases.
  private var ownFields: [ValueField] {
    let inline = model.tagging?.cases.filter(\.isInline).compactMap(\.type) ?? []
    return model.fields + inline.flatMap { names.schema[$0].fields }
  }
}

/// A field of a value type as exposed to templates.
struct ValueFieldContext: ContextSubject {
  let field: ValueField
  let names: SwiftNames

  static let type = ContextType<Self>(
    "value field", "A field of a value type, with all conventions resolved.",
    [
      .text("name", "The name in the schema.") { $0.field.name.name },
      .object("type", "The type.") {
        TypeContext($0.field, names: $0.names)
      },
      .optionalObject(
        "scalar", "The scalar whose check the values, or the elements, must pass."
      ) {
        ScalarContext.check($0.field.scalar, $0.names)
      },
      .flag("isOptional", "Whether it can be null.") { $0.field.isOptional },
      .texts("storedKeys", "The keys of the stored JSON: one, for money two.") {
        $0.field.storageNames
      },
      .texts(
        "remote", "Dotted paths in a payload, tried in order; for money that of the minor units."
      ) {
        $0.paths.map(\.dotted)
      },
      .optionalText("currency", "For money, the dotted path of the currency.") {
        $0.money?.currency?.dotted
      },
      .texts("otherCurrencies", "For money, other dotted paths where the currency is read.") {
        $0.otherCurrencies.map(\.dotted)
      },
      .optionalText("currencyCode", "For money whose currency is never sent, the currency.") {
        $0.money?.code
      },
      .flag("isMajor", "Whether payloads write the amount in major units, such as euros.") {
        $0.money?.isMajor ?? false
      },
      .objects("paths", "`remote` key by key.") { context in
        context.paths.compactMap { PayloadPathContext($0.keys) }
      },
      .optionalObject("currencyPath", "`currency` key by key.") { context in
        context.money?.currency.flatMap { PayloadPathContext($0.keys) }
      },
      .objects("otherCurrencyPaths", "`otherCurrencies` key by key.") { context in
        context.otherCurrencies.compactMap { PayloadPathContext($0.keys) }
      },
      .optionalObject("default", "The default.") {
        DefaultContext($0.field.defaultValue, $0.field.scalar, names: $0.names)
      },
      .flag("isEmptyNull", "Whether an empty string is null.") {
        $0.field.isOptional && $0.field.isEmptyNull
      },
      .flag(
        "isTrimmed", "Whether white space at both ends of strings in payloads is removed."
      ) {
        $0.field.isTrimmed
      },
      .optionalText("invalidValues", "`null` if an invalid value becomes null.") {
        $0.field.invalidIsNull ? "null" : nil
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.field.documentation },
      .optionalText("deprecation", "The reason that `deprecated:` gives.") {
        $0.field.deprecation
      },
      .optionalText("renamedFrom", "The former name.") { $0.field.renamedFrom },
      .annotations { $0.field.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name in Swift code, in backticks if necessary.") {
      $0.field.name.source
    },
    .text("label", "The name as the label of an argument.") { $0.field.name.label },
    .text("argument", "The name as the label of an argument of a call.") {
      $0.field.name.argument
    },
    .text("storedName", "The stored property's name: deprecated ones are computed, too.") {
      $0.storedName
    },
    .text("type", "The type in Swift, with a question mark if it is optional.") {
      $0.names.type(of: $0.field) + ($0.field.isOptional ? "?" : "")
    },
    .text("baseType", "The type in Swift, never with a question mark.") {
      $0.names.type(of: $0.field)
    },
    .optionalText("initialValue", "What the initializer gives it by default, in Swift.") {
      $0.initialValue
    },
  ]

  /// The paths; for money, those of the minor units.
  private var paths: [RemotePath] {
    switch field.remote {
    case .paths(let paths), .firstValue(let paths): paths
    case .money(let money): [money.amount] + money.otherAmounts
    }
  }

  private var otherCurrencies: [RemotePath] { money?.otherCurrencies ?? [] }

  private var money: MoneyMapping? {
    if case .money(let money) = field.remote { money } else { nil }
  }

  var storedName: String {
    field.deprecation == nil ? field.name.source : "_\(field.name.name)"
  }

  fileprivate var initialValue: String? {
    field.defaultValue.map {
      SwiftDefault(names: names).expression(of: $0, field.scalar)
    }
      ?? (field.isOptional ? "nil" : nil)
  }
}

/// A key of the stored JSON of a value type as exposed to templates.
struct StoredKeyContext: ContextSubject {
  enum Part {
    case whole
    case minor
    case currency
  }

  let key: String
  let field: ValueField
  let part: Part
  let names: SwiftNames

  static let type = ContextType<Self>(
    "stored key",
    "A key of the stored JSON of a value type: a field, or one part of an amount of money.",
    [
      .text("key", "The key.") { $0.key },
      .object("field", "The field.") { ValueFieldContext(field: $0.field, names: $0.names) }
        .byName(),
      .text("variable", "A variable in which generated code keeps the value.") { $0.variable },
      .text("reader", "The function of `ValueReader` that reads it.") { $0.reader },
      .text("writer", "The function of `ValueWriter` that writes it.") { $0.writer },
      .text("type", "The type of what is read, with a question mark if it is optional.") {
        $0.swiftType
      },
      .text("value", "What is written, by the name of the stored property.") { $0.value },
    ])

  static func all(of model: ValueTypeModel, names: SwiftNames) -> [StoredKeyContext] {
    let keys = model.fields.flatMap { field -> [StoredKeyContext] in
      guard field.type == .money, field.storageNames.count == 2 else {
        return field.storageNames.map {
          StoredKeyContext(key: $0, field: field, part: .whole, names: names)
        }
      }
      return zip(field.storageNames, [Part.minor, .currency]).map {
        StoredKeyContext(key: $0, field: field, part: $1, names: names)
      }
    }
    return keys.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  private var variable: String {
    switch part {
    case .whole: "_\(field.name.name)"
    case .minor: "_\(field.name.name)Minor"
    case .currency: "_\(field.name.name)Currency"
    }
  }

  private var swiftType: String {
    let base =
      switch part {
      case .whole: names.type(of: field)
      case .minor: names.standard("Int64")
      case .currency: names.standard("String")
      }
    return base + (field.isOptional ? "?" : "")
  }

  private var value: String {
    let name = ValueFieldContext(field: field, names: names).storedName
    let member = field.isOptional ? "self.\(name)?" : "self.\(name)"
    return switch part {
    case .whole: "self.\(name)"
    case .minor: "\(member).minorUnits"
    case .currency: "\(member).currency"
    }
  }

  /// The reader by type, because generic ones look up types at run time.
  private var reader: String {
    let name =
      switch part {
      case .minor: "int64"
      case .currency: "currency"
      case .whole: wholeReader
      }
    return field.isOptional ? "optional" + name.prefix(1).uppercased() + name.dropFirst() : name
  }

  private var wholeReader: String {
    if field.scalar?.appType != nil { return "value" }
    return switch field.type {
    case .scalar(.string): "string"
    case .scalar(.int): "int"
    case .scalar(.double): "double"
    case .scalar(.bool): "bool"
    case .scalar(.data): "data"
    case .scalar(.json): "json"
    case .value: "object"
    case .array(.value): "list"
    case .dictionary(.value): "dictionary"
    case .scalar, .enumeration, .money, .array, .dictionary: "value"
    }
  }

  private var writer: String {
    switch (part, field.type) {
    case (.currency, _): "setCurrency"
    case (.whole, .scalar(.date)) where field.storage == .integer: "setInteger"
    case (.whole, .value): "setObject"
    case (.whole, .array(.value)): "setList"
    case (.whole, .dictionary(.value)): "setDictionary"
    default: "set"
    }
  }
}
