import SwiftSyncFoundation

/// Typed values of a request. Called by generated code.
extension EndpointRequest {
  /// Replaces the placeholder `{name}` with a value.
  ///
  /// - Throws: `APIError.invalidValue` if the value is empty or cannot be represented in JSON.
  @_spi(Generated)
  public mutating func setPath<Value>(
    _ name: String, _ value: Value, _ form: WireFormat<Value>
  ) throws(APIError) {
    let text = try Self.texts(value, form, of: "'\(name)' of the path").joined(separator: ",")
    guard !text.isEmpty else {
      throw .invalidValue("'\(name)' of the path", reason: "it is empty")
    }
    setPath(name, text: text)
  }

  /// Adds a parameter to the query, or one of the same name for each element of a list.
  ///
  /// - Throws: `APIError.invalidValue` if the value cannot be represented in JSON.
  @_spi(Generated)
  public mutating func addQuery<Value>(
    _ name: String, _ value: Value, _ form: WireFormat<Value>
  ) throws(APIError) {
    for text in try Self.texts(value, form, of: "'\(name)' of the query") {
      addQuery(name, text: text)
    }
  }

  /// Adds a list to the query as one parameter, unless it is empty.
  ///
  /// - Throws: `APIError.invalidValue` if the value cannot be represented in JSON, or if an element
  ///   contains the separator.
  @_spi(Generated)
  public mutating func addQuery<Value>(
    _ name: String, _ value: Value, _ form: WireFormat<Value>, separator: String
  ) throws(APIError) {
    let place = "'\(name)' of the query"
    let texts = try Self.texts(value, form, of: place)
    if let text = texts.first(where: { $0.contains(separator) }) {
      throw .invalidValue(place, reason: "'\(text)' contains the separator '\(separator)'")
    }
    if !texts.isEmpty { addQuery(name, text: texts.joined(separator: separator)) }
  }

  /// Adds a list to the query as one parameter, unless it is nil or empty.
  ///
  /// - Throws: `APIError.invalidValue` if the value cannot be represented in JSON, or if an element
  ///   contains the separator.
  @_spi(Generated)
  public mutating func addQuery<Value>(
    _ name: String, optional value: Value?, _ form: WireFormat<Value>, separator: String
  ) throws(APIError) {
    if let value { try addQuery(name, value, form, separator: separator) }
  }

  /// Adds a parameter to the query unless it is nil.
  ///
  /// - Throws: `APIError.invalidValue` if the value cannot be represented in JSON.
  @_spi(Generated)
  public mutating func addQuery<Value>(
    _ name: String, optional value: Value?, _ form: WireFormat<Value>
  ) throws(APIError) {
    if let value { try addQuery(name, value, form) }
  }

  /// Adds a parameter to the query for each value of a dictionary, e.g. `filter[state]=open`.
  ///
  /// - Throws: `APIError.invalidValue` if a value cannot be represented in JSON.
  @_spi(Generated)
  public mutating func addQuery<Element>(
    _ name: String, _ value: [String: Element], _ form: WireFormat<[String: Element]>
  ) throws(APIError) {
    let json = try Self.json(value, form, of: "'\(name)' of the query")
    for (name, text) in FormText.parameters(json, named: name) { addQuery(name, text: text) }
  }

  /// Adds a parameter to the query for each value of a dictionary unless it is nil.
  ///
  /// - Throws: `APIError.invalidValue` if a value cannot be represented in JSON.
  @_spi(Generated)
  public mutating func addQuery<Element>(
    _ name: String, optional value: [String: Element]?, _ form: WireFormat<[String: Element]>
  ) throws(APIError) {
    if let value { try addQuery(name, value, form) }
  }

  /// Sets the header fields for documents of JSON:API.
  ///
  /// - Parameter sends: Whether the request's body is a JSON:API document too.
  @_spi(Generated)
  public mutating func acceptResourceObjects(sends: Bool = false) {
    headers["Accept"] = "application/vnd.api+json, application/json"
    if sends, body != nil { headers["Content-Type"] = "application/vnd.api+json" }
  }

  /// Sets the JSON body.
  ///
  /// - Throws: `APIError.invalidValue` if the value cannot be represented in JSON.
  @_spi(Generated)
  public mutating func setBody<Value>(
    _ value: Value, _ form: WireFormat<Value>
  ) throws(APIError) {
    body = try Self.written(value, form, of: "the body")
  }

  static func written<Value>(
    _ value: Value, _ form: WireFormat<Value>, of place: String
  ) throws(APIError) -> Data {
    do {
      return try FormCoding.write(value, form)
    } catch {
      throw .invalidValue(place, reason: reason(of: error))
    }
  }

  static func reason(of error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context)? = error as? EncodingError else {
      return String(describing: error)
    }
    return context.debugDescription
  }

  /// The JSON form of the value, without quotation marks; one string for each element of a list.
  static func texts<Value>(
    _ value: Value, _ form: WireFormat<Value>, of place: String
  ) throws(APIError) -> [String] {
    let json = try json(value, form, of: place)
    guard case .array(let elements) = json else { return [text(json)] }
    return elements.map(text)
  }

  static func json<Value>(
    _ value: Value, _ form: WireFormat<Value>, of place: String
  ) throws(APIError) -> JSONValue {
    let data = try written(value, form, of: place)
    do {
      return try JSONValue(json: String(decoding: data, as: UTF8.self))
    } catch {
      throw .invalidValue(place, reason: reason(of: error))
    }
  }

  static func text(_ json: JSONValue) -> String {
    if case .string(let text) = json { return text }
    return json.json
  }
}
