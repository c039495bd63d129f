package import SyncGenDiagnostics
package import SyncGenMigration
package import SyncGenSchema
package import SyncGenTemplateEngine

/// The variables of a schema's templates, for `swiftsync-gen context` and `render`.
package enum ContextEmitter {
  /// The filters of a schema's templates.
  package static var filters: FilterTable { SchemaFilters.table }

  /// The variables of a template that is rendered for the schema.
  private static func context(
    of schema: Schema, plan: VersionPlan = .none, toolVersion: String
  ) -> TemplateValue {
    let context = SchemaContext(schema)
    return RootContext(
      schema: context.templateValue, params: schema.generation.params,
      history: HistoryContext(plan: plan, newest: schema),
      types: TypeNamesContext(context.names), toolVersion: toolVersion,
      header: "", headerLines: [], subject: .schema
    ).templateValue
  }

  /// The mistakes of a template that are found without rendering it.
  ///
  /// - Parameters:
  ///   - isForSchema: Whether its variables are those of a schema, which are known.
  ///   - undefined: What undefined variables do in templates that do not state it.
  package static func problems(
    of template: Template, in library: TemplateLibrary, isForSchema: Bool,
    undefined: TemplateOptions.Undefined
  ) -> [Diagnostic] {
    let problems =
      OverrideChecker.warnings(for: template, in: library)
      + [ContextVersion.problem(of: template), TemplateStamp.problem(of: template)]
      .compactMap(\.self)
    let stated = subject(of: template).map { RenderingSubject.Kind(rawValue: $0.text) }
    guard isForSchema, let kind = stated ?? .schema else { return problems }
    let names = library.templates(of: template).flatMap(\.declaredNames)
    let vocabulary = ContextVocabulary.current.vocabulary(for: kind, declared: names)
    let parts = [template] + directiveParts(of: template, in: library)
    let findings = parts.flatMap {
      VariableChecker.findings(
        in: $0, library: library, vocabulary: vocabulary, undefined: undefined)
    }
    return findings.map(\.diagnostic) + problems
  }

  /// The `for` of a template, or else of the built-in one whose name its file has, as for `generate`.
  private static func subject(of template: Template) -> TemplateDirective.Value? {
    if let stated = template.directive?[.for] { return stated }
    let name = template.source.path.split(separator: "/").last.map(String.init) ?? ""
    var bag = DiagnosticBag()
    return TemplateSources.builtIn(name).flatMap {
      Template.parse($0, filters: filters, into: &bag)?.directive?[.for]
    }
  }

  /// The condition and the path in a template's first line. Rendering reports their mistakes.
  private static func directiveParts(
    of template: Template, in library: TemplateLibrary
  ) -> [Template] {
    var bag = DiagnosticBag()
    let condition = template.directive?[.when].flatMap {
      library.parse(condition: $0, of: template, into: &bag)
    }
    let path = template.directive?[.path].flatMap {
      library.parse($0, of: template, into: &bag)
    }
    return [condition, path].compactMap(\.self)
  }

  /// The variables of each rendering of a template, and its subject, such as `entity 'Task'`. A
  /// template without `for=` is rendered once for the schema.
  ///
  /// - Returns: `nil` if `for` has an unknown value, which is reported.
  package static func renderings(
    of template: Template, for schema: Schema, plan: VersionPlan, toolVersion: String,
    into bag: inout DiagnosticBag
  ) -> [(variables: TemplateValue, subject: String)]? {
    var kind = RenderingSubject.Kind.schema
    if let stated = subject(of: template) {
      guard let known = RenderingSubject.Kind.stated(stated, into: &bag) else { return nil }
      kind = known
    }
    let input = EmissionInput(
      schema, plan: plan, options: EmitOptions(toolVersion: toolVersion, schemaPath: ""))
    let all = RenderingSubject.all(kind, of: input.context, plan: plan).map {
      (variables: input.root(for: $0, path: nil, header: nil), subject: $0.description)
    }
    guard let stated = template.directive?[.when] else { return all }
    guard
      let condition = Template.parse(
        condition: stated, of: template, filters: filters, into: &bag)
    else { return nil }
    return all.filter { variables, subject in
      let text = TemplateRenderer().render(
        condition, context: variables, subject: subject, into: &bag)
      return text?.isEmpty == false
    }
  }

  /// The variables, or one value in them, as JSON, indented by two blanks for each level, with a line
  /// feed at the end.
  ///
  /// - Parameters:
  ///   - path: The way to the value; nil for all variables.
  ///   - omitted: The names of members that are left out wherever they are.
  package static func json(
    of schema: Schema, plan: VersionPlan = .none, toolVersion: String, at path: ContextPath? = nil,
    without omitted: Set<String> = []
  ) throws(ContextPath.Missing) -> String {
    let context = context(of: schema, plan: plan, toolVersion: toolVersion)
    let value = try path?.value(in: context) ?? context
    return value.json(without: omitted).text(.lines) + "\n"
  }

  /// The variables as compact JSON, for programs that generate files.
  package static func compactJSON(
    of schema: Schema, plan: VersionPlan, toolVersion: String
  ) -> String {
    context(of: schema, plan: plan, toolVersion: toolVersion).json().text()
  }
}

extension TemplateValue {
  /// The value as JSON. Of objects that are elsewhere in the context, it has the names.
  ///
  /// - Parameter omitted: The names of members that are left out.
  fileprivate func json(without omitted: Set<String> = []) -> JSONDocument {
    switch self {
    case .undefined, .null: .null
    case .bool, .int, .double: .json(text)
    case .string(let string): .text(string)
    case .array(let values): .array(values.map { $0.json(without: omitted) })
    case .dictionary(let dictionary):
      .object(
        JSONObject(
          dictionary.entries.filter { !omitted.contains($0.key) }
            .map { ($0.key, $0.value.json(without: omitted)) }))
    case .object(let object): .object(JSONObject(Self.members(of: object, without: omitted)))
    }
  }

  private static func members(
    of object: any TemplateObject, without omitted: Set<String>
  ) -> [JSONObject.Member] {
    let members = (object as? any DescribedObject)?.members
    return object.memberNames.filter { !omitted.contains($0) }.compactMap { text in
      let name = TemplateName.computed(text)
      let value = object.member(name) ?? .undefined
      switch members?.shown(name) ?? .value {
      case .value: return (text, value.json(without: omitted))
      case .names: return (text, value.names)
      case .nothing: return nil
      }
    }
  }

  /// The names of one or several objects.
  private var names: JSONDocument {
    switch self {
    case .array(let values): .row(values.map(\.names))
    case .object: member("name").json()
    default: json()
    }
  }
}
