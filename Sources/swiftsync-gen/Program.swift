import SwiftSyncSession
package import SyncGenCommandLine

@main
enum Program {
  @MainActor static func main() async { await Tool.main(.all) }
}

extension SyncError: ToolFailure {
  package func show(_ console: Console) { console.error(description) }
}
