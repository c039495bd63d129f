/// The path of an endpoint with its `{placeholders}`.
package enum EndpointPath {
  /// The names in braces; `nil` if the braces do not match or a name is invalid.
  static func placeholders(_ path: String) -> [String]? {
    var names: [String] = []
    var rest = path[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
      let name = String(rest[rest.index(after: open)..<close])
      guard NameRule.isLowerCamelCase(name), name != "self", !names.contains(name) else {
        return nil
      }
      names.append(name)
      rest = rest[rest.index(after: close)...]
    }
    return names
  }

  /// The names after colons at the beginning of segments, as in `/users/:id`.
  static func colonNames(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) }
      .filter(NameRule.isLowerCamelCase)
  }

  /// What is wrong with a path, e.g. `does not begin with '/'`; `nil` if it is valid.
  static func problem(of path: String) -> String? {
    guard path.hasPrefix("/") else { return "does not begin with '/'" }
    // A URL that begins like this names a host.
    if path.hasPrefix("//") { return "begins with '//', expected one '/'" }
    if let dots = path.split(separator: "/").first(where: { $0 == "." || $0 == ".." }) {
      return "has the segment '\(dots)', which clients resolve before they send it"
    }
    return problem(ofCharactersIn: path) ?? problem(ofPlaceholdersIn: path)
  }

  private static func problem(ofCharactersIn path: String) -> String? {
    let marks = Set("/-._~!$&'()*+,;=:@%{}".utf8)
    let other = path.first { character in
      !character.utf8.allSatisfy { byte in
        CanonicalNumber.isDigit(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || marks.contains(byte)
      }
    }
    switch other {
    case nil: return nil
    case "?": return "contains '?'; declare parameters under 'query'"
    case let other?: return "contains '\(other)', which must be percent-encoded"
    }
  }

  private static func problem(ofPlaceholdersIn path: String) -> String? {
    if placeholders(path) != nil { return nil }
    var names: [Substring] = []
    for part in path.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      guard let close = part.firstIndex(of: "}") else { break }
      let name = part[..<close]
      if names.contains(name) { return "has the placeholder '{\(name)}' twice" }
      if !NameRule.isLowerCamelCase(String(name)) {
        return "has the placeholder '{\(name)}', expected a name in lowerCamelCase like '{project}'"
      }
      if name == "self" {
        return "has the placeholder '{self}', which cannot be the name of a parameter"
      }
      names.append(name)
    }
    return "has an unmatched brace"
  }

  /// The path without the names of its placeholders, e.g. `/tasks/{}`.
  package static func withoutNames(_ path: String) -> String {
    path.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
      index == 0 ? part : part.drop { $0 != "}" }
    }.joined(separator: "{")
  }
}
