@_spi(Generated) public import SwiftSyncCoding

/// A problem as described by RFC 9457, the content of `application/problem+json`.
///
/// Standard members with an unexpected type are ignored, as the RFC requires.
public struct Problem: Hashable, Sendable {
  /// The URI that identifies the kind of problem; `about:blank` if the response has none.
  public var type: String
  /// A summary of the kind of problem.
  public var title: String?
  /// The status, as stated by the server.
  public var status: Int?
  /// An explanation of this occurrence.
  public var detail: String?
  /// The URI that identifies this occurrence.
  public var instance: String?
  /// All other members.
  public var extensions: [String: JSONValue]

  /// Creates a problem.
  public init(
    type: String = "about:blank", title: String? = nil, status: Int? = nil, detail: String? = nil,
    instance: String? = nil, extensions: [String: JSONValue] = [:]
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.instance = instance
    self.extensions = extensions
  }
}

extension Problem: Codable {
  private static let standard: Set<String> = ["type", "title", "status", "detail", "instance"]

  /// Reads the members of an object.
  ///
  /// - Throws: `DecodingError` if the JSON value is not an object.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: RemoteKey.self)
    func text(_ key: String) -> String? {
      JSONValue.accept { try object.decode(String.self, forKey: RemoteKey(key)) }
    }
    self.init(
      type: text("type") ?? "about:blank", title: text("title"),
      status: JSONValue.accept { try object.decode(Int.self, forKey: RemoteKey("status")) },
      detail: text("detail"), instance: text("instance"))
    for key in object.allKeys where !Self.standard.contains(key.stringValue) {
      extensions[key.stringValue] = try object.decode(JSONValue.self, forKey: key)
    }
  }

  /// Writes the members that are not nil.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: RemoteKey.self)
    try object.encode(type, forKey: RemoteKey("type"))
    try object.encodeIfPresent(title, forKey: RemoteKey("title"))
    try object.encodeIfPresent(status, forKey: RemoteKey("status"))
    try object.encodeIfPresent(detail, forKey: RemoteKey("detail"))
    try object.encodeIfPresent(instance, forKey: RemoteKey("instance"))
    for (key, value) in extensions where !Self.standard.contains(key) {
      try object.encode(value, forKey: RemoteKey(key))
    }
  }
}
