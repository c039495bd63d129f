import SyncGenDiagnostics
import SyncGenEmit
import SyncGenSchema
import Testing

/// A resource is a shorthand: what it stands for can be written out instead.
@Suite struct ResourceTests {
  /// A schema with resources, and the same schema without them.
  struct Pair: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let entities: String
    let resources: String
    let writtenOut: String
  }

  static let pairs = [
    Pair(
      testDescription: "a path",
      entities: "Note: { attributes: { id: uuid, title: string } }",
      resources: "resources: { Note: { path: /notes, missing-rows: delete } }",
      writtenOut: """
        endpoints:
          notes: { get: /notes, returns: [Note], missing-rows: delete, stores: true }
          note: { get: "/notes/{id}", returns: Note, stores: true }
          createNote: { post: /notes, body: Note, returns: Note }
          updateNote: { patch: "/notes/{id}", body: Note.Patch, returns: "Note?" }
          deleteNote: { delete: "/notes/{id}" }
        uploads:
          protocol: rest
          entities: { Note: { create: createNote, update: updateNote, delete: deleteNote } }
        """),
    Pair(
      testDescription: "entity tags, whole rows, and ids of the server",
      entities: """
        Photo:
          attributes: { id: { type: int, default: temporary }, title: string }
        """,
      resources: """
        resources:
          Photo: { path: /photos/, update: put, etag: true, missing-rows: keep, only: [list, create, update] }
        """,
      writtenOut: """
        endpoints:
          photos: { get: /photos/, returns: [Photo], missing-rows: keep, stores: true }
          createPhoto: { post: /photos/, body: Photo, returns: Photo }
          updatePhoto: { put: "/photos/{id}/", body: Photo, returns: "Photo?" }
        uploads: { protocol: rest, entities: { Photo: { create: createPhoto, update: updatePhoto } } }
        """),
    Pair(
      testDescription: "a scope, wrapped rows, and an upload by hand",
      entities: """
        Project: { attributes: { id: uuid, name: string } }
        Task:
          attributes: { id: uuid, title: string }
          relations: { project: { to: Project, on-delete: cascade } }
        """,
      resources: """
        resources:
          Project: { path: /projects, only: [list, create], missing-rows: keep }
          Task:
            path: "/projects/{project}/tasks"
            item: "/tasks/{id}"
            root: data
            missing-rows: { keep-if: more }
        endpoints:
          health: { get: /health }
        uploads: { batch: { post: /sync, protocol: batch, entities: [Project] } }
        """,
      writtenOut: """
        endpoints:
          projects: { get: /projects, returns: [Project], missing-rows: keep, stores: true }
          createProject: { post: /projects, body: Project, returns: Project }
          tasks:
            get: "/projects/{project}/tasks"
            returns: { data: [Task] }
            missing-rows: { keep-if: more }
            stores: { scope: project, root: data }
          task: { get: "/tasks/{id}", returns: Task, stores: true }
          createTask: { post: "/projects/{project}/tasks", body: Task, returns: Task }
          updateTask: { patch: "/tasks/{id}", body: Task.Patch, returns: "Task?" }
          deleteTask: { delete: "/tasks/{id}" }
          health: { get: /health }
        uploads:
          batch: { post: /sync, protocol: batch, entities: [Project] }
          resources:
            protocol: rest
            entities: { Task: { create: createTask, update: updateTask, delete: deleteTask } }
        """),
    Pair(
      testDescription: "settings of the upload, and an endpoint written out",
      entities: """
        Note: { attributes: { id: uuid, title: string } }
        Tag: { attributes: { id: uuid, name: string } }
        """,
      resources: """
        resources:
          Note: { path: /notes, only: [create, update] }
          Tag: { path: /tags, only: [create] }
        endpoints:
          change: { put: "/notes/{note}", body: Note }
          rename: { patch: "/notes/{note}", body: Note.Patch }
          addTag: { post: /tags, body: Tag }
        uploads: { protocol: rest, entities: { Tag: { create: addTag } }, idempotency-key: {} }
        """,
      writtenOut: """
        endpoints:
          createNote: { post: /notes, body: Note, returns: Note }
          change: { put: "/notes/{note}", body: Note }
          rename: { patch: "/notes/{note}", body: Note.Patch }
          addTag: { post: /tags, body: Tag }
        uploads:
          protocol: rest
          entities: { Tag: { create: addTag }, Note: { create: createNote, update: rename } }
          idempotency-key: {}
        """),
    Pair(
      testDescription: "pages and a watermark",
      entities: """
        Note:
          attributes: { id: uuid, title: string, updatedAt: date }
          sync: { clock: updatedAt }
        Label: { attributes: { id: uuid, name: string } }
        """,
      resources: """
        resources:
          Note: { path: /notes, only: [list], page: { number: page, size: { per_page: 50 } }, since: updated_since }
          Label: { path: /labels, only: [list], root: data, page: { cursor: after, next: next }, missing-rows: delete }
        """,
      writtenOut: """
        endpoints:
          notes: { get: /notes, returns: [Note], page: { number: page, size: { per_page: 50 } }, since: updated_since }
          labels:
            get: /labels
            returns: { data: [Label] }
            page: { cursor: after, next: next }
            missing-rows: delete
            stores: { root: data }
        """),
    Pair(
      testDescription: "a composite identity, and no upload",
      entities: """
        Project: { attributes: { id: uuid, name: string } }
        Milestone:
          attributes: { number: int, title: string }
          identity: [project, number]
          relations: { project: { to: Project, on-delete: cascade } }
          sync: { push: false }
        """,
      resources: """
        resources: { Milestone: { path: "/projects/{project}/milestones", missing-rows: delete } }
        """,
      writtenOut: """
        endpoints:
          milestones:
            get: "/projects/{project}/milestones"
            returns: [Milestone]
            missing-rows: delete
            stores: { scope: project }
          milestone:
            get: "/projects/{project}/milestones/{number}"
            returns: Milestone
            stores: true
          createMilestone:
            post: "/projects/{project}/milestones"
            body: Milestone
            returns: Milestone
          updateMilestone:
            patch: "/projects/{project}/milestones/{number}"
            body: Milestone.Patch
            returns: "Milestone?"
          deleteMilestone: { delete: "/projects/{project}/milestones/{number}" }
        """),
  ]

  /// The fingerprint, the code and the contract are those of the endpoints and the upload.
  @Test(arguments: pairs)
  func isEqualToWhatItStandsFor(_ pair: Pair) throws {
    let short = Self.text(pair.entities, pair.resources)
    // `etag` of a resource is that of the entity.
    let entities =
      pair.resources.contains("etag: true")
      ? pair.entities + "\n  sync: { etag: true }" : pair.entities
    let long = Self.text(entities, pair.writtenOut)
    #expect(
      SchemaFingerprint.of(try SchemaFixture.schema(short))
        == SchemaFingerprint.of(try SchemaFixture.schema(long)))
    let (files, expected) = (try SchemaFixture.files(short), try SchemaFixture.files(long))
    #expect(files.map(\.path) == expected.map(\.path))
    for (file, other) in zip(files, expected) {
      #expect(
        String(decoding: file.bytes, as: UTF8.self) == String(decoding: other.bytes, as: UTF8.self),
        "\(file.path) differs")
    }
  }

  private static func text(_ entities: String, _ api: String) -> String {
    """
    swiftsync: 1
    name: App
    version: 1
    generate: { sets: [swift, sql, openapi, json-schema, fixtures] }
    entities:
    \(indented(entities))
    api:
    \(indented(api))
    """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }

  @Test func contextAndPageShowWhatResourcesStandFor() throws {
    let text = """
      swiftsync: 1
      name: App
      version: 1
      generate: { sets: [html] }
      entities: { Note: { attributes: { id: uuid, title: string } } }
      api:
        resources: { Note: { path: /notes, only: [list, update], missing-rows: delete } }
        endpoints: { rename: { patch: "/notes/{note}", body: Note.Patch } }
      """
    let context = try ContextEmitter.json(of: SchemaFixture.schema(text), toolVersion: "1.2.3")
    #expect(
      Self.compact(context).contains(
        #""resources":[{"entity":"Note","endpoints":["#
          + #"{"role":"list","name":"notes","method":"get","path":"/notes","isWrittenOut":false},"#
          + #"{"role":"update","name":"rename","method":"patch","path":"/notes/{note}","isWrittenOut":true}"#
          + #"],"upload":"uploads"}]"#))
    let page = try #require(try SchemaFixture.files(text).first { $0.path.hasSuffix(".html") })
    #expect(
      String(decoding: page.bytes, as: UTF8.self).contains(
        """
        <li><a href="#Note">Note</a>: <a href="#endpoint-notes">notes</a>, \
        <a href="#endpoint-rename">rename</a> \
        <span class="facts">(local changes are pushed by uploads)</span></li>
        """))
  }

  /// JSON without spaces and line feeds; the texts of this schema have none.
  private static func compact(_ json: String) -> String {
    String(json.filter { !$0.isWhitespace })
  }

  /// A problem of an endpoint is at the line of the resource, which is named.
  @Test func problemsAreAtTheResource() {
    let text = """
      swiftsync: 1
      name: App
      version: 1
      entities: { Note: { attributes: { id: uuid, title: string } } }
      api:
        resources:
          Note: /notes
      """
    var bag = DiagnosticBag()
    _ = SchemaCompiler.compile(
      path: "schema.yaml", read: { path in SourceFile(path: path, bytes: Array(text.utf8)) },
      into: &bag)
    #expect(
      bag.diagnostics.map(\.text) == [
        """
        schema.yaml:7:5: warning: endpoint 'notes' does not state 'missing-rows', so rows of \
        'Note' that the server deletes stay stored [missing-rows-unstated]
          note: if each response contains all rows, add 'missing-rows: delete'
          note: otherwise add 'missing-rows: keep'
          note: resource 'Note' stands for endpoint 'notes'
        """
      ])
  }
}
