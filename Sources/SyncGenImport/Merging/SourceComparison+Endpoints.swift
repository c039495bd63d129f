import SyncGenDiagnostics
import SyncGenSchema

/// Endpoints: their paths, parameters, bodies and responses.
extension SourceComparison {
  mutating func compareEndpoints() {
    guard let found = source.schema.api, source.isComplete else { return }
    let own = schema.api?.endpoints ?? []
    let matches = EndpointMatches(own, base: schema.api?.basePath ?? "", found)
    compareBase(found)
    for (index, endpoint) in own.enumerated() {
      let subject = Subject(
        name: endpoint.name.name, spans: [endpoint.span], source: source.name)
      guard let other = matches.found[index] else {
        add(.gone, subject, "(\(endpoint.title)) \(Self.gone)")
        continue
      }
      let theirs = found.endpoints[other]
      let both = Subject(
        name: subject.name, spans: subject.spans, source: source.place(theirs.span))
      if matches.isByName(index) {
        add(.endpoint, both, "is \(endpoint.title), the source has \(theirs.title)")
      }
      compare(endpoint, theirs, both)
    }
    let place = own.first?.span ?? schema.versionSpan
    for (index, endpoint) in found.endpoints.enumerated() where !matches.isMatched(index) {
      let subject = Subject(
        name: endpoint.title, spans: [place], source: source.place(endpoint.span))
      if !comments.leavesOut(endpoint.name.name) { addNew(endpoint, subject) }
    }
  }

  /// Endpoints have many settings that a person chooses, so those that the schema lacks are not
  /// added.
  private mutating func addNew(_ endpoint: EndpointModel, _ subject: Subject) {
    // The place is that of another endpoint, whose comments do not concern this one.
    guard !comments.leavesOut(subject.name), let span = subject.spans.first else { return }
    append(
      ImportDifference(
        kind: .new, name: subject.name, path: span.path, source: subject.source,
        message: "\(subject.name) (\(endpoint.name.name)) is new in the source"))
  }

  private mutating func compareBase(_ found: API) {
    guard let own = schema.api, let first = own.endpoints.first, own.basePath != found.basePath
    else {
      return
    }
    let texts = (own.basePath.isEmpty ? "no base" : "the base '\(own.basePath)'", found.basePath)
    let theirs = texts.1.isEmpty ? "has none" : "has '\(texts.1)'"
    if !EndpointMatches.hasPathsWithBase(own, found) {
      append(
        ImportDifference(
          kind: .endpoint, name: "api", path: first.span.path, source: source.name,
          message: "the API has \(texts.0), the source \(theirs)"))
    }
  }

  private mutating func compare(_ own: EndpointModel, _ found: EndpointModel, _ subject: Subject) {
    let declared = own.query.map(schema.compared)
    let names = Set(declared.flatMap(\.paths))
    // What 'page' and 'since' set needs no declaration.
    let parameters = found.query.map(source.schema.compared).filter { parameter in
      !parameter.paths.contains { own.setsQuery($0) && !names.contains($0) }
    }
    compareMembers(declared, parameters, of: found.name.name, .sent, subject)
    compareHeaders(own, found, subject)
    compareBodies(own, found, subject)
    compareResponses(own, found, subject)
    compareErrors(own, found, subject)
    if found.deprecation != nil, own.deprecation == nil {
      add(.deprecated, subject, "is deprecated in the source")
    }
  }

  private mutating func compareHeaders(
    _ own: EndpointModel, _ found: EndpointModel, _ subject: Subject
  ) {
    let known = Set((own.headers + (schema.api?.headers ?? [])).map { $0.name.lowercased() })
    for header in found.headers
    where header.parameter?.isOptional == false && !known.contains(header.name.lowercased()) {
      let name = "\(subject.name).\(header.name)"
      addNew(
        .header, Subject(name: name, spans: subject.spans, source: subject.source),
        "is a header that the source requires")
    }
  }

  private mutating func compareBodies(
    _ own: EndpointModel, _ found: EndpointModel, _ subject: Subject
  ) {
    switch (own.body, found.body) {
    case (nil, nil): break
    case (nil, let body?):
      add(.body, subject, "has no body, the source has '\(source.schema.compared(body).words)'")
    case (let body?, nil):
      add(.body, subject, "has the body '\(schema.compared(body).words)', the source has none")
    case (let ownBody?, let body?):
      if own.bodyFormat != found.bodyFormat {
        let format = found.bodyFormat.rawValue
        add(
          .body, subject, "sends its body as \(own.bodyFormat.rawValue), the source has \(format)")
      }
      let inner = Subject(
        name: "the body of \(subject.name)", spans: subject.spans, source: subject.source)
      compare(schema.compared(ownBody), source.schema.compared(body), .sent, inner)
    }
  }

  private mutating func compareResponses(
    _ own: EndpointModel, _ found: EndpointModel, _ subject: Subject
  ) {
    switch (own.returns, found.returns) {
    case (nil, nil): break
    case (nil, let returned?):
      let words = source.schema.compared(returned).words
      add(.returns, subject, "returns nothing, the source returns '\(words)'")
    case (let returned?, nil):
      let words = schema.compared(returned).words
      add(.returns, subject, "returns '\(words)', the source returns nothing")
    case (let ownReturned?, let returned?):
      let inner = Subject(
        name: "the response of \(subject.name)", spans: subject.spans, source: subject.source)
      if returned.isOptional, !ownReturned.isOptional {
        add(.returns, inner, "is required, optional in the source")
      }
      compare(schema.compared(ownReturned), source.schema.compared(returned), .received, inner)
    }
  }
}

extension SourceComparison {
  /// Compares the types of errors. Which statuses have types is a decision of the schema's authors.
  fileprivate mutating func compareErrors(
    _ own: EndpointModel, _ found: EndpointModel, _ subject: Subject
  ) {
    for error in own.errors {
      guard case .type(let type) = error.body,
        case .type(let other)? = found.errors.first(where: { $0.key == error.key })?.body
      else { continue }
      let inner = Subject(
        name: "the error \(error.key) of \(subject.name)", spans: subject.spans,
        source: subject.source)
      compare(schema.compared(type), source.schema.compared(other), .received, inner)
    }
  }
}

/// The endpoints of a schema with those of a source that they call.
struct EndpointMatches {
  /// The positions of the source's endpoints by those of the schema's.
  private(set) var found: [Int: Int] = [:]
  private var matched: Set<Int> = []
  private var byName: Set<Int> = []

  init(_ own: [EndpointModel], base: String, _ api: API) {
    match(own.map { $0.method.rawValue + $0.plainPath }, api) { $0.method.rawValue + $0.plainPath }
    match(own.map { $0.method.rawValue + base + $0.plainPath }, api) {
      $0.method.rawValue + api.basePath + $0.plainPath
    }
    let byPath = Set(found.keys)
    match(own.map(\.name.name), api, key: \.name.name)
    byName = Set(found.keys).subtracting(byPath)
  }

  /// Whether an endpoint of the schema has another method or path in the source.
  func isByName(_ index: Int) -> Bool { byName.contains(index) }

  func isMatched(_ index: Int) -> Bool { matched.contains(index) }

  private mutating func match(_ own: [String], _ api: API, key: (EndpointModel) -> String) {
    var positions: [String: Int] = [:]
    for (index, endpoint) in api.endpoints.enumerated().reversed() where !isMatched(index) {
      positions[key(endpoint)] = index
    }
    for (index, text) in own.enumerated() where found[index] == nil {
      guard let position = positions[text], matched.insert(position).inserted else { continue }
      found[index] = position
    }
  }

  /// Whether the paths of a schema contain the base of the source.
  static func hasPathsWithBase(_ own: API, _ found: API) -> Bool {
    let paths = Set(own.endpoints.map { own.basePath + $0.plainPath })
    return found.endpoints.contains { paths.contains(found.basePath + $0.plainPath) }
  }
}

extension EndpointModel {
  /// The method with the path.
  var title: String { "\(method.rawValue.uppercased()) \(path)" }

  /// The path whose placeholders have no names.
  var plainPath: String { EndpointPath.withoutNames(path) }
}

extension PayloadType {
  fileprivate var isOptional: Bool { if case .optional = self { true } else { false } }
}
