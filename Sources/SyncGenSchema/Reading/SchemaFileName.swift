/// What the path of a schema says where the schema itself says nothing.
package struct SchemaFileName {
  /// The file without its ending, e.g. `my-shop`.
  private let stem: String
  private let isInSchemas: Bool

  /// The folders for schemas, beside which output is written.
  private static let folders: Set<Substring> = ["Schemas", "schemas"]

  /// - Parameter workingFolder: The folder to which the path is relative; `nil` if it is not known.
  package init(path: String, workingFolder: String? = nil) {
    let path = SchemaPath.resolve(path, relativeTo: workingFolder.map { $0 + "/" } ?? "")
    let parts = path.split(separator: "/")
    let name = parts.last ?? ""
    stem = String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
    isInSchemas = parts.dropLast().last.map { Self.folders.contains($0) } ?? false
  }

  /// The name of the schema; `nil` if the file has a name that cannot be one.
  package var schemaName: String? { Self.schemaName(of: stem) }

  /// The folder for the output of a schema, relative to the file.
  func output(of name: String) -> String { (isInSchemas ? "../" : "") + "Generated/\(name)" }

  /// The name of the schema in a file: `my-shop` becomes `MyShop`; `nil` if the file's name does not
  /// begin with a letter, or contains other characters than letters, digits, `-` and `_`.
  package static func schemaName(of stem: String) -> String? {
    let words = stem.split { $0 == "-" || $0 == "_" }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let isLed = stem.utf8.first.map { (65...90).contains($0) || (97...122).contains($0) } ?? false
    return isLed && NameRule.isUpperCamelCase(name) ? name : nil
  }
}
