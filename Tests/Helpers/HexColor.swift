public import SwiftSyncRuntime

/// A color such as `#ff8800`, declared in another module than the models that use it.
public struct HexColor: StoredScalar {
  public struct WrongForm: Error {}

  public let stored: String

  /// - Throws: `WrongForm` if the text does not have six hexadecimal digits.
  public init(stored: String) throws {
    let digits = stored.dropFirst()
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit) else { throw WrongForm() }
    self.stored = stored.lowercased()
  }
}
