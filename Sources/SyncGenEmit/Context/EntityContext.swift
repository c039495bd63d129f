import SyncGenSchema
import SyncGenTemplateEngine

/// An entity as exposed to templates.
struct EntityContext: ContextSubject {
  let id: EntityID
  let names: SwiftNames
  private let attributes: TemplateValue
  private let relations: TemplateValue
  private let columns: TemplateValue
  private let allProperties: [PropertyContext]
  private let properties: TemplateValue
  /// Templates ask for it once for each kind of trigger.
  private let recording: Deferred<RecordingContext?>
  /// Swift's memberwise initializer is internal, and its labels are the names that are stored.
  /// Every other initializer first sets its defaults, so they may only be literals.
  private let needsInitializer: Bool
  /// Swift's memberwise initializers are internal, and their labels are the names that are stored.
  private let patchNeedsInitializer: Bool

  init(id: EntityID, names: SwiftNames) {
    let entity = names.schema[id]
    self.id = id
    self.names = names
    recording = Deferred { RecordingContext(entity) }
    attributes = .array(
      entity.attributes.map {
        AttributeContext(attribute: $0, entity: entity, names: names).templateValue
      })
    relations = .array(RelationContext.all(of: id, names: names).map(\.templateValue))
    columns = .array(
      entity.columns.indices.map {
        ColumnContext(position: $0, entity: entity, schema: names.schema).templateValue
      })
    let properties = PropertyContext.all(of: id, names: names)
    allProperties = properties
    self.properties = .array(properties.map(\.templateValue))
    let isHidden = names.schema.generation.access == .internal
    needsInitializer =
      !isHidden
      || properties.contains {
        $0.deprecation != nil || ![nil, "nil", $0.literalValue].contains($0.initialValue)
      }
    patchNeedsInitializer =
      !isHidden || properties.contains { $0.deprecation != nil }
      || entity.relations.contains { $0.deprecation != nil }
  }

  private var entity: Entity { names.schema[id] }

  static let type = ContextType<Self>(
    "entity", "An entity: a type, a table, and rows in payloads.",
    [
      .text("name", "The name in the schema.") { $0.entity.name.name },
      .text("table", "The table's name, not quoted.") { $0.entity.table.name },
      .text("plural", "The plural in snake_case, e.g. `task_items`.") { $0.entity.plural },
      .text("remoteName", "The name of the entity in wire protocols; by default its name.") {
        $0.entity.remoteName
      },
      .optionalText(
        "resourceType", "With the envelope of JSON:API, the `type` of its resource objects."
      ) {
        $0.entity.resourceType
      },
      .shared("attributes", AttributeContext.self, "In the order of the schema.") {
        $0.attributes
      },
      .shared("relations", RelationContext.self, "In the order of the schema.") { $0.relations },
      .objects(
        "taggedReferences",
        "The relationships to one of several entities. The attributes that hold them are in "
          + "`attributes`."
      ) { context in
        context.entity.taggedReferences.map {
          TaggedReferenceContext(reference: $0, entity: context.entity, names: context.names)
        }
      },
      .shared("columns", ColumnContext.self, "In the order of the table.") { $0.columns },
      .shared(
        "properties", PropertyContext.self,
        "What a row holds: the attributes, then the ids of to-one relationships."
      ) { $0.properties },
      .objects("valueTypes", "The value types that the attributes reach.") { context in
        context.names.schema.valueTypes(of: context.id).map {
          ValueTypeContext(id: $0, names: context.names)
        }
      }
      .byName(),
      .object("identity", "The identity of a row.") {
        IdentityContext(id: $0.id, names: $0.names)
      },
      .objects("indexes", "The declared and the automatic indexes.") { context in
        context.entity.indexes.map {
          IndexContext(index: $0, entity: context.entity, schema: context.names.schema)
        }
      },
      .shared(
        "uniques", IndexContext.self, "The unique indexes that apply to every row."
      ) { context in
        .array(
          context.entity.indexes.filter { $0.isUnique && $0.predicate == nil }
            .map {
              IndexContext(index: $0, entity: context.entity, schema: context.names.schema)
                .templateValue
            })
      }
      .byName(),
      .optionalObject("search", "The full-text index under `search:`.") {
        SearchContext($0.entity, in: $0.names.schema)
      },
      .text("sampleRows", "A few rows as a payload, which refer to those of other entities.") {
        SampleTable(names: $0.names, id: $0.id).text
      },
      .optionalText("check", "The SQL condition that every row meets.") {
        $0.entity.check?.value
      },
      .optionalText("checkMessage", "What people read if a row does not meet the condition.") {
        $0.entity.checkMessage
      },
      .texts("ignore", "The paths of keys in payloads that are not counted as unknown.") {
        $0.entity.ignoredKeys
      },
      .objects("payload", "The keys of a row in a payload, nested ones inside others.") {
        PayloadTree(of: $0.id, names: $0.names).keys
      },
      .objects("requirements", "The keys that a new row needs.") {
        PayloadTree(of: $0.id, names: $0.names).requirements
      },
      .object("swiftData", "The class of SwiftData.") {
        ModelContext(id: $0.id, schema: $0.names.schema)
      },
      .object("grdb", "The record of GRDB.") { RecordContext(id: $0.id, names: $0.names) },
      .object("sync", "The settings under `sync:`.") {
        SyncContext(entity: $0.entity, names: $0.names)
      },
      .objects("lintRules", "Lint rules that the entity sets for itself.") {
        $0.entity.lint.map(LintRuleContext.init)
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.entity.documentation },
      .text("summary", "The text under `doc:`, or else a generated sentence.") {
        $0.entity.documentation ?? "A row of the table `\($0.entity.table.name)`."
      },
      .optionalText("deprecation", "The reason that `deprecated:` gives.") {
        $0.entity.deprecation
      },
      .optionalText("renamedFrom", "The former name.") { $0.entity.renamedFrom },
      .annotations { $0.entity.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.entity.name.source },
    .text("reference", "The type as written inside an entity's struct.") {
      $0.names.type($0.id)
    },
    .text("patchName", "The name of the struct that changes a row, e.g. `TodoPatch`.") {
      $0.names.schema.patchNames[$0.id.index]
    },
    .text("patchReference", "The same, as written inside an entity's struct.") {
      $0.names.patchType($0.id)
    },
    .flag("needsAlias", "Whether `swiftReference` is an alias that has to be declared.") {
      $0.entity.deprecation == nil
        ? SwiftNames.nested.contains($0.entity.name.name) : $0.entity.name.isMetatype
    },
    .objects(
      "scopes", "For each to-one relationship, the rows that refer to one row."
    ) { context in
      ScopeContext.all(of: context.id, names: context.names)
    },
    .objects(
      "lists", "The relationships without a column whose ids a patch can hold."
    ) { context in
      RelationContext.all(of: context.id, names: context.names).filter(\.isListed)
    }
    .byName(),
    .objects("writes", "The calls that pass the struct's members to the runtime.") {
      FieldCallContext.writes(of: $0.allProperties)
    },
    .objects("visits", "The calls that pass the members of the patch to the runtime.") {
      FieldCallContext.visits(
        of: $0.allProperties, RelationContext.all(of: $0.id, names: $0.names))
    },
    .text(
      "metadata",
      "The entity as the JSON that the runtime reads, with a line for each column, attribute and "
        + "relationship."
    ) { MetadataWriter(names: $0.names).entity($0.id) },
    .flag("usesFoundation", "Whether a property's type comes from Foundation.") {
      $0.usesFoundation
    },
    .flag(
      "patchUsesFoundation", "Whether a property's or a list's type comes from Foundation."
    ) { $0.usesFoundation || $0.listsUseFoundation },
    .flag(
      "statesFoundation",
      "Like `patchUsesFoundation`, but not for values in initializers, such as `URL` where the "
        + "property has a type of the app."
    ) { $0.statesFoundation },
    .texts("modules", "The modules of the app that declare types of members.") {
      $0.names.modules(of: $0.id)
    },
    .flag("hasAppScalars", "Whether a member, or a value in it, has a type of the app.") {
      $0.names.schema.hasAppScalars($0.id)
    },
    .flag(
      "isDraftable",
      "Whether the app's forms can begin without a row: each required property has a default or a "
        + "placeholder."
    ) { context in
      context.allProperties.allSatisfy { $0.initialValue != nil || $0.placeholder != nil }
    },
    .flag(
      "needsInitializer",
      "Whether the struct needs an initializer other than Swift's memberwise one."
    ) { $0.needsInitializer },
    .flag(
      "patchNeedsInitializer",
      "Whether the patch needs initializers other than Swift's memberwise one."
    ) { $0.patchNeedsInitializer },
  ]

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("table", "The table's name in SQL.") { $0.entity.table.quoted },
    .texts("constraints", "The constraints that follow the columns of the table, in SQL.") {
      TableConstraints.sql(of: $0.id, in: $0.names.schema)
    },
    .optionalObject(
      "recording", "The input of the triggers on the table; null if it has none."
    ) { $0.recording.value },
  ]

  private var usesFoundation: Bool {
    entity.attributes.contains {
      $0.isFromFoundation || $0.defaultValue != nil && $0.type.isFromFoundation(nil)
    }
      || entity.relations.contains {
        if case .toOne = $0.kind { refersByFoundation($0) } else { false }
      }
  }

  private var statesFoundation: Bool {
    entity.attributes.contains(where: \.isFromFoundation) || listsUseFoundation
  }

  private var listsUseFoundation: Bool {
    entity.relations.contains(where: refersByFoundation)
  }

  private func refersByFoundation(_ relation: Relation) -> Bool {
    names.identityAttribute(relation.target)?.isFromFoundation ?? false
  }
}
