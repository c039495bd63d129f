import Foundation
import Notes
import SwiftSyncStore

// Stores a payload and reads it, as the smallest app does.
let store = SyncStore(
  NotesSchema.self, .init(location: .url(URL(fileURLWithPath: CommandLine.arguments[1]))))
let payload = Data(#"[{"id": "0a000000-0000-4000-8000-000000000001", "title": "a"}]"#.utf8)
print(try await store.apply(.data(payload), as: Note.self))
print(try await store.fetch(Note.all).count)
