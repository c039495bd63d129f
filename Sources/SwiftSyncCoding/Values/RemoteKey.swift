/// A key of an object in a payload.
package struct RemoteKey: CodingKey, Hashable, Sendable {
  package let stringValue: String

  package init(_ stringValue: String) {
    self.stringValue = stringValue
  }

  package init?(stringValue: String) {
    self.stringValue = stringValue
  }

  package var intValue: Int? { nil }

  package init?(intValue: Int) { nil }
}
