package enum UploadEndpointKey: String, LanguageKey {
  case post, put, patch, `protocol`, entities, version, concurrency
  case idempotencyKey = "idempotency-key"
  case retryCreates = "retry-creates"

  package var entry: KeyEntry {
    switch self {
    case .post, .put, .patch:
      KeyEntry(
        LanguageSchema.string,
        """
        The path. Exactly one method is required, except with `protocol: rest`, which has none.
        """)
    case .protocol:
      KeyEntry(
        LanguageSchema.choice(UploadProtocol.self),
        "`batch`, `operations` or `rest`.", isRequired: true)
    case .entities:
      KeyEntry(
        LanguageSchema.any(
          LanguageSchema.list(LanguageSchema.string, atLeast: 1),
          LanguageSchema.named(LanguageSchema.reference("rowRoutes"))),
        """
        A list of entities; with `rest`, a mapping of entities to their endpoints, in addition to \
        those of `resources`. Required, unless the upload only has those. See *Row endpoints*.
        """)
    case .version: KeyEntry(LanguageSchema.positiveInteger, "The version of this endpoint.")
    case .concurrency:
      KeyEntry(
        #"{ "type": "integer", "minimum": 1 }"#,
        """
        With `rest`, how many requests run at the same time, from 1 to 32. The default is 4.
        """)
    case .idempotencyKey:
      KeyEntry(
        LanguageSchema.reference("idempotencyKey"),
        """
        With `rest`, the header field by which the server recognizes a repeated creation. See \
        *Idempotency key*.
        """)
    case .retryCreates:
      KeyEntry(
        LanguageSchema.flag,
        """
        With `rest`, `true`: a creation without a response is sent again, although the server \
        may then have the row twice.
        """)
    }
  }
}

/// The endpoints of an entity in the `rest` protocol.
package enum RowRoutesKey: String, LanguageKey {
  case create, update, delete

  package var entry: KeyEntry {
    switch self {
    case .create:
      KeyEntry(
        LanguageSchema.string,
        """
        The name of the endpoint that creates a row. Its body is the entity; it returns the \
        entity if the identity is `default: temporary`.
        """)
    case .update:
      KeyEntry(
        LanguageSchema.string,
        """
        The name of the endpoint that updates a row. Its body is `Entity.Patch` or the entity.
        """)
    case .delete:
      KeyEntry(
        LanguageSchema.string,
        "The name of the endpoint that deletes a row. It has no body.")
    }
  }
}

/// The keys of `idempotency-key`.
package enum IdempotencyKeyKey: String, LanguageKey {
  case header
  case validFor = "valid-for"

  package var entry: KeyEntry {
    switch self {
    case .header:
      KeyEntry(
        LanguageSchema.string,
        "The name of the header field. The default is `Idempotency-Key`.")
    case .validFor:
      KeyEntry(
        #"{ "type": "string", "pattern": "^[0-9]+[smhdw]$" }"#,
        "How long the server keeps a key, such as `24h`. The default is `24h`.")
    }
  }
}
