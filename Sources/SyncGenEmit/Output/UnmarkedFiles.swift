extension GeneratedFile {
  /// Whether it is the list of files without a header.
  package var isList: Bool { path == UnmarkedFiles.path && template == UnmarkedFiles.template }
}

/// The list of generated files without a header, because their language has no comments.
///
/// It identifies such files as the tool's own: a file whose digest is listed here is unchanged
/// since an earlier run generated it, and may be overwritten or removed. The list is a file in the
/// output folder itself:
///
/// ```
/// - 7b954d412e1edcc1 fixtures/tasks/valid.json
/// ```
package enum UnmarkedFiles {
  /// What the header of the list names instead of a template.
  static let template = "(none)"
  /// The path of the list in the output folder.
  package static let path = "files-without-header.yaml"

  /// The list of those among `files`; `nil` if each has a header.
  static func list(of files: [GeneratedFile], header: GeneratedHeader) -> GeneratedFile? {
    let unmarked = files.filter { !GeneratedHeader.isGenerated($0.bytes) }
    guard !unmarked.isEmpty, let style = CommentStyle.of(path: path) else { return nil }
    let explanation = style.comment(
      "Generated files in languages without comments, which have "
        + "no header.")
    let lines = unmarked.map { "- \(digest(of: $0.bytes)) \($0.path)" }.sorted {
      $0.dropFirst(ContentDigest.width + 3) < $1.dropFirst(ContentDigest.width + 3)
    }
    let text = ([header.text(style), explanation] + lines).joined(separator: "\n") + "\n"
    return GeneratedFile(
      path: path, bytes: GeneratedHeader.sealed(Array(text.utf8)), template: header.template,
      shard: .schema)
  }

  /// The digests in a list, by file path.
  package static func digests(in list: [UInt8]) -> [String: String] {
    var digests: [String: String] = [:]
    for line in String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, parts[0] == "-" else { continue }
      digests[String(parts[2])] = String(parts[1])
    }
    return digests
  }

  /// The digest of a whole file.
  package static func digest(of bytes: [UInt8]) -> String {
    var digest = ContentDigest()
    digest.add(bytes)
    return digest.text
  }
}
