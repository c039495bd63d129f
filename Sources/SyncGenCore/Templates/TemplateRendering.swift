package import SyncGenDiagnostics
package import SyncGenEmit
package import SyncGenTemplateEngine

/// Renders one template from a file, as the command `render` does.
package struct TemplateRendering {
  private let library: TemplateLibrary
  private let options: TemplateOptions

  /// - Parameter folders: Where included templates are looked for.
  package init(folders: [String], options: TemplateOptions) {
    self.options = options
    library = TemplateLibrary(
      loader: FolderTemplateLoader(folders), filters: .standard, trim: options.trim)
  }

  /// The output; `nil` if there are errors, which the bag then has.
  package func render(
    _ template: SourceFile, context: TemplateValue, into bag: inout DiagnosticBag
  ) -> [UInt8]? {
    guard let parsed = library.parse(template, into: &bag) else { return nil }
    return TemplateRenderer(library: library, options: options)
      .render(parsed, context: context, into: &bag)
  }
}
