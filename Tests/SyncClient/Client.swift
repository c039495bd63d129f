import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncURLSession
import Tracker

/// A store with a session that syncs it, as in an app.
struct Client: Sendable {
  private let store: SyncStore
  private let conversation: Conversation
  private let session: SyncSession
  private let replies: ReplyWriter

  init(
    _ database: URL, server: URL, _ kind: PushEndpoint.WireProtocol, _ bug: PlantedBug?,
    _ replies: ReplyWriter
  ) async throws {
    let store = try await SyncStore(TrackerSchema.self, .init(location: .url(database), log: .none))
      .opened()
    let conversation = Conversation(replies)
    let middleware: [any Middleware] =
      [conversation] + (bug.map { [PlantedBugMiddleware($0, kind)] } ?? [])
    let client = APIClient(baseURL: server, middleware: middleware)
    (self.store, self.conversation, self.replies) = (store, conversation, replies)
    session = Self.session(store, TrackerAPI(client), client, kind, conversation)
    try await addLabels()
  }

  private static func session(
    _ store: SyncStore, _ api: TrackerAPI, _ client: APIClient, _ kind: PushEndpoint.WireProtocol,
    _ conversation: Conversation
  ) -> SyncSession {
    let projects = SyncSession.Pull("projects") { try await api.projects(into: $0) }
    // Attempts follow each other immediately; only the delays of `Retry-After` apply.
    let retry = HTTP.RetryPolicy(
      maxAttempts: 3, initialDelay: .milliseconds(2), maxDelay: .seconds(1))
    var endpoint = endpoint(api, client, kind)
    // With longer delays, the syncs at the end would not send rows that were rejected or postponed.
    endpoint.retry = HTTP.RetryPolicy(maxAttempts: 1_000_000, initialDelay: .zero, maxDelay: .zero)
    endpoint.laterAttempts = HTTP.RetryPolicy(maxAttempts: 3, initialDelay: .zero, maxDelay: .zero)
    let pulls = kind == .batch ? [projects] : [projects, tasks(api, conversation)]
    return SyncSession(store, Steps(upload: endpoint, pulls: pulls), .init(retry: retry))
  }

  /// The steps of the session, which depend on the wire protocol.
  private struct Steps: SyncedAPI {
    typealias GeneratedSchema = TrackerSchema

    let upload: PushEndpoint
    let pulls: [SyncSession.Pull]

    static func uploads(of api: Self) -> [PushEndpoint] { [api.upload] }

    static func pulls(of api: Self) -> [SyncSession.Pull] { api.pulls }
  }

  private static func endpoint(
    _ api: TrackerAPI, _ client: APIClient, _ kind: PushEndpoint.WireProtocol
  ) -> PushEndpoint {
    switch kind {
    case .batch: api.uploads
    case .operations:
      PushEndpoint(
        .operations, EndpointRequest(.post, "/api/operations"), of: [PushedEntity(Todo.self)],
        by: client)
    case .rest: PushEndpoint(rest: [routes], by: client)
    }
  }

  private static func tasks(
    _ api: TrackerAPI, _ conversation: Conversation
  ) -> SyncSession.Pull {
    SyncSession.Pull("tasks") { store in
      var report = ApplyReport()
      for project in try await store.fetch(Project.all) {
        report = try await api.tasks(project: project.id, into: store)
        if report.rejectedCount > 0 { conversation.note(Reply.unreadable) }
      }
      return report
    }
  }

  private static var routes: RowEndpoints {
    RowEndpoints(
      Todo.self,
      create: RowEndpoint(.post, "/api/tasks", body: .whole, returns: .row),
      update: RowEndpoint(.patch, "/api/tasks/{id}", body: .changed, returns: .row),
      delete: RowEndpoint(.delete, "/api/tasks/{id}"),
      fetch: RowEndpoint(.get, "/api/tasks/{id}", returns: .row))
  }

  private func addLabels() async throws {
    guard try await store.count(Label.all) == 0 else { return }
    try await store.insert(
      (0..<Write.labelCount).map { Label(slug: Write.label($0), name: Write.label($0)) })
  }

  func carryOut(_ order: Order) async {
    switch order.deed {
    case .write(let write): replies.write(Reply(id: order.id, event: await carryOut(write)))
    case .resume: conversation.resume()
    case .sync(let name, let pauses): await sync(order.id, name, pauses)
    }
  }

  private func sync(_ id: Int, _ name: String, _ pauses: [Pause]) async {
    conversation.begin(id, name, pauses)
    do {
      var outcomes: [String] = []
      do {
        let summary = try await session.run()
        if let error = summary.firstError as? SyncError { outcomes.append("\(error)") }
      } catch is APIError {
        // No step has succeeded, which the server's faults may explain.
      }
      outcomes += try await store.problems(.unreadable).map { _ in Reply.unreadable }
      replies.write(Reply(id: id, event: .synced(conversation.end() + outcomes)))
    } catch {
      replies.write(Reply(id: id, event: .synced(conversation.end() + ["\(error)"])))
    }
  }

  // MARK: - Writes

  private func carryOut(_ write: Write) async -> Reply.Event {
    do {
      guard let id = UUID(uuidString: Write.id(ofTask: write.row)) else {
        return .refused("no identity")
      }
      let isDone =
        switch write.change {
        case .insert(let project): try await insert(write, id, project)
        case .delete: try await store.delete(Todo.self, id: id)
        case .move(let parent): try await move(id, under: parent)
        case .discard: try await store.discardPendingChange(of: Todo.self, id: id)
        case .spoil: try await store.update(Todo.self, id: id, Todo.Patch(title: .value(" ")))
        case .set(let field): try await store.update(Todo.self, id: id, try patch(write, field))
        }
      return isDone ? .done : .refused("there is no such task")
    } catch {
      return .refused("\(error)")
    }
  }

  private func insert(_ write: Write, _ id: UUID, _ project: Int) async throws -> Bool {
    guard let project = UUID(uuidString: Write.id(ofProject: project)) else { return false }
    try await store.insert(
      Todo(id: id, title: write.title, sortIndex: write.sortIndex, projectID: project))
    return true
  }

  /// An app offers only parents that are not deleted.
  private func move(_ id: UUID, under number: Int) async throws -> Bool {
    guard let parent = UUID(uuidString: Write.id(ofTask: number)),
      try await store.fetch(Todo.self, id: parent) != nil
    else { return false }
    return try await store.update(Todo.self, id: id, Todo.Patch(parentID: .value(parent)))
  }

  private func patch(_ write: Write, _ field: Write.Field) throws -> Todo.Patch {
    switch field {
    case .title: Todo.Patch(title: .value(write.title))
    case .details: Todo.Patch(details: .value(write.details))
    case .estimate: Todo.Patch(estimate: .value(try number(write.estimate)))
    case .sortIndex: Todo.Patch(sortIndex: .value(write.sortIndex))
    case .labels: Todo.Patch(labelIDs: .value(write.labels))
    case .priority:
      Todo.Patch(priority: .value([.low, .normal, .high, .urgent][write.priority - 1]))
    case .project:
      Todo.Patch(
        projectID: UUID(uuidString: write.text(of: .project)).map { .value($0) } ?? .missing)
    case .parent: Todo.Patch()
    }
  }

  private func number(_ text: String) throws -> Decimal {
    guard let number = Decimal(string: text) else {
      throw Unusable(description: "'\(text)' is no number")
    }
    return number
  }
}
