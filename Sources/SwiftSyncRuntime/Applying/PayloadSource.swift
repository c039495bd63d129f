public import SwiftSyncFoundation

/// Where the bytes of a payload come from.
public enum PayloadSource: Sendable {
  /// JSON text in memory, in UTF-8.
  case data(Data)
  /// Files that are read in pieces, as one list in their order.
  case files([String])
  /// The standard input of the process, read in pieces until it ends.
  case standardInput
}
