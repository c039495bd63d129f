package import SwiftSyncValues

/// The path of a value in a payload's object: the steps to follow, outermost first.
package struct RemotePath: Hashable, Sendable {
  /// At least one; the first is a key.
  package let steps: [PathStep]
  /// The keys up to the first list on the path, or all of them.
  package let keys: [String]
  /// The spelling in a schema, e.g. `state.id`.
  package let dotted: String

  /// Creates a path that contains only keys of objects.
  init(_ keys: [String]) {
    self.keys = keys
    steps = keys.map(PathStep.key)
    dotted = keys.count == 1 ? keys[0] : keys.joined(separator: ".")
  }

  init(steps: [PathStep]) {
    self.steps = steps
    let keys = steps.prefix { $0.key != nil }.compactMap(\.key)
    self.keys = keys
    dotted = ValuePath.text(steps)
  }

  /// Whether it contains only keys of objects.
  package var isPlain: Bool { keys.count == steps.count }

  /// Whether it reads each element of a list.
  package var hasEach: Bool { steps.contains(.each) }
}

extension PathStep {
  package var key: String? {
    if case .key(let key) = self { key } else { nil }
  }

  package var index: Int? {
    if case .index(let index) = self { index } else { nil }
  }
}
