import SyncGenDiagnostics

/// Finds private names of files that would collide when the files are merged.
///
/// Which files are merged depends on the number and the names of entities. So that a template does
/// not break because of one more entity, the names must differ in all files that may be merged.
struct PrivateNameRule {
  private let sources: [ShardSource]

  init(_ sources: [ShardSource]) {
    self.sources = sources
  }

  /// A place where a name may collide.
  private struct Place: Hashable {
    let shards: ShardKey
    let name: PrivateName
  }

  /// A diagnostic that is reported once, regardless of the number of files.
  private struct Report: Hashable {
    let template: String
    let signature: String
  }

  func check(_ parts: [ShardPart], into bag: inout DiagnosticBag) {
    var owners: [Place: ShardPart] = [:]
    var reports: Set<Report> = []
    for part in parts {
      for name in Set(part.outline.privateNames).sorted(by: { $0.description < $1.description }) {
        let place = Place(shards: Self.shards(of: part.file.shard), name: name)
        guard let owner = owners[place] else {
          owners[place] = part
          continue
        }
        let report = Report(template: part.file.template, signature: name.signature)
        if reports.insert(report).inserted { bag.add(diagnostic(name, part, owner)) }
      }
    }
  }

  /// Equal for files that may be merged.
  private static func shards(of key: ShardKey) -> ShardKey {
    switch key {
    case .name: .name("")
    case .version: .version(0)
    case .schema: .schema
    }
  }

  private func diagnostic(
    _ name: PrivateName, _ part: ShardPart, _ owner: ShardPart
  ) -> Diagnostic {
    let message =
      "'\(owner.file.path)' and '\(part.file.path)' both declare the private \(name.keyword) "
      + "'\(name.description)', and a build may put them into one file"
    let span = span(of: name, in: part)
    return Diagnostic(
      .outputPrivateName, message, at: span,
      notes: [.init("make the name specific to the file, or declare it once", at: span)])
  }

  /// The span of the name in the template, or of its beginning if an expression generates it.
  private func span(of name: PrivateName, in part: ShardPart) -> SourceSpan {
    let templates = TemplateSources(sources[part.source].templates)
    guard let source = templates.source(named: part.file.template) else {
      return SourceSpan(path: part.file.template)
    }
    let bytes = source.bytes[...]
    for text in ["\(name.keyword) \(name.name)", name.name] {
      if let range = bytes.firstRange(ofText: text) {
        return source.span(of: range.upperBound - name.name.utf8.count..<range.upperBound)
      }
    }
    return SourceSpan(path: source.path)
  }
}
