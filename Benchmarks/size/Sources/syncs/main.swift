import Foundation
import Notes
import SwiftSyncRuntime

// The same with a client and a local write.
let store = SyncStore(
  NotesSchema.self, .init(location: .url(URL(fileURLWithPath: CommandLine.arguments[1]))))
let payload = Data(#"[{"id": "0a000000-0000-4000-8000-000000000001", "title": "a"}]"#.utf8)
print(try await store.apply(.data(payload), as: Note.self))
try await store.insert(Note(id: UUID(), title: "b"))
guard let server = URL(string: CommandLine.arguments[2]) else { exit(64) }
let response = try await APIClient(baseURL: server).response(
  to: EndpointRequest(.get, "/notes"))
print(response.status)
print(try await store.fetch(Note.all).count)
