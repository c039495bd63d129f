import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Decides whether the list that an endpoint returns may delete missing rows.
///
/// A parameter of a request can leave rows out of the response. Only the schema can state that it
/// does not.
struct ListCompleteness {
  private let owner: String
  /// The parameters that can leave rows out, as `complete-with` names them.
  let filters: [String]

  init(
    _ endpoint: EndpointStatement, types: [InlineType], since: String? = nil,
    scope: String? = nil, paging: EndpointPaging? = nil
  ) {
    owner = endpoint.owner
    let members = BodyMembers(paging: paging, types: types)
    let isSet = { (name: String) in
      since == name || paging.map { $0.sets(name, inBody: false) } ?? false
    }
    filters =
      endpoint.placeholders.filter { $0 != scope }
      + (endpoint.query + endpoint.constants.map(\.field))
      .filter { !isSet($0.remote.dotted) }.map(\.name.name)
      + (endpoint.body.map(members.names) ?? [])
  }

  /// Checks what happens to missing rows.
  func check(
    _ missingRows: Located<MissingRows>?, completeWith node: YAMLNode?,
    into bag: inout DiagnosticBag
  ) {
    let harmless = read(node, into: &bag)
    guard let missingRows, missingRows.value.mayDelete else {
      if let node { bag.add(.completeWithoutDeletion(owner, at: node.span)) }
      return
    }
    let open = open(besides: harmless)
    if !open.isEmpty {
      bag.add(
        .deletionOfFilteredRows(owner, filters: open, besides: harmless, at: missingRows.span))
    }
  }

  /// Checks a document, whose fields specify what happens to missing rows.
  ///
  /// - Parameter list: The name of a list that deletes missing rows, if the document has one.
  func checkDocument(
    deletingRowsOf list: String?, completeWith node: YAMLNode?, at span: SourceSpan,
    into bag: inout DiagnosticBag
  ) {
    let harmless = read(node, into: &bag)
    guard let list else {
      if let node { bag.add(.completeWithoutDeletion(owner, at: node.span)) }
      return
    }
    let open = open(besides: harmless)
    if !open.isEmpty {
      bag.add(
        .deletionOfFilteredRows(owner, list: list, filters: open, besides: harmless, at: span))
    }
  }

  /// The parameters that can leave rows out, without those that a valid `complete-with` names.
  func filters(besides node: YAMLNode?) -> [String] {
    guard case .sequence(let items)? = node?.content else { return filters }
    return open(besides: items.compactMap { $0.scalar?.text })
  }

  private func open(besides harmless: [String]) -> [String] {
    filters.filter { !harmless.contains($0) }
  }

  /// The parameters that a node names; all of them if it has errors, so that they are reported once.
  private func read(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> [String] {
    guard let node else { return [] }
    guard case .sequence(let items) = node.content, !items.isEmpty else {
      let what = "'\(StoresKey.completeWith.rawValue)' of \(owner)"
      bag.add(.wrongShape(what, expected: "a list of parameters", item: "parameter", found: node))
      return filters
    }
    let names = items.compactMap {
      $0.text(for: "a parameter of '\(StoresKey.completeWith.rawValue)' of \(owner)", into: &bag)
    }
    let unknown = names.filter { !filters.contains($0.value) }
    for name in unknown { bag.add(.unknownFilter(name, of: owner, known: filters)) }
    return unknown.isEmpty ? names.map(\.value) : filters
  }
}

/// The members of a body that can leave rows out of a response.
private struct BodyMembers {
  let paging: EndpointPaging?
  let types: [InlineType]

  func names(of body: PayloadType) -> [String] {
    switch body {
    case .optional(let wrapped): names(of: wrapped)
    case .inline, .named: members(of: body, under: "body", remote: [])
    // Its members have no names here, so it counts as one parameter.
    case .entity, .patch, .value, .scalar, .enumeration, .money, .file, .tagged, .array,
      .dictionary:
      ["body"]
    }
  }

  private func members(of type: PayloadType, under name: String, remote: [String]) -> [String] {
    fields(of: type).flatMap { field -> [String] in
      let (name, remote) = ("\(name).\(field.name.name)", remote + field.remote.keys)
      guard let set = pageParameters.first(where: { $0.starts(with: remote) }) else {
        return [name]
      }
      if set == remote { return [] }
      // Paging sets one of its members. The others can be filters.
      return fields(of: field.type).isEmpty
        ? [name] : members(of: field.type, under: name, remote: remote)
    }
  }

  private var pageParameters: [[String]] {
    (paging?.parameters ?? []).filter(\.isInBody).map {
      $0.name.split(separator: ".").map(String.init)
    }
  }

  private func fields(of type: PayloadType) -> [InlineField] {
    switch type {
    case .optional(let wrapped): fields(of: wrapped)
    case .inline(let inline): inline.fields
    case .named(let position): types.indices.contains(position) ? types[position].fields : []
    default: []
    }
  }
}

extension DocumentTypes {
  /// The first list of a document, at any depth, that deletes missing rows: `Answer.users`.
  static func deletingList(in position: Int, _ types: [InlineType]) -> String? {
    var seen: Set<Int> = []
    var waiting = [PayloadType.named(position)]
    while let type = waiting.popLast() {
      let inline: InlineType
      switch type {
      case .optional(let inner), .array(let inner), .dictionary(let inner):
        waiting.append(inner)
        continue
      case .inline(let type): inline = type
      case .named(let position):
        guard types.indices.contains(position), seen.insert(position).inserted else { continue }
        inline = types[position]
      default: continue
      }
      if let list = inline.fields.first(where: { $0.missingRows.mayDelete }) {
        return "\(inline.name).\(list.name.name)"
      }
      waiting += inline.fields.reversed().map(\.type)
    }
    return nil
  }
}
