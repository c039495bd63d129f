package import SyncGenDiagnostics

/// Renders parsed templates.
package struct TemplateRenderer {
  private let library: TemplateLibrary
  private let options: TemplateOptions

  /// - Parameter library: where included templates come from; its filters apply to them.
  package init(library: TemplateLibrary = TemplateLibrary(), options: TemplateOptions = .init()) {
    self.library = library
    self.options = options
  }

  /// The output, or nil if there were errors, which are then in the bag.
  ///
  /// - Parameters:
  ///   - context: a dictionary or an object; its members are the template's variables.
  ///   - subject: what is being rendered, for messages, e.g. `entity 'Task'`.
  package func render(
    _ template: Template, context: TemplateValue, subject: String? = nil,
    into bag: inout DiagnosticBag
  ) -> [UInt8]? {
    var run = RenderRun(
      template: template, context: context, library: library, options: options, subject: subject)
    do throws(RenderFailure) {
      try run.render(template.nodes)
    } catch {
      run.fail(error)
    }
    for diagnostic in run.diagnostics { bag.add(diagnostic) }
    return run.diagnostics.isEmpty ? run.output.bytes() : nil
  }
}
