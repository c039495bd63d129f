/// The reference page of what templates see, made from the same descriptions as the objects.
package enum ContextReference {
  /// One kind of object, without its subject.
  struct Entry {
    let name: String
    let summary: String
    let members: [(name: String, type: String, summary: String, deprecation: String?)]

    init<Subject>(_ type: ContextType<Subject>) {
      name = type.name
      summary = type.summary
      members = type.members.map { ($0.name, $0.type, $0.summary, $0.deprecation) }
    }
  }

  static let entries: [Entry] = [
    Entry(SchemaContext.type), Entry(ConventionsContext.type), Entry(EntityContext.type),
    Entry(PropertyContext.type), Entry(AttributeContext.type), Entry(TypeContext.type),
    Entry(DefaultContext.type), Entry(StoredValueContext.type), Entry(RelationContext.type),
    Entry(TargetContext.type), Entry(IdentityContext.type), Entry(ColumnContext.type),
    Entry(ReferencedColumnContext.type), Entry(IndexContext.type), Entry(FieldCallContext.type),
    Entry(SyncContext.type),
    Entry(SettingContext.type), Entry(RecordingContext.type), Entry(RecordedFieldContext.type),
    Entry(TouchedColumnContext.type), Entry(TriggerNamesContext.type),
    Entry(EnumContext.type), Entry(EnumCaseContext.type), Entry(JoinTableContext.type),
    Entry(JoinTableEndContext.type), Entry(LinkContext.type),
    Entry(ModelContext.type), Entry(ModelBacklinkContext.type), Entry(DiagramContext.type),
    Entry(DiagramBoxContext.type), Entry(DiagramRowContext.type),
    Entry(DiagramLineContext.type), Entry(PayloadKeyContext.type), Entry(PayloadUseContext.type),
    Entry(RequirementContext.type), Entry(PayloadPathContext.type), Entry(HistoryContext.type),
    Entry(MembershipRecordingContext.type),
    Entry(MigrationContext.type), Entry(MigrationStepContext.type),
    Entry(VersionStepContext.type), Entry(SchemaChangeContext.type),
    Entry(MigrationStageContext.type), Entry(MigrationPlanContext.type),
    Entry(FrozenModelContext.type), Entry(FrozenEnumContext.type),
    Entry(CurrentModelContext.type),
    Entry(AppFunctionContext.type), Entry(RowSetContext.type), Entry(RowSetEntityContext.type),
    Entry(OperationContext.type),
    Entry(CopyContext.type), Entry(LintRuleContext.type), Entry(APIContext.type),
    Entry(AliasContext.type), Entry(UploadContext.type), Entry(EndpointContext.type),
    Entry(ParameterContext.type),
    Entry(StoresContext.type),
    Entry(UploadEndpointContext.type), Entry(PayloadTypeContext.type),
    Entry(InlineTypeContext.type), Entry(FieldContext.type), Entry(ContractContext.type),
    Entry(RouteContext.type), Entry(NamedSchemaContext.type),
    Entry(ContractParameterContext.type), Entry(FixtureContext.type),
  ]

  /// The page in Markdown.
  package static func markdown() -> String {
    introduction + variables + filters + entries.map(section).joined(separator: "\n")
  }

  private static func section(_ entry: Entry) -> String {
    let rows = entry.members.map { member in
      let note = member.deprecation.map { " **Deprecated**: \($0)" } ?? ""
      return "| `\(member.name)` | \(member.type) | \(member.summary)\(note) |\n"
    }
    return "## \(entry.name)\n\n\(entry.summary)\n\n| member | type | |\n|---|---|---|\n"
      + rows.joined()
  }

  private static let introduction = """
    # What templates see

    For authors of templates. The most common use: find the name of a value of the schema.

    Version \(RootContext.version) of the context (`contextVersion`). It goes up when a member is removed or changes
    its meaning; before that it is deprecated, and templates that use it get a warning. `swiftsync-gen context` prints the context of a schema as JSON.

    This page is made by the code that makes the context; a test compares the two, and
    `RECORD_GOLDENS=1 swift test --filter ContextReferenceTests` writes it again.

    ## Variables

    | variable | type | where |
    |---|---|---|

    """

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

    Besides the filters of the language:

    | filter | what it gives |
    |---|---|
    | `plural`, `singular` | a name in snake_case, inflected |
    | `sqlIdentifier` | a name as SQL writes it, in quotation marks where it must be |
    | `sqlLiteral` | a text, number, boolean or null as an SQL literal |
    | `swiftLiteral` | a text, number, boolean, null or a list or dictionary of them as a Swift literal |
    | `swiftText` | a text as it stands between `\"\"\"` in Swift |
    | `jsonLiteral` | a text, number, boolean, null or a list of them as JSON |
    | `htmlText` | a text as HTML and XML write it, also between quotation marks |
    | `comment:mark,indentation` | a text as lines of a comment, at most 100 columns wide; all but the first are indented |
    | `wrapped` | Swift code with lines of more than 100 columns broken the way `swift format` accepts |


    """
}
