// What apps with views import: the runtime, and live queries. Only names are exported; the code is
// in the modules.
@_exported public import SwiftSyncLive
@_exported public import SwiftSyncRuntime
