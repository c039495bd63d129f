public import SwiftSyncFoundation

/// Header fields and bodies other than JSON. Called by generated code.
@_spi(Generated)
extension EndpointRequest {
  /// Sets a header field; the elements of a list are joined by commas.
  ///
  /// - Parameter secret: Whether descriptions hide the value.
  /// - Throws: `APIError.invalidValue` if the value cannot be represented in JSON.
  public mutating func setHeader<Value>(
    _ name: String, _ value: Value, _ form: WireFormat<Value>, secret: Bool = false
  ) throws(APIError) {
    let texts = try Self.texts(value, form, of: "the header '\(name)'")
    headers[name] = texts.joined(separator: ", ")
    if secret { headers.hide(name) }
  }

  /// Sets a header field unless the value is nil.
  ///
  /// - Throws: `APIError.invalidValue` if the value cannot be represented in JSON.
  public mutating func setHeader<Value>(
    _ name: String, optional value: Value?, _ form: WireFormat<Value>, secret: Bool = false
  ) throws(APIError) {
    if let value { try setHeader(name, value, form, secret: secret) }
  }

  /// Sets an `application/x-www-form-urlencoded` body.
  ///
  /// - Throws: `APIError.invalidValue` if the value cannot be represented in JSON.
  public mutating func setForm<Value>(
    _ value: Value, _ form: WireFormat<Value>
  ) throws(APIError) {
    let json = try Self.json(value, form, of: "the body")
    body = Data(FormText.text(json).utf8)
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    formSecrets = Secrets(keys: secretKeys).values(in: json).sorted()
  }

  /// Sets a body of raw bytes.
  public mutating func setBytes(_ bytes: Data, type: String) {
    body = bytes
    headers["Content-Type"] = type
  }

  /// Sets the content of a file as the body.
  ///
  /// - Parameter type: The media type; `nil` to use the file's.
  public mutating func setFile(_ file: UploadFile, type: String? = nil) {
    bodyFile = file.url
    headers["Content-Type"] = type ?? file.contentType
  }

  /// Begins a `multipart/form-data` body.
  public mutating func beginParts() {
    parts = []
  }

  /// Adds one part, or a part for each element of a list. Objects are written as JSON.
  ///
  /// - Throws: `APIError.invalidValue` if the value cannot be represented in JSON.
  public mutating func addPart<Value>(
    _ name: String, _ value: Value, _ form: WireFormat<Value>
  ) throws(APIError) {
    let json = try Self.json(value, form, of: "'\(name)' of the body")
    guard case .array(let elements) = json else { return addPart(name, json) }
    for element in elements { addPart(name, element) }
  }

  /// Adds a part unless the value is nil.
  ///
  /// - Throws: `APIError.invalidValue` if the value cannot be represented in JSON.
  public mutating func addPart<Value>(
    _ name: String, optional value: Value?, _ form: WireFormat<Value>
  ) throws(APIError) {
    if let value { try addPart(name, value, form) }
  }

  /// Adds a part with bytes unless they are nil.
  public mutating func addPart(_ name: String, bytes: Data?) {
    guard let bytes else { return }
    add(MultipartPart(name: name, content: .data(bytes, contentType: "application/octet-stream")))
  }

  /// Adds a part for each file.
  public mutating func addPart(_ name: String, files: [UploadFile]?) {
    for file in files ?? [] { add(MultipartPart(name: name, content: .file(file))) }
  }

  /// Adds a part with a file unless it is nil.
  public mutating func addPart(_ name: String, file: UploadFile?) {
    if let file { add(MultipartPart(name: name, content: .file(file))) }
  }

  private mutating func addPart(_ name: String, _ json: JSONValue) {
    switch json {
    case .null: return
    case .object, .array:
      let content = MultipartPart.Content.data(
        Data(json.json.utf8), contentType: "application/json")
      add(MultipartPart(name: name, content: content))
    case .bool, .number, .string:
      add(MultipartPart(name: name, content: .text(Self.text(json))))
    }
  }

  private mutating func add(_ part: MultipartPart) {
    parts = (parts ?? []) + [part]
  }
}
