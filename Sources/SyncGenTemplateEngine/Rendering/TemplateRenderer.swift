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

/// Bytes that grow at their end.
///
/// Templates write many pieces of a few bytes. An array takes as long to prepare for each of them as
/// it takes to copy some hundred bytes, so room is made ahead and counted here.
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

  /// Room for as much again, so that bytes are moved a few times at most.
  private mutating func grow(by size: Int) {
    let room = max(256, count + size)
    storage.append(contentsOf: repeatElement(0, count: room))
  }

  /// The bytes from an offset on.
  func bytes(from start: Int = 0) -> [UInt8] {
    Array(storage[start..<count])
  }

  var text: String {
    String(decoding: storage[..<count], as: UTF8.self)
  }
}

/// The end of a rendering, with what the user is told about it.
struct RenderFailure: Error {
  let diagnostics: [Diagnostic]
}

extension RenderRun {
  /// How much of a long way is shown: where it ends, and where it began.
  private static let shownCallers = (innermost: 5, outermost: 3)

  func failure(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>, suggestion: String? = nil
  ) -> RenderFailure {
    RenderFailure(diagnostics: [
      diagnostic(code, message, at: range, suggestion: suggestion)
    ])
  }

  /// A diagnostic at a place of the current template, with the way that led there.
  func diagnostic(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>, suggestion: String? = nil
  ) -> Diagnostic {
    let span = template.source.span(of: range)
    var notes: [Diagnostic.Note] = []
    if let suggestion { notes.append(.init("did you mean '\(suggestion)'?", at: span)) }
    return Diagnostic(.error, code, message, at: span, notes: notes + circumstances(at: span))
  }

  /// Who included or called the current template, innermost first, and for which subject.
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

/// How templates are parsed and rendered where their first line does not say otherwise.
package struct TemplateOptions: Sendable {
  /// What happens where an undefined variable would be printed.
  package enum Undefined: String, CaseIterable, Sendable {
    case error
    case empty
  }

  /// What happens to the white space around `{% %}` tags.
  package enum Trim: String, CaseIterable, Sendable {
    case smart
    case nothing
  }

  package var undefined = Undefined.error
  package var trim = Trim.smart
  package var limits = TemplateLimits()
  /// Seconds since 1970 for `{% now %}`; nil asks the system's clock.
  package var now: Int?

  package init(undefined: Undefined = .error, trim: Trim = .smart) {
    self.undefined = undefined
    self.trim = trim
  }
}

/// How much one rendering may take before it counts as running away.
package struct TemplateLimits: Sendable {
  /// How deep tags, includes and macro calls may nest at run time.
  package var depth = 400
  /// The size of the output, and of each text that a tag captures, in bytes.
  package var outputBytes = 64 << 20
  /// Rounds of all loops together, and elements of a range.
  package var rounds = 5_000_000

  package init() {}
}
