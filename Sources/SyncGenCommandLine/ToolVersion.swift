/// The version of this tool, which generated files state.
package enum ToolVersion {
  package static let current = "0.1.0"

  /// Whether a version is newer than another one; `false` if they are not numbers with dots.
  static func isNewer(_ version: String, than other: String) -> Bool {
    guard let version = numbers(version), let other = numbers(other) else { return false }
    return other.lexicographicallyPrecedes(version)
  }

  private static func numbers(_ version: String) -> [Int]? {
    let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    return parts.contains(nil) ? nil : parts.compactMap { $0 }
  }
}
