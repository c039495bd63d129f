import SyncGenDiagnostics
import SyncGenSchema

/// The schema that an import would write today, with the places of its declarations in the source.
struct ComparedSource {
  let schema: Schema
  let model: ImportedSchema
  /// Whether the source has no keys of payloads, as databases and models, so that columns and names
  /// also show which members correspond.
  let isUnkeyed: Bool
  /// The name of the source, for what it lacks.
  let name: String?
  private let lines: [Int: ImportMark]
  private let text: [String]
  private let fields: [String: ImportedAttribute]

  init(_ result: ImportCheck.Result, isUnkeyed: Bool, name: String?) {
    self.name = name
    schema = result.schema
    model = result.model
    self.isUnkeyed = isUnkeyed
    // The innermost mark of a line is that with the fewest lines.
    var lines: [Int: ImportMark] = [:]
    for one in result.marks.sorted(by: { $0.lines.count > $1.lines.count }) {
      for line in one.lines { lines[line] = one.mark }
    }
    self.lines = lines
    text = SchemaLines(SourceFile(path: "", bytes: Array(result.text.utf8))).lines
    fields = Dictionary(
      model.types.flatMap { type in
        type.content.fields.map { ("\(type.name).\($0.name)", $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the source states everything that there is, unlike JSON, which is a sample.
  var isComplete: Bool { model.answers.isEmpty }

  /// Whether a comment of an entity, or of a part of its identity, says that the identity is guessed.
  func guessesIdentity(of entity: Entity) -> Bool {
    guard case .entity(let index)? = lines[entity.span.line - 1] else { return false }
    let imported = model.entities[index]
    let parts = imported.attributes.filter { imported.identity.contains($0.name) }
    return (imported.notes + parts.flatMap(\.notes)).contains { $0.guess == .identity }
  }

  /// The place in the source of a declaration of the written schema.
  func place(_ span: SourceSpan) -> String? {
    guard let mark = lines[span.line - 1] else { return nil }
    switch mark {
    case .scalar(let index): return model.scalars[index].place
    case .enumeration(let index): return model.enums[index].place
    case .type(let index): return model.types[index].place
    case .field(let type, let index):
      return model.types[type].content.fields[index].place ?? model.types[type].place
    case .entity(let index), .index(let index, _), .check(let index), .sync(let index):
      return model.entities[index].place
    case .attribute(let entity, let index):
      return model.entities[entity].attributes[index].place ?? model.entities[entity].place
    case .relation(let entity, let index):
      return model.entities[entity].relations[index].place ?? model.entities[entity].place
    case .endpoint(let index): return model.api?.endpoints[index].place
    case .resource(let index): return model.api?.resources[index].place
    case .conventions, .uploads, .settings: return nil
    }
  }

  /// The field of a type under `types`.
  func field(_ member: ComparedMember, of owner: String) -> ImportedAttribute? {
    fields["\(owner).\(member.name)"]
  }

  /// The place of a member, which may be inside the braces of its owner.
  func place(_ member: ComparedMember, of owner: String) -> String? {
    imported(member, of: owner)?.place ?? place(member.span)
  }

  /// The comments at a declaration of the written schema.
  func comments(at span: SourceSpan) -> [String] {
    SchemaComments.comments(at: span.line, in: text)
  }

  /// The comments of a member.
  func notes(_ member: ComparedMember, of owner: String) -> [ImportNote] {
    imported(member, of: owner)?.notes ?? []
  }

  private func imported(_ member: ComparedMember, of owner: String) -> ImportedAttribute? {
    if let field = field(member, of: owner) { return field }
    switch lines[member.span.line - 1] {
    case .attribute(let entity, let index)?: return model.entities[entity].attributes[index]
    case .endpoint(let index)?:
      return model.api?.endpoints[index].query.first { $0.name == member.name }
    default: return nil
    }
  }
}
