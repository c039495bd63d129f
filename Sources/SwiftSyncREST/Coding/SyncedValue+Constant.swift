import SwiftSyncValues

extension SyncedValue {
  /// The value that a column of text would hold as `text`. Generated code writes defaults with it.
  ///
  /// The generator has checked the text, so a wrong one is a mistake in code that was changed by hand and ends
  /// the program.
  public init(_constant text: StaticString) {
    guard let value = text.withUTF8Buffer({ Self(column: .text(JSONSlice($0))) }) else {
      preconditionFailure("'\(text)' is not a valid \(Self.self)")
    }
    self = value
  }
}
