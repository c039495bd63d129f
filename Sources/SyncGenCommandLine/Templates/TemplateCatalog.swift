package import SyncGenDiagnostics
import SyncGenEmit
package import SyncGenSchema

/// The built-in templates, and those of a schema's folders.
package enum TemplateCatalog {
  /// The folder that `eject` copies to if the schema names none.
  package static let defaultFolder = "Templates"

  /// The built-in templates with a name: one template, or those of a set; none if the name is
  /// unknown.
  package static func builtIn(named name: String) -> [SourceFile] {
    TemplateListing.builtIn(named: name)
  }

  /// All names that `builtIn(named:)` accepts, in their short form.
  package static var builtInNames: [String] { TemplateListing.builtInNames }

  // MARK: Listing

  /// A schema's templates, one per line; without a schema, the built-in ones.
  package static func listing(of schema: Schema?) throws(FileFailure) -> String {
    guard let schema else { return text(TemplateListing([]), for: nil) }
    // `Pipeline.checkTemplates` reports the mistakes.
    var bag = DiagnosticBag()
    let templates = try TemplateFolderReader.templates(of: schema, into: &bag)
    return text(TemplateListing(templates), for: schema)
  }

  private static func text(_ listing: TemplateListing, for schema: Schema?) -> String {
    let width = (listing.sets.flatMap(\.entries) + listing.own).map(\.name.count).max() ?? 0
    func lines(_ entries: [TemplateListing.Entry]) -> String {
      entries.map { entry in
        let space = String(repeating: " ", count: width - entry.name.count)
        return "  \(entry.name)\(space)  \(description(of: entry))\n"
      }.joined()
    }
    var text = ""
    for set in listing.sets {
      let isOn = schema.map { $0.generation.sets.contains(set.name) ? " (on)" : " (off)" } ?? ""
      text += "\(set.name)\(isOn): \(set.summary)\n" + lines(set.entries) + "\n"
    }
    return text.dropLast() + (listing.own.isEmpty ? "" : "\nyour own\n" + lines(listing.own))
  }

  private static func description(of entry: TemplateListing.Entry) -> String {
    let origin =
      switch entry.origin {
      case .builtIn: "built-in"
      case .file(let path): Path.simplified(path)
      case .blocks(let blocks, let path):
        "built-in; \(Path.simplified(path)) overrides \(blocks.joined(separator: ", "))"
      }
    return switch entry.use {
    case .output: origin
    case .part: "\(origin) (part of others)"
    case .none: "\(origin) (not used)"
    }
  }

  // MARK: Copying

  /// Copies built-in templates into a folder.
  ///
  /// - Returns: The path of each copy, for display, and whether it was created: an existing file is
  ///   not changed.
  package static func eject(
    _ templates: [SourceFile], to folder: String
  ) throws(FileFailure) -> [(path: String, isNew: Bool)] {
    try FileSystem.createFolder(folder)
    var copies: [(path: String, isNew: Bool)] = []
    for template in templates {
      let path = Path.join(folder, Path.split(template.path).name)
      let isNew = try FileSystem.create(path, with: template.bytes)
      copies.append((Path.simplified(path), isNew))
    }
    return copies
  }

  /// A schema's template folders as paths for the system.
  package static func folders(of schema: Schema) -> [String] {
    schema.generation.templateFolders.map { Path.besides(schema.path, $0) }
  }
}
