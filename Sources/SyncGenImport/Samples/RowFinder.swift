import SwiftSyncValues
import SyncGenSchema

/// The rows of one entity in a response.
package struct FoundRows {
  let place: Shape
  /// The name in snake_case.
  package let name: String
  /// The path to the rows; empty for the response itself.
  package let root: String
  /// Whether there is a single row rather than a list.
  package let isItem: Bool
  /// Whether the rows are in an object, under keys.
  package let isKeyed: Bool
  /// Where the identity is; `nil` if the keys of the object are the identities, or it has several
  /// parts.
  let identity: IdentityPath?
  /// Whether the identity is only assumed because it is unique.
  var isGuess = false
  /// The keys of an identity of several parts.
  var parts: [String] = []
  /// The keys next to rows that are in the elements of a list.
  var keysBeside: [String] = []

  package var keys: Set<String> { place.object?.keySet ?? [] }
}

/// Finds the rows of a response, regardless of what encloses them.
struct RowFinder {
  private static let wrappers: Set<String> = [
    "data", "results", "result", "items", "records", "rows", "entries", "objects", "list",
    "response", "payload", "content", "embedded", "hydra_member", "member", "value", "values",
    "edges", "node", "nodes", "hits", "docs", "documents", "d",
  ]
  private static let depthLimit = 6

  /// The number of rows from which any unique key identifies them.
  let leastRows: Int

  static func isWrapper(_ key: String) -> Bool {
    wrappers.contains(ImportNames.snake(key, NameStyle()))
  }

  /// The rows of a response; empty if no object in it has an identity.
  ///
  /// - Parameter isOne: Whether there was one value rather than several on separate lines.
  func rows(in answer: Shape, isOne: Bool, name: String) -> [FoundRows] {
    if let element = answer.element, answer.objects == 0 {
      return list(element, name: name, path: []).map { [$0] } ?? []
    }
    guard let object = answer.object, answer.arrays == 0 else { return [] }
    if !isOne { return list(answer, name: name, path: []).map { [$0] } ?? [] }
    let inside = search(object, name: name, path: [])
    if inside.contains(where: { !$0.isItem && Self.isEnvelope($0.root) }) { return inside }
    if let identity = IdentityFinder.identity(of: object, named: name, isList: false) {
      return [
        FoundRows(
          place: answer, name: name, root: "", isItem: true, isKeyed: false, identity: identity)
      ]
    }
    return inside
  }

  /// Whether a response has other lists besides that of the rows.
  static func hasOtherLists(_ answer: Shape, besides rows: FoundRows) -> Bool {
    guard let object = answer.object, case .key(let key)? = ValuePath.steps(rows.root)?.first,
      object.values == nil
    else { return false }
    // Values next to rows in an envelope describe the response.
    guard !isWrapper(key) else { return false }
    return object.members.contains { member in
      guard member.key != key, member.place.arrays > 0 else { return false }
      return member.place.element.map { $0.objects > 0 } ?? true
    }
  }

  /// Whether nothing around the rows has a name of its own, as `tracks` of an album has.
  private static func isEnvelope(_ root: String) -> Bool {
    (ValuePath.steps(root) ?? []).allSatisfy { step in
      if case .key(let key) = step { isWrapper(key) } else { true }
    }
  }

  private func list(_ rows: Shape, name: String, path: [PathStep]) -> FoundRows? {
    guard let object = rows.object, rows.scalars == 0, rows.arrays == 0 else { return nil }
    if let wrapped = object.wrappedRow { return list(in: wrapped, of: object, name, path) }
    let identity = IdentityFinder.identity(
      of: object, named: name, isList: true, leastRows: leastRows)
    let parts = identity == nil ? object.compositeIdentity : []
    guard let parts else {
      return object.onlyRow.flatMap { list(in: $0, of: object, name, path) }
    }
    return FoundRows(
      place: rows, name: name, root: ValuePath.text(path), isItem: false, isKeyed: false,
      identity: identity,
      isGuess: identity.map { IdentityFinder.isGuess($0, of: object, named: name) } ?? false,
      parts: parts)
  }

  /// The rows that the elements of a list have under a key.
  private func list(
    in member: ObjectShape.Member, of element: ObjectShape, _ name: String, _ path: [PathStep]
  ) -> FoundRows? {
    guard !path.isEmpty, !path.contains(.each) else { return nil }
    let snake = ImportNames.snake(member.key, NameStyle())
    var found = list(
      member.place, name: Self.wrappers.contains(snake) || member.key == "doc" ? name : snake,
      path: path + [.each, .key(member.key)])
    found?.keysBeside = element.members.map(\.key).filter {
      $0 != member.key && !ObjectShape.isAboutNodes($0)
    }
    return found
  }

  private func search(
    _ object: ObjectShape, name: String, path: [PathStep]
  ) -> [FoundRows] {
    if let values = object.values, let rows = values.object, values.scalars == 0, rows.values == nil
    {
      let identity = IdentityFinder.identity(of: rows, named: name, isList: true, leastRows: 1)
      let isKey = identity.flatMap { $0.place(in: rows)?.distinct }.map(object.keys.areAmong)
      return [
        FoundRows(
          place: values, name: name, root: ValuePath.text(path), isItem: false, isKeyed: true,
          identity: isKey == true ? identity : nil)
      ]
    }
    return object.members.flatMap { member -> [FoundRows] in
      let snake = ImportNames.snake(member.key, NameStyle())
      let own = Self.wrappers.contains(snake) ? name : Inflection.singular(snake)
      let inner = path + [.key(member.key)]
      if let element = member.place.element, member.place.objects == 0 {
        return list(element, name: own, path: inner).map { [$0] } ?? []
      }
      guard let object = member.place.object, path.count < Self.depthLimit else { return [] }
      if let identity = IdentityFinder.identity(of: object, named: own, isList: false) {
        return [
          FoundRows(
            place: member.place, name: own, root: ValuePath.text(inner), isItem: true,
            isKeyed: false, identity: identity)
        ]
      }
      return search(object, name: own, path: inner)
    }
  }
}
