/// Code for a test of an app.
func checkMigrations() async throws {
  print(try await verify(TrackerMigrationPlan.plan))
}

@MainActor func checkRequests(_ store: SyncStore, at server: URL) async throws {
  let transport = RecordingTransport()
  transport.respond(to: .get, "/api/projects", json: "[]")
  transport.respond(to: .get, "/api/tasks") { _ in HTTP.Response(status: 200, body: Data()) }
  transport.fail(.get, "/api/labels", CancellationError())
  let api = TrackerAPI(baseURL: server, transport: transport)
  _ = try await api.projects()
  print(transport.requests.count)
}
