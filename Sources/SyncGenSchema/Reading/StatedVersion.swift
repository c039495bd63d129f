package import SyncGenDiagnostics
import SyncGenYAML

/// The version that the text of a schema states, which need not be valid otherwise.
package enum StatedVersion {
  /// The version, which is 1 if the key is missing; `nil` if the file is not a schema.
  package static func version(in file: SourceFile) -> Int? {
    // What is wrong with an older state of the file is not the user's problem now.
    var problems = DiagnosticBag()
    guard let root = YAMLReader.read(file, into: &problems),
      case .mapping(let pairs) = root.content,
      pairs.contains(where: { $0.key == TopKey.swiftsync.rawValue })
    else { return nil }
    guard let pair = pairs.first(where: { $0.key == TopKey.version.rawValue }) else { return 1 }
    return pair.value.scalar.flatMap { Int($0.text) }
  }
}
