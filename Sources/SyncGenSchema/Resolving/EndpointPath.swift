/// The path of an endpoint with its `{placeholders}`.
enum EndpointPath {
  /// The names in braces; `nil` if the braces do not match or a name is invalid.
  static func placeholders(_ path: String) -> [String]? {
    var names: [String] = []
    var rest = path[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
      let name = String(rest[rest.index(after: open)..<close])
      guard NameRule.isLowerCamelCase(name), !names.contains(name) else { return nil }
      names.append(name)
      rest = rest[rest.index(after: close)...]
    }
    return names
  }

  /// Whether a path has only characters that are permitted in a URL's path, and braces.
  static func isText(_ path: String) -> Bool {
    let marks = Set("/-._~!$&'()*+,;=:@%{}".utf8)
    return path.utf8.allSatisfy { byte in
      CanonicalNumber.isDigit(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || marks.contains(byte)
    }
  }

  /// The path without the names of its placeholders.
  static func shape(_ path: String) -> String {
    var isInside = false
    return path.filter { character in
      if character == "}" { isInside = false }
      defer { if character == "{" { isInside = true } }
      return !isInside
    }
  }
}
