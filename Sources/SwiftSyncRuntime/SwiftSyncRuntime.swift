// Importing the runtime imports all of its modules, and the transport of apps. The tool, which needs
// no network, imports `SwiftSyncSession`: the libraries of the transport load slowly on Linux.
@_spi(Generated) @_exported public import SwiftSyncSession
@_exported public import SwiftSyncURLSession
