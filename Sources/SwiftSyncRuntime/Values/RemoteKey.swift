/// A key of a payload's object.
struct RemoteKey: CodingKey, Hashable, Sendable {
  let stringValue: String

  init(_ stringValue: String) {
    self.stringValue = stringValue
  }

  init?(stringValue: String) {
    self.stringValue = stringValue
  }

  var intValue: Int? { nil }

  init?(intValue: Int) { nil }
}
