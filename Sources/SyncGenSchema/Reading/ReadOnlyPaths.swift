import SwiftSyncValues
import SyncGenDiagnostics

/// Finds members whose paths can only be read, and makes them import-only.
///
/// A list is written as a whole, so an element can only be written together with all elements
/// before it. If the first of several keys with a value is used, it is unknown which key a value
/// came from.
enum ReadOnlyPaths {
  /// Makes attributes import-only that cannot be exported.
  static func resolve(_ entity: inout EntityDeclaration, into bag: inout DiagnosticBag) {
    guard entity.attributes.contains(where: { isSpecial($0.remote) }) else { return }
    let written = entity.attributes.filter { $0.settings.direction.isPushed }.flatMap {
      attribute in
      attribute.remote.map(writtenPaths) ?? []
    }
    for index in entity.attributes.indices {
      let attribute = entity.attributes[index]
      guard let remote = attribute.remote, attribute.settings.direction.isPushed,
        let reason = reason(remote, among: written)
      else { continue }
      if let span = attribute.stated[\.direction]?.value {
        let owner = "attribute '\(entity.name.value).\(attribute.name.value)'"
        bag.add(
          .readOnlyPath(attribute.settings.direction, of: owner, because: reason, at: span))
      } else {
        entity.attributes[index].settings.direction = .pull
      }
    }
  }

  /// Makes a relationship import-only that names elements of lists: they are rows of other objects,
  /// which are only read.
  static func resolve(
    _ relation: inout RelationDeclaration, of owner: @autoclosure () -> String,
    into bag: inout DiagnosticBag
  ) {
    let direction = relation.settings.direction
    guard direction.isPushed,
      let path = relation.remote?.paths.first(where: { !$0.value.isPlain })
    else { return }
    guard let span = relation.stated[\.direction]?.value else {
      relation.settings.direction = .pull
      return
    }
    bag.add(
      .readOnlyPath(
        direction, of: owner(), because: "'\(path.value.dotted)' reads an element of a list",
        at: span))
  }

  private static func isSpecial(_ remote: RemoteDeclaration?) -> Bool {
    if case .firstValue? = remote { return true }
    return remote?.paths.contains { !$0.value.isPlain } ?? false
  }

  private static func writtenPaths(_ remote: RemoteDeclaration) -> [RemotePath] {
    switch remote {
    case .paths(let paths): paths.prefix(1).map(\.value)
    case .firstValue: []
    case .parts(let parts): parts.map(\.path.value)
    case .money: remote.paths.map(\.value)
    }
  }

  /// The reason why a member can only be read; `nil` if it can be written.
  private static func reason(
    _ remote: RemoteDeclaration, among written: [RemotePath]
  ) -> String? {
    if case .firstValue = remote { return "the key that a value came from is not stored" }
    for path in writtenPaths(remote) {
      if path.hasEach { return "'\(path.dotted)' reads each element of a list" }
      for (place, step) in path.steps.enumerated() {
        guard let index = step.index else { continue }
        let list = path.steps[..<place]
        for lower in 0..<index
        where !written.contains(where: { $0.steps.starts(with: list + [.index(lower)]) }) {
          return "no attribute writes '\(ValuePath.text(Array(list) + [.index(lower)]))' before it"
        }
      }
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate static func readOnlyPath(
    _ direction: SyncDirection, of owner: String, because reason: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      "'direction' of \(owner) is '\(direction.rawValue)', but it can only be read: \(reason)",
      at: span)
  }
}
