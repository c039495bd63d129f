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

  /// The short name of a built-in template, e.g. `Entity.swift`.
  package static func shortName(of builtIn: SourceFile) -> String {
    BuiltInTemplateLoader.shortName(Path.split(builtIn.path).name)
  }

  // MARK: Listing

  /// A schema's templates, one per line; without a schema, the built-in ones.
  package static func listing(of schema: Schema?) throws(FileFailure) -> String {
    guard let schema else { return text(TemplateListing([]), for: nil) }
    let outputs = try schema.forEachOutput.map { (schema) throws(FileFailure) in
      (schema, try templates(of: schema))
    }
    let first = outputs.prefix(1).map { text($1, for: $0) }
    return (first + outputs.dropFirst().map { section(for: $0, $1) }).joined()
  }

  private static func templates(of schema: Schema) throws(FileFailure) -> TemplateListing {
    // `Pipeline.checkTemplates` reports the mistakes.
    var bag = DiagnosticBag()
    return TemplateListing(try TemplateFolderReader.templates(of: schema, into: &bag))
  }

  private static func text(_ listing: TemplateListing, for schema: Schema?) -> String {
    let width = (listing.sets.flatMap(\.entries) + listing.own).map(\.name.count).max() ?? 0
    var text = ""
    for set in listing.sets {
      let isOn = schema.map { $0.generation.sets.contains(set.name) ? " (on)" : " (off)" } ?? ""
      text += "\(set.name)\(isOn): \(set.summary)\n" + lines(set.entries, width) + "\n"
    }
    return text.dropLast()
      + (listing.own.isEmpty ? "" : "\nyour own\n" + lines(listing.own, width))
  }

  /// What generates a further output: sets, templates that are not built in, or a program.
  private static func section(for schema: Schema, _ listing: TemplateListing) -> String {
    let generation = schema.generation
    let replaced = listing.sets.flatMap(\.entries).filter { !$0.origin.isBuiltIn }
    let entries = replaced + listing.own
    return "\noutput \(Path.simplified(Path.besides(schema.path, generation.output)))\n"
      + generation.sets.map { "  set \($0)\n" }.joined()
      + (generation.program.map { "  program \($0.text)\n" } ?? "")
      + lines(entries, entries.map(\.name.count).max() ?? 0)
  }

  private static func lines(_ entries: [TemplateListing.Entry], _ width: Int) -> String {
    entries.map { entry in
      let space = String(repeating: " ", count: width - entry.name.count)
      return "  \(entry.name)\(space)  \(description(of: entry))\n"
    }.joined()
  }

  private static func description(of entry: TemplateListing.Entry) -> String {
    let overrides = entry.origin.overrides.map { override in
      "; \(Path.simplified(override.path)) overrides \(override.blocks.joined(separator: ", "))"
    }
    let base = entry.origin.path.map(Path.simplified) ?? "built-in"
    let origin = base + overrides.joined()
    return switch entry.use {
    case .output: origin
    case .part: "\(origin) (part of others)"
    case .none: "\(origin) (not used)"
    }
  }

  // MARK: Copying

  /// Copies built-in templates into a folder, with a stamp in their first lines, and keeps the
  /// originals next to them.
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
      let stamped = TemplateStamp(of: template).applied(to: template.bytes)
      let isNew = try FileSystem.create(path, with: stamped)
      if isNew { try EjectedTemplate.keep(template, beside: path) }
      copies.append((Path.simplified(path), isNew))
    }
    return copies
  }

  /// A schema's template folders as paths for the system.
  package static func folders(of schema: Schema) -> [String] {
    schema.generation.templateFolders.map { FileSystem.simplified(Path.besides(schema.path, $0)) }
  }
}
