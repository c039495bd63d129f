import SyncGenDiagnostics
import SyncGenTemplateEngine

/// For any bytes, the engine terminates with text or an error.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // A zero byte separates the template from the one that it includes, extends and imports.
  let bytes = UnsafeBufferPointer(start: data, count: count)
  let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
  let other = SourceFile(path: "other.stencil", bytes: Array(bytes[end...].dropFirst()))
  let library = TemplateLibrary(loader: OneTemplate(other))
  var bag = DiagnosticBag()
  let source = SourceFile(path: "fuzz.stencil", bytes: Array(bytes[..<end]))
  guard let template = library.parse(source, into: &bag) else {
    precondition(bag.hasErrors, "neither a template nor an error")
    return 0
  }
  _ = VariableChecker.findings(in: template, library: library, vocabulary: vocabulary)
  var options = TemplateOptions(undefined: .empty)
  options.limits.rounds = 10_000
  options.limits.outputBytes = 1 << 20
  let output = TemplateRenderer(library: library, options: options)
    .render(template, context: context, into: &bag)
  precondition(output != nil || bag.hasErrors, "neither text nor an error")
  return 0
}

/// Returns the same template for every name.
private struct OneTemplate: TemplateLoader {
  private let file: SourceFile

  init(_ file: SourceFile) {
    self.file = file
  }

  func source(named name: String) -> SourceFile? { file }
}

/// The names of the context that are known before rendering; one of them is deprecated.
private let vocabulary = TemplateVocabulary(
  variables: [
    "name": .init(.plain), "count": .init(.plain), "flag": .init(.plain, deprecation: "no"),
    "list": .init(.list(.unknown)), "object": .init(.object("thing")),
  ],
  kinds: ["thing": ["key": .init(.plain), "things": .init(.list(.object("thing")))]])

private let context = TemplateValue.dictionary(
  TemplateDictionary([
    "name": .string("avatarURL"), "count": .int(3), "flag": .bool(true), "nothing": .null,
    "list": .array([.int(1), .string("two"), .double(3.5)]),
    "object": .dictionary(TemplateDictionary(["key": .string("value")])),
  ]))
