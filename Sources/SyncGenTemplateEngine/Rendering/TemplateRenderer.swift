package import SyncGenDiagnostics

/// Renders parsed templates.
package struct TemplateRenderer {
  private let library: TemplateLibrary
  private let options: TemplateOptions

  /// - Parameter library: The source of included templates, whose filters apply to them.
  package init(library: TemplateLibrary = TemplateLibrary(), options: TemplateOptions = .init()) {
    self.library = library
    self.options = options
  }

  /// The output, or nil if there were errors, which are added to the bag unless an earlier rendering
  /// reported them.
  ///
  /// - Parameters:
  ///   - context: A dictionary or an object whose members are the template's variables.
  ///   - subject: The subject of the rendering for messages, e.g. `entity 'Task'`.
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
    return run.diagnostics.isEmpty && !run.hasFailed ? run.output.bytes() : nil
  }
}

/// Bytes that grow at their end.
///
/// Templates write many pieces of a few bytes. Preparing an array for each of them takes as long as
/// copying some hundred bytes, so memory is reserved in advance and counted here.
struct OutputBuffer {
  private var storage: [UInt8] = []
  private(set) var count = 0

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.isEmpty { return }
    if storage.count - count < bytes.count { grow(by: bytes.count) }
    storage.withUnsafeMutableBytes { storage in
      UnsafeMutableRawBufferPointer(rebasing: storage[count...])
        .copyMemory(from: UnsafeRawBufferPointer(bytes))
    }
    count += bytes.count
  }

  /// Doubles the reserved memory, so that bytes are moved only a few times.
  private mutating func grow(by size: Int) {
    let room = max(256, count + size)
    storage.append(contentsOf: repeatElement(0, count: room))
  }

  /// The bytes from an offset to the end.
  func bytes(from start: Int = 0) -> [UInt8] {
    Array(storage[start..<count])
  }

  var text: String {
    String(decoding: storage[..<count], as: UTF8.self)
  }
}

/// The end of a rendering, with the diagnostics for the user.
struct RenderFailure: Error {
  let diagnostics: [Diagnostic]
}

extension RenderRun {
  /// The part of a long chain of callers that is shown: its end and its beginning.
  private static let shownCallers = (innermost: 5, outermost: 3)

  func failure(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>, suggestion: String? = nil
  ) -> RenderFailure {
    RenderFailure(diagnostics: [
      diagnostic(code, message, at: range, suggestion: suggestion)
    ])
  }

  /// A diagnostic at a place of the current template, with the callers.
  func diagnostic(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>, suggestion: String? = nil
  ) -> Diagnostic {
    let span = template.source.span(of: range)
    var notes: [Diagnostic.Note] = []
    if let suggestion { notes.append(.init("did you mean '\(suggestion)'?", at: span)) }
    return Diagnostic(.error, code, message, at: span, notes: notes + circumstances(at: span))
  }

  /// The callers of the current template, innermost first, and the subject.
  func circumstances(at span: SourceSpan) -> [Diagnostic.Note] {
    var notes = callers.reversed().map { caller in
      Diagnostic.Note("\(caller.verb) here", at: caller.template.source.span(of: caller.range))
    }
    let shown = Self.shownCallers
    let hidden = notes.count - shown.innermost - shown.outermost
    if hidden > 0 {
      let gap = [Diagnostic.Note("… and \(hidden) more …", at: span)]
      notes = notes.prefix(shown.innermost) + gap + notes.suffix(shown.outermost)
    }
    if let subject { notes.append(.init("while rendering \(subject)", at: span)) }
    return notes
  }
}

/// How templates are parsed and rendered, unless their first line states otherwise.
package struct TemplateOptions: Sendable {
  /// The effect of printing an undefined variable.
  package enum Undefined: String, CaseIterable, Sendable {
    case error
    case empty
  }

  /// The treatment of white space around `{% %}` tags.
  package enum Trim: String, CaseIterable, Sendable {
    /// A tag alone on its line leaves no line; every other blank stays.
    case lines
    /// As in StencilSwiftKit.
    case smart
    /// As in Stencil.
    case nothing

    /// Whether templates follow Stencil where that loses information: strings have no escapes, and
    /// `map` of an empty list defines nothing.
    var followsStencil: Bool { self != .lines }
  }

  package var undefined = Undefined.error
  package var trim = Trim.lines
  package var limits = TemplateLimits()
  /// The seconds since 1970 for `{% now %}`; nil for the system's clock.
  package var now: Int?

  package init(undefined: Undefined = .error, trim: Trim = .lines) {
    self.undefined = undefined
    self.trim = trim
  }
}

/// Limits of one rendering, beyond which it is considered to be out of control.
package struct TemplateLimits: Sendable {
  /// The maximum nesting depth of tags, includes and macro calls at run time.
  package var depth = 400
  /// The maximum size of the output, and of each captured text, in bytes.
  package var outputBytes = 64 << 20
  /// The maximum number of iterations of all loops together, and of elements of a range.
  package var rounds = 5_000_000

  package init() {}
}
