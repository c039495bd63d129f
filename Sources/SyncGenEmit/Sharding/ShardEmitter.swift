package import SyncGenDiagnostics

/// Merges the Swift code of all schemas of a build into a fixed set of files.
package enum ShardEmitter {
  /// The template stated in the headers of shards.
  package static let template = "(shard)"

  /// All shards, in the order of their names. Errors are added to the bag.
  package static func emit(
    _ sources: [ShardSource], into layout: ShardLayout, reporting bag: inout DiagnosticBag
  ) -> [GeneratedFile] {
    let files = sources.enumerated().flatMap { source in
      source.element.files.filter { $0.path.hasSuffix(".swift") }.map { (source.offset, $0) }
    }
    let parts = ConcurrentMap.results(count: files.count) {
      ShardPart(files[$0].1, source: files[$0].0)
    }
    PrivateNameRule(sources).check(parts, into: &bag)
    TypeNameRule(sources).check(parts, into: &bag)
    let places = Dictionary(grouping: parts) { layout.place(of: $0.file.shard) }
    return layout.names.enumerated().map { place, name in
      GeneratedFile(
        path: name, bytes: text(of: places[place] ?? [], sources),
        template: template, shard: .schema)
    }.sorted { $0.path < $1.path }
  }

  private static func text(
    of parts: [ShardPart], _ sources: [ShardSource]
  ) -> [UInt8] {
    let header = GeneratedHeader(schemaPath: nil, template: template)
    let imports = ImportMerger(parts.flatMap(\.outline.imports))
    var text = Array((CommentStyle.of(path: ".swift").map(header.text) ?? "").utf8)
    text.append(UInt8(ascii: "\n"))
    for group in imports.groups { text += "\n\(group.joined(separator: "\n"))\n".utf8 }
    for part in parts {
      text += "\n// \(title(of: part, sources))\n\n".utf8 + part.text(imports)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// The origin of the code that follows, for readers of compiler messages.
  private static func title(of part: ShardPart, _ sources: [ShardSource]) -> String {
    let schema = sources[part.source].schemaPath.split(separator: "/").last ?? ""
    return "MARK: \(part.file.path), generated from \(schema) by \(part.file.template)"
  }
}
