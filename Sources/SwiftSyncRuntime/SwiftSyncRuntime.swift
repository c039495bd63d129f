// Importing the runtime imports all of its modules.
@_spi(Generated) @_exported public import SwiftSyncEditing
@_spi(Generated) @_exported public import SwiftSyncREST
@_spi(Generated) @_exported public import SwiftSyncStore
