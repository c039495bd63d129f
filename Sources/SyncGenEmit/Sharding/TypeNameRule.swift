import SyncGenDiagnostics

/// Finds types that several schemas of one build generate, which the compiler would reject without
/// naming a schema.
struct TypeNameRule {
  private let sources: [ShardSource]

  init(_ sources: [ShardSource]) {
    self.sources = sources
  }

  func check(_ parts: [ShardPart], into bag: inout DiagnosticBag) {
    var owners: [String: Int] = [:]
    for part in parts {
      for name in part.outline.typeNames {
        let owner = owners[name] ?? part.source
        owners[name] = owner
        guard owner != part.source else { continue }
        // Only the first type of a file is reported, because the others follow from it.
        bag.add(diagnostic(name, owner, part.source))
        break
      }
    }
  }

  private func diagnostic(_ name: String, _ first: Int, _ second: Int) -> Diagnostic {
    let (one, other) = (sources[first].schemaPath, sources[second].schemaPath)
    return Diagnostic(
      .outputCollision,
      "type '\(name)' is also generated from \(one), and both are compiled into one module",
      at: SourceSpan(path: other))
  }
}
