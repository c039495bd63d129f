import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads `ignore:`, the paths of keys that are not counted as unknown.
enum IgnoredKeyReader {
  static func read(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> [Located<String>] {
    var read: [Located<String>] = []
    for path in node.texts(for: "'ignore' of \(owner)", into: &bag) ?? [] {
      let keys = ValuePath.steps(path.value)?.map(\.key)
      if keys?.allSatisfy({ $0.map(RemoteReader.isKey) ?? false }) != true {
        bag.add(.invalidRemote(path.value, key: "ignore", of: owner, at: path.span))
      } else if read.contains(where: { $0.value == path.value }) {
        bag.add(.ignoredTwice(path, of: owner))
      } else {
        read.append(path)
      }
    }
    return read
  }
}

extension Diagnostic {
  fileprivate static func ignoredTwice(_ path: Located<String>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidRemote, "'ignore' of \(owner) lists '\(path.value)' twice", at: path.span)
  }
}
