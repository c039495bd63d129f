import SwiftSyncValues

extension SyncedValue {
  /// Creates the value from the string that a `TEXT` column would store. Generated code writes
  /// defaults with it.
  ///
  /// The generator has checked the string, so a wrong one is a mistake in manually changed code and
  /// ends the program.
  public init(_constant text: StaticString) {
    guard let value = text.withUTF8Buffer({ Self(column: .text(JSONSlice($0))) }) else {
      preconditionFailure("'\(text)' is not a valid \(Self.self)")
    }
    self = value
  }
}
