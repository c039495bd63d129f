public import SwiftSyncRuntime

extension ApplyOptions {
  /// Options for a list of all rows, so that stored rows which it lacks are deleted.
  public static var complete: Self {
    var options = Self()
    options.missingRows = .delete
    return options
  }
}
