package enum APIKey: String, LanguageKey {
  case base, version, headers, resources, endpoints, uploads

  package var entry: KeyEntry {
    switch self {
    case .base:
      KeyEntry(
        LanguageSchema.string,
        """
        A prefix of all paths, such as `/api`; or a URL such as `https://notes.example/api`, the \
        base URL of a client that is created without one.
        """)
    case .version:
      KeyEntry(
        LanguageSchema.positiveInteger,
        "The version of all endpoints, sent as `/v<version>`.")
    case .headers:
      KeyEntry(
        LanguageSchema.named(LanguageSchema.reference("header")),
        """
        Header fields of all requests. Parameters are passed once, when the client is created. \
        See *Header field*.
        """)
    case .resources:
      KeyEntry(
        LanguageSchema.named(
          LanguageSchema.reference("resource"), pattern: LanguageSchema.typeName),
        """
        Entities with the paths of their rows. Each stands for the endpoints that list, get, create, \
        update and delete them. See *Resource*.
        """)
    case .endpoints:
      KeyEntry(
        LanguageSchema.named(
          LanguageSchema.reference("endpoint"), pattern: LanguageSchema.memberName),
        "Endpoints by name.")
    case .uploads:
      KeyEntry(
        LanguageSchema.any(
          LanguageSchema.reference("upload"),
          LanguageSchema.named(LanguageSchema.reference("upload"))),
        "An upload endpoint, which is called `uploads`, or several by name.")
    }
  }
}

package enum EndpointKey: String, LanguageKey {
  case get, head, post, put, patch, delete, placeholders, query, headers, body
  case contentType = "content-type"
  case returns, errors, fails, version, timeout, stores, page, since
  case missingRows = "missing-rows"
  case pulls, doc, deprecated

  package static var allowsAnnotations: Bool { true }

  package var entry: KeyEntry {
    switch self {
    case .get, .post, .put, .patch, .delete:
      KeyEntry(
        LanguageSchema.string,
        "The path, with `{placeholders}`. Exactly one method is required.")
    case .head:
      KeyEntry(
        LanguageSchema.string,
        """
        The path, with `{placeholders}`. The method returns the header fields of the response, which \
        has no body. Exactly one method is required.
        """)
    case .placeholders:
      KeyEntry(
        LanguageSchema.named(
          LanguageSchema.reference("placeholder"), pattern: LanguageSchema.memberName),
        """
        The types of placeholders, where they are not [inferred](endpoints.md#requests). See \
        *Placeholder*.
        """)
    case .query:
      KeyEntry(
        LanguageSchema.reference("query"),
        "A mapping of query parameters. See *Field* and *Query constant*.")
    case .headers:
      KeyEntry(
        LanguageSchema.named(LanguageSchema.reference("header")),
        """
        Header fields of the requests. Parameters become parameters of the method. See *Header \
        field*.
        """)
    case .body:
      KeyEntry(
        LanguageSchema.reference("content"),
        """
        The request body: an entity, `Entity.Patch`, a type, or a mapping of fields. `form`, \
        `multipart`, `data` and `file` are sent in other formats than JSON; see *Body*.
        """)
    case .contentType:
      KeyEntry(
        LanguageSchema.string,
        """
        The media type of the body `data` or `file`. By default `application/octet-stream`, or \
        that of the file.
        """)
    case .returns:
      KeyEntry(
        LanguageSchema.reference("content"),
        """
        The response body. With `data` it is returned as bytes, with `file` it is saved to a \
        file.
        """)
    case .errors:
      KeyEntry(
        LanguageSchema.named(
          LanguageSchema.any(LanguageSchema.string, LanguageSchema.list(LanguageSchema.string)),
          pattern: "^(default|[45]xx|[345][0-9][0-9])$"),
        """
        The types of responses with statuses other than 200 to 299, by status. See *Errors*.
        """)
    case .fails:
      KeyEntry(
        LanguageSchema.reference("fails"),
        """
        How a response with a status from 200 to 299 indicates that the request failed. See \
        *Failures*.
        """)
    case .version: KeyEntry(LanguageSchema.positiveInteger, "The version of this endpoint.")
    case .timeout:
      KeyEntry(
        LanguageSchema.positiveInteger,
        """
        The seconds within which the response to a request must be complete. By default, the \
        [limits](limits.md#network) of the client apply.
        """)
    case .stores:
      KeyEntry(
        LanguageSchema.any(LanguageSchema.flag, LanguageSchema.reference("stores")),
        """
        `true`, or a mapping: the response can be fetched into a store; `false` if not. `true` is \
        the default of a GET that returns an entity, a list of one or a document, unless `errors` \
        has `none`. See *Stores*.
        """)
    case .page:
      KeyEntry(
        LanguageSchema.any(LanguageSchema.string, LanguageSchema.reference("page")),
        """
        The parameter of the page number, or a mapping: how the pages of a list are requested. See \
        *Pages*.
        """)
    case .since:
      KeyEntry(
        LanguageSchema.string,
        """
        With `stores`: the query parameter of the watermark, so that only changed rows are \
        requested. Missing rows are kept.
        """)
    case .missingRows:
      KeyEntry(
        LanguageSchema.reference("missingRows"),
        """
        What happens to stored rows that the list does not contain: `delete`, `keep` (default), or \
        `{ keep-if: path }`, if a value in the response decides. See *Complete lists*.
        """)
    case .pulls:
      KeyEntry(
        LanguageSchema.flag,
        """
        `false`: a session does not pull the rows; `true`: it does, although optional parameters \
        could leave rows out. See *Pulls*.
        """)
    case .doc: KeyEntry(LanguageSchema.scalar, "A description.")
    case .deprecated:
      KeyEntry(
        LanguageSchema.scalar,
        "The reason for the deprecation, shown in compiler warnings where the app calls it.")
    }
  }
}

/// The keys of `fails` of an endpoint.
package enum FailsKey: String, LanguageKey {
  case unless, code

  package var entry: KeyEntry {
    switch self {
    case .unless:
      KeyEntry(
        LanguageSchema.string,
        "The path of a flag. The request failed unless it is `true`.", isRequired: true)
    case .code: KeyEntry(LanguageSchema.string, "The path of the error code, a string or a number.")
    }
  }
}

package enum StoresKey: String, LanguageKey {
  case scope, root
  case keyedBy = "keyed-by"
  case completeWith = "complete-with"
  case operations
  case relationOperations = "relation-operations"
  case deletionLimit = "deletion-limit"
  case conflict, strict

  package var entry: KeyEntry {
    switch self {
    case .scope:
      KeyEntry(
        LanguageSchema.string,
        """
        A to-one of the entity that is a placeholder of the path. The response contains rows of \
        one parent.
        """)
    case .root: KeyEntry(LanguageSchema.string, "The path to the rows in the response.")
    case .keyedBy:
      KeyEntry(
        LanguageSchema.string,
        """
        The identity of the entity: the rows are in an object, with their identities as keys, \
        and `returns` is a dictionary, `"[string: Todo]"`.
        """)
    case .completeWith:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string, atLeast: 1),
        """
        If `missing-rows` deletes rows, the parameters that never leave rows out, such as \
        `[include]`. See *Complete lists*.
        """)
    case .operations:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.choice(EndpointStores.Operation.self)),
        "A list of `insert`, `update`, `delete`.")
    case .relationOperations:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.choice(EndpointStores.Operation.self)),
        "A list of `insert`, `update`, `delete`, for nested rows and links.")
    case .deletionLimit:
      KeyEntry(LanguageSchema.count, "The maximum number of rows that a call can delete.")
    case .conflict:
      KeyEntry(
        LanguageSchema.choice(EndpointStores.Conflict.self),
        """
        What happens to a pending change if the response has the same row: `merge` (default), \
        `server-wins` or `newest-wins`.
        """)
    case .strict:
      KeyEntry(
        LanguageSchema.flag,
        """
        `true`: a rejected row or an unknown key makes the call fail, and nothing is changed.
        """)
    }
  }
}
