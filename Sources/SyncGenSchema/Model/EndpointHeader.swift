/// A header field of requests.
package struct EndpointHeader: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The same value in every request.
    case constant(String)
    /// A parameter of the call.
    case parameter(InlineField)
  }

  package let name: String
  package let content: Content

  package var parameter: InlineField? {
    if case .parameter(let field) = content { field } else { nil }
  }

  package var constant: String? {
    if case .constant(let text) = content { text } else { nil }
  }
}

/// The format of a request's body.
package enum BodyFormat: String, Hashable, Sendable {
  case json
  /// `application/x-www-form-urlencoded`.
  case form
  /// `multipart/form-data`.
  case multipart
  case bytes
  /// The content of a file.
  case file
}

/// The format of responses with certain statuses.
package struct EndpointError: Hashable, Sendable {
  package enum Body: Hashable, Sendable {
    /// There is no value.
    case none
    /// The runtime's `Problem` (RFC 9457).
    case problem
    case type(PayloadType)
  }

  /// The key in the schema: `404`, `4xx`, `default`.
  package let key: String
  package let statuses: ClosedRange<Int>
  package let body: Body
}
