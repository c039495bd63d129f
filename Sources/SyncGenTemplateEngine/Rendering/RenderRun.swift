import SyncGenDiagnostics

/// One rendering: the output so far, the visible variables, and the callers.
struct RenderRun {
  /// A tag that is rendering another template's nodes.
  struct Caller {
    let verb: String
    let template: Template
    let range: Range<Int>
  }

  /// The number of errors after which rendering stops.
  private static let maximumProblems = 50

  let library: TemplateLibrary
  let options: TemplateOptions
  let subject: String?
  var output = OutputBuffer()
  var scope: Scope
  /// The template that the current nodes belong to.
  var template: Template
  var isStrict: Bool
  var callers: [Caller] = []
  /// Overriding blocks by name, beginning with the most derived template's.
  var overrides: [String: [BlockDefinition]] = [:]
  /// The rendered text of blocks, for `{{ block.name }}`.
  var renderedBlocks: [String: [UInt8]] = [:]
  var loops: [LoopState] = []
  /// The pending `break` or `continue`.
  var jump: Jump?
  var depth = 0
  var rounds = 0
  /// The language of the output by the path in the first line, if that tells.
  let language: SourceLanguage?
  private(set) var hasFailed = false
  private(set) var diagnostics: [Diagnostic] = []

  init(
    template: Template, context: TemplateValue, library: TemplateLibrary,
    options: TemplateOptions, subject: String?
  ) {
    self.template = template
    self.library = library
    self.options = options
    self.subject = subject
    scope = Scope(context)
    language = template.directive?[.path].flatMap { SourceLanguage(ofPath: $0.text) }
    isStrict = (template.directive?.undefined ?? options.undefined) == .error
  }

  // MARK: Output

  mutating func write(textAt range: Range<Int>) throws(RenderFailure) {
    try checkSize(adding: range.count, at: range)
    template.source.bytes.withUnsafeBufferPointer { bytes in
      output.append(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  mutating func write(_ text: String, at range: Range<Int>) throws(RenderFailure) {
    var text = text
    try checkSize(adding: text.utf8.count, at: range)
    text.withUTF8 { output.append($0) }
  }

  private func checkSize(adding count: Int, at range: Range<Int>) throws(RenderFailure) {
    guard output.count + count <= options.limits.outputBytes else {
      throw failure(
        .templateTooLarge, "the output is larger than \(options.limits.outputBytes) bytes",
        at: range)
    }
  }

  /// The output of `body` as a string instead.
  mutating func capture(
    _ body: (inout RenderRun) throws(RenderFailure) -> Void
  ) throws(RenderFailure) -> String {
    var captured = OutputBuffer()
    swap(&output, &captured)
    defer { swap(&output, &captured) }
    try body(&self)
    return output.text
  }

  // MARK: Depth

  /// Makes another template the current one.
  ///
  /// - Returns: The state for `leave`.
  mutating func enter(
    _ other: Template, _ verb: String, at range: Range<Int>
  ) -> (template: Template, isStrict: Bool) {
    callers.append(Caller(verb: verb, template: template, range: range))
    let previous = (template, isStrict)
    template = other
    isStrict = (other.directive?.undefined ?? options.undefined) == .error
    return previous
  }

  mutating func leave(to previous: (template: Template, isStrict: Bool)) {
    (template, isStrict) = previous
    callers.removeLast()
  }

  mutating func countRound(at range: Range<Int>) throws(RenderFailure) {
    rounds += 1
    guard rounds <= options.limits.rounds else {
      throw failure(
        .templateTooLarge, "loops take more than \(options.limits.rounds) rounds", at: range)
    }
  }

  // MARK: Problems

  mutating func fail(_ failure: RenderFailure) {
    hasFailed = true
    diagnostics += failure.diagnostics
  }

  /// Records a mistake after which rendering can continue, once for each place.
  mutating func report(_ diagnostic: Diagnostic) throws(RenderFailure) {
    let isKnown = diagnostics.contains {
      $0.span == diagnostic.span && $0.message == diagnostic.message
    }
    if !isKnown { diagnostics.append(diagnostic) }
    if diagnostics.count >= Self.maximumProblems { throw RenderFailure(diagnostics: []) }
  }
}
