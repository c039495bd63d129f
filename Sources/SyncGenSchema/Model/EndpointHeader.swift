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

/// How the body of a request is written.
package enum BodyFormat: String, Hashable, Sendable {
  case json
  /// `application/x-www-form-urlencoded`
  case form
  /// `multipart/form-data`
  case multipart
  case bytes
  /// The content of a file.
  case file
}

/// What responses with certain statuses are.
package struct EndpointError: Hashable, Sendable {
  package enum Body: Hashable, Sendable {
    /// There is nothing to return.
    case none
    /// The runtime's `Problem` (RFC 9457).
    case problem
    case type(PayloadType)
  }

  /// As the schema writes it: `404`, `4xx`, `default`.
  package let key: String
  package let statuses: ClosedRange<Int>
  package let body: Body
}
