import Foundation
import SwiftSyncRuntime

/// The segments of an endpoint's path.
struct RequestRoute {
  private let segments: [String]

  init(_ route: String) {
    segments = Self.segments(route).map(String.init)
  }

  private static func segments(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 }
  }

  /// The number of segments, and how many of them are literal.
  var rank: (count: Int, literals: Int) {
    (segments.count, segments.count { !$0.hasPrefix("{") })
  }

  /// The values of the placeholders, if a path is that of the endpoint. The path of the client's
  /// base URL may precede it, which the backend does not know.
  func match(_ path: [String]) -> [String: String]? {
    guard path.count >= segments.count else { return nil }
    var values: [String: String] = [:]
    for (pattern, segment) in zip(segments, path.suffix(segments.count)) {
      if pattern.hasPrefix("{"), pattern.hasSuffix("}") {
        guard !segment.isEmpty else { return nil }
        values[String(pattern.dropFirst().dropLast())] = segment
      } else if pattern != segment {
        return nil
      }
    }
    return values
  }
}

/// A pattern of paths: `*` stands for one segment, `**` for any number of them.
struct PathPattern {
  private let segments: [Substring]

  init(_ pattern: String) {
    segments = pattern.split(separator: "/", omittingEmptySubsequences: false)
      .drop { $0.isEmpty }.map { $0 }
  }

  func matches(_ path: [String]) -> Bool {
    Self.matches(segments[...], path[...])
  }

  private static func matches(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<String>) -> Bool
  {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      return (path.startIndex...path.endIndex).contains {
        matches(pattern.dropFirst(), path[$0...])
      }
    }
    guard let segment = path.first, first == "*" || first == segment else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }
}

extension HTTP.Request {
  /// The segments of the path, without their percent-encoding.
  var pathSegments: [String] {
    let path =
      URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? url.path
    return path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { $0.removingPercentEncoding ?? String($0) }
  }

  /// The parameters of the query, in order.
  var queryItems: [(name: String, value: String)] {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return items.map { ($0.name, $0.value ?? "") }
  }
}
