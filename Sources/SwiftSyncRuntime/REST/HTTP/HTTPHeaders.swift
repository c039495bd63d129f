/// The header fields of a request or a response.
///
/// Names are compared without regard to upper and lower case (RFC 9110, 5.1). A name has one value; where an
/// response repeats a field, its values are joined by commas, which means the same.
public struct HTTPHeaders: Hashable, Sendable {
  /// The fields by their names in lower case.
  private var fields: [String: String] = [:]

  /// The fields of a dictionary. Of names that differ in case only, one counts.
  public init(_ fields: [String: String] = [:]) {
    for (name, value) in fields { self[name] = value }
  }

  /// The value of a field; `nil` if it is not there.
  public subscript(name: String) -> String? {
    get { fields[name.lowercased()] }
    set { fields[name.lowercased()] = newValue }
  }

  /// The fields of both; where both have one, those of `other` count.
  public func merging(_ other: HTTPHeaders) -> HTTPHeaders {
    var merged = self
    merged.fields.merge(other.fields) { $1 }
    return merged
  }

  /// The fields in the order of their names, which are in lower case.
  public var sorted: [(name: String, value: String)] {
    fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// `["Accept": "application/json"]`; of equal names the last one counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }
}
