import SyncGenDiagnostics
import SyncGenTemplateEngine

/// Templates by name, for tests.
struct TemplatesInMemory: TemplateLoader {
  var files: [String: String] = [:]

  func source(named name: String) -> SourceFile? {
    files[name].map { SourceFile(path: "templates/\(name)", bytes: Array($0.utf8)) }
  }
}

/// The result of rendering: the text, or the diagnostics as the tool prints them.
enum Rendered: Equatable {
  case text(String)
  case errors([String])
}

/// Renders a template like the `render` command.
func render(
  _ template: String, _ context: String = "{}", files: [String: String] = [:],
  undefined: TemplateOptions.Undefined = .error, trim: TemplateOptions.Trim = .nothing,
  subject: String? = nil, configure: (inout TemplateOptions) -> Void = { _ in }
) throws -> Rendered {
  let context = try JSONValueReader.value(of: Array(context.utf8))
  return render(
    Array(template.utf8), context, files: files, undefined: undefined, trim: trim,
    subject: subject, configure: configure)
}

func render(
  _ template: [UInt8], _ context: TemplateValue, files: [String: String] = [:],
  undefined: TemplateOptions.Undefined = .error, trim: TemplateOptions.Trim = .nothing,
  subject: String? = nil, configure: (inout TemplateOptions) -> Void = { _ in }
) -> Rendered {
  var options = TemplateOptions(undefined: undefined, trim: trim)
  configure(&options)
  let library = TemplateLibrary(loader: TemplatesInMemory(files: files), trim: trim)
  var bag = DiagnosticBag()
  let source = SourceFile(path: "main.stencil", bytes: template)
  guard let parsed = library.parse(source, into: &bag) else {
    return .errors(lines(of: bag))
  }
  let renderer = TemplateRenderer(library: library, options: options)
  guard let output = renderer.render(parsed, context: context, subject: subject, into: &bag) else {
    return .errors(lines(of: bag))
  }
  return .text(String(decoding: output, as: UTF8.self))
}

/// One line for each diagnostic and for each of its notes.
func lines(of bag: DiagnosticBag) -> [String] {
  bag.diagnostics.flatMap { diagnostic in
    let span = diagnostic.span
    let place = "\(span.path):\(span.line):\(span.column)"
    let notes = diagnostic.notes.map {
      "\($0.span.path):\($0.span.line):\($0.span.column): note: \($0.message)"
    }
    return ["\(place): \(diagnostic.severity): \(diagnostic.message) [\(diagnostic.code.rawValue)]"]
      + notes
  }
}
