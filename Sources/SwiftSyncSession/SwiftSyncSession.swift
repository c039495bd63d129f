// Importing sessions imports all modules that they use.
@_spi(Generated) @_exported public import SwiftSyncEditing
@_spi(Generated) @_exported public import SwiftSyncREST
@_spi(Generated) @_exported public import SwiftSyncStore
