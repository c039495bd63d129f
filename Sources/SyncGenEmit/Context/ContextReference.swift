/// The reference page of the template context, generated from the same descriptions as the objects.
package enum ContextReference {
  /// One kind of object, without its subject.
  struct Entry {
    let name: String
    let summary: String
    let members: [Member]

    init<Subject>(_ type: ContextType<Subject>) {
      name = type.name
      summary = type.summary
      members = type.members.flatMap { member -> [Member] in
        guard let group = member.group else { return [Member(member)] }
        return group.map { Member($0, in: member.name) }
      }
    }
  }

  /// A member of one kind of object; those of a group have the group's name and a dot before theirs.
  struct Member {
    let name: String
    let type: String
    let summary: String
    let deprecation: String?
    let shown: ContextMembers.Shown

    fileprivate init<Subject>(_ member: ContextMember<Subject>, in group: String? = nil) {
      name = (group.map { $0 + "." } ?? "") + member.name
      type = member.type
      summary = member.summary
      deprecation = member.deprecation
      shown = member.shown
    }

    init(
      _ name: String, _ type: String, _ summary: String,
      _ shown: ContextMembers.Shown = .value
    ) {
      self.name = name
      self.type = type
      self.summary = summary
      self.shown = shown
      deprecation = nil
    }

    /// The name of the member's group, if it is in one, and its own name.
    var path: (group: String?, name: String) {
      let parts = name.split(separator: ".").map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : (nil, name)
    }
  }

  static let entries: [Entry] = [
    Entry(SchemaContext.type), Entry(ConventionsContext.type), Entry(EntityContext.type),
    Entry(PropertyContext.type), Entry(AttributeContext.type), Entry(TypeContext.type),
    Entry(DefaultContext.type), Entry(StoredValueContext.type), Entry(RelationContext.type),
    Entry(ForeignKeyContext.type), Entry(JoinContext.type),
    Entry(PartContext.type),
    Entry(ScopeContext.type),
    Entry(TargetContext.type), Entry(TaggedReferenceContext.type),
    Entry(TaggedTargetContext.type), Entry(IdentityContext.type), Entry(ColumnContext.type),
    Entry(ReferencedColumnContext.type), Entry(IndexContext.type), Entry(SearchContext.type),
    Entry(SearchMemberContext.type), Entry(FieldCallContext.type),
    Entry(SyncContext.type),
    Entry(RecordingContext.type), Entry(RecordedFieldContext.type),
    Entry(RecordedFieldGroupContext.type),
    Entry(TouchedColumnContext.type), Entry(TriggerNamesContext.type),
    Entry(EnumContext.type), Entry(EnumCaseContext.type), Entry(JoinTableContext.type),
    Entry(JoinTableEndContext.type), Entry(JoinColumnContext.type), Entry(LinkContext.type),
    Entry(ModelContext.type), Entry(ModelBacklinkContext.type), Entry(RecordContext.type),
    Entry(RecordColumnContext.type), Entry(RecordAssociationContext.type),
    Entry(DiagramContext.type),
    Entry(DiagramBoxContext.type), Entry(DiagramRowContext.type),
    Entry(DiagramLineContext.type), Entry(PayloadKeyContext.type), Entry(PayloadUseContext.type),
    Entry(RequirementContext.type), Entry(PayloadPathContext.type), Entry(HistoryContext.type),
    Entry(MembershipRecordingContext.type),
    Entry(OldListContext.type),
    Entry(MigrationContext.type), Entry(MigrationStepContext.type),
    Entry(VersionStepContext.type), Entry(RebuiltTableContext.type),
    Entry(SchemaChangeContext.type),
    Entry(MigrationStageContext.type), Entry(MigrationPlanContext.type),
    Entry(FrozenModelContext.type), Entry(FrozenEnumContext.type),
    Entry(FrozenTypeContext.type), Entry(ValueTypeContext.type), Entry(ValueFieldContext.type),
    Entry(StoredKeyContext.type), Entry(ScalarContext.type), Entry(TaggedRowsContext.type),
    Entry(TaggedCaseContext.type), Entry(TaggingContext.type), Entry(TaggedValueCaseContext.type),
    Entry(CurrentModelContext.type),
    Entry(AppFunctionContext.type), Entry(RowSetContext.type), Entry(RowSetEntityContext.type),
    Entry(OperationContext.type),
    Entry(CopyContext.type), Entry(LintRuleContext.type), Entry(APIContext.type),
    Entry(ResourceContext.type), Entry(ResourceEndpointContext.type),
    Entry(AliasContext.type), Entry(UploadContext.type), Entry(EndpointContext.type),
    Entry(ParameterContext.type), Entry(QueryConstantContext.type), Entry(HeaderContext.type),
    Entry(EndpointErrorContext.type),
    Entry(EndpointFailureContext.type), Entry(MediaContentContext.type),
    Entry(StoresContext.type), Entry(PagingContext.type), Entry(ItemEndpointContext.type),
    Entry(UploadEndpointContext.type), Entry(RowUploadContext.type),
    Entry(RowRoutesContext.type), Entry(RowRouteContext.type), Entry(PayloadTypeContext.type),
    Entry(InlineTypeContext.type), Entry(FieldContext.type), Entry(ContractContext.type),
    Entry(RouteContext.type), Entry(NamedSchemaContext.type),
    Entry(ContractParameterContext.type), Entry(FixtureContext.type),
  ]

  /// The page in Markdown.
  package static func markdown() -> String {
    start + variables + filters + entries.map(section).joined(separator: "\n")
  }

  private static func section(_ entry: Entry) -> String {
    let rows = entry.members.map { member in
      let note = member.deprecation.map { " **Deprecated**: \($0)" } ?? ""
      return "| `\(member.name)` | \(member.type) | \(member.summary)\(json(member))\(note) |\n"
    }
    return "## \(entry.name)\n\n\(entry.summary)\n\n| member | type | |\n|---|---|---|\n"
      + rows.joined()
  }

  /// What the JSON has in place of objects.
  private static func json(_ member: Member) -> String {
    switch member.shown {
    case .value: ""
    case .names: member.type.hasPrefix("list") ? " (In JSON: the names.)" : " (In JSON: the name.)"
    case .nothing: " (Not in JSON.)"
    }
  }

  private static var variables: String {
    RootContext.variables.map { variable in
      let kinds = variable.kinds.map { "`for=\($0.rawValue)`" }.joined(separator: ", ")
      let place = kinds.isEmpty ? "everywhere" : kinds
      let note = variable.note.isEmpty ? "" : ": \(variable.note)"
      return "| `\(variable.name)` | \(variable.type) | \(place)\(note) |\n"
    }.joined()
  }

  private static let filters = """

    ## Filters

    These are available in addition to the [filters of the language](template-language.md#filters):

    | filter | result |
    |---|---|
    | `snakeCase` | a name as the columns of its table have it: `projectIDs` gives `project_ids` |
    | `plural`, `singular` | a name in snake_case, inflected |
    | `sqlIdentifier` | a name in SQL, quoted if necessary |
    | `sqlLiteral` | a string, number, boolean or null as an SQL literal |
    | `swiftLiteral` | a string, number, boolean, null or a list or dictionary of them as a Swift literal |
    | `swiftText` | a string for a multi-line string literal (`\"\"\"`) in Swift |
    | `jsonLiteral` | a value as of `swiftLiteral`, as JSON |
    | `htmlText` | a string escaped for HTML and XML, including attributes |
    | `comment:mark,indentation` | a string as lines of a comment of at most 100 columns; all lines except the first are indented |
    | `wrapped` | Swift code in which lines of more than 100 columns are broken as `swift format` does |


    """
}
