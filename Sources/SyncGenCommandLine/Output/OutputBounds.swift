package import SyncGenDiagnostics
package import SyncGenSchema

/// Keeps the output of a schema inside its package.
package enum OutputBounds {
  /// The flag that lifts the bounds, for messages.
  package static let flag = "--allow-outside"

  /// Adds an error if the output folder that a schema states is outside its package or hidden.
  package static func checkOutput(
    of schema: Schema, allowingOutside: Bool, into bag: inout DiagnosticBag
  ) {
    let options = schema.generation
    check(
      options.output, what: "output folder", of: schema, at: options.outputSpan,
      allowingOutside: allowingOutside, into: &bag)
  }

  /// Adds an error for each output folder of a schema that is another one of it, or inside another
  /// one: each run would remove the files of the other.
  package static func checkOverlap(of schema: Schema, into bag: inout DiagnosticBag) {
    let outputs = schema.forEachOutput.map(\.generation)
    let places = outputs.map {
      PackageBounds.destination(of: Path.besides(schema.path, $0.output)).lowercased()
    }
    for later in outputs.indices {
      guard
        let earlier = outputs.indices.prefix(later).first(where: {
          Path.isInside(places[later], places[$0]) || Path.isInside(places[$0], places[later])
        })
      else { continue }
      let span = outputs[later].outputSpan ?? SourceSpan(path: schema.path)
      let relation =
        places[later] == places[earlier]
        ? "is" : Path.isInside(places[later], places[earlier]) ? "is inside" : "contains"
      bag.add(
        Diagnostic(
          .outputOverlap,
          "the output folder '\(outputs[later].output)' \(relation) the output folder "
            + "'\(outputs[earlier].output)'", at: span,
          notes: [.init("give each output a folder of its own", at: span)]))
    }
  }

  /// Adds an error if the folder to which templates are copied is outside the package or hidden.
  package static func checkTemplates(
    of schema: Schema, allowingOutside: Bool, into bag: inout DiagnosticBag
  ) {
    guard let folder = schema.generation.templateFolders.first else { return }
    check(
      folder, what: "template folder", of: schema, at: schema.generation.templatesSpan,
      allowingOutside: allowingOutside, into: &bag)
  }

  /// Adds an error if the folder of frozen versions, which may be a link, is outside the package or
  /// hidden.
  package static func checkVersions(
    of schema: Schema, allowingOutside: Bool, into bag: inout DiagnosticBag
  ) {
    guard let file = VersionFolder(of: schema).path(of: schema.version) else { return }
    let folder = Path.split(Path.split(file).folder).name
    check(
      folder, what: "folder of frozen versions", of: schema, at: nil,
      allowingOutside: allowingOutside, into: &bag)
  }

  private static func check(
    _ folder: String, what: String, of schema: Schema, at span: SourceSpan?,
    allowingOutside: Bool, into bag: inout DiagnosticBag
  ) {
    let bounds = PackageBounds(of: schema)
    let path = Path.besides(schema.path, folder)
    let span = span ?? SourceSpan(path: schema.path)
    if folder.utf8.contains(0) {
      let message = "the \(what) contains a NUL character, which file systems do not accept"
      bag.add(Diagnostic(.outputPath, message, at: span))
    } else if let name = bounds.hiddenName(in: path) ?? hiddenName(in: folder) {
      let message = "the \(what) '\(folder)' is hidden: '\(name)' begins with a dot"
      bag.add(Diagnostic(.outputPath, message, at: span))
    } else if !allowingOutside, !bounds.contains(path) {
      let message = "the \(what) '\(folder)' is outside the package of the schema, '\(bounds.root)'"
      let note = "if this is intended, pass '\(flag)'"
      bag.add(Diagnostic(.outputOutside, message, at: span, notes: [.init(note, at: span)]))
    }
  }

  private static func hiddenName(in folder: String) -> String? {
    folder.split(separator: "/").first { $0.hasPrefix(".") && $0 != "." && $0 != ".." }
      .map(String.init)
  }
}
