import SyncGenDiagnostics
import SyncGenTemplateEngine

/// Whatever the bytes are: the engine ends, and gives text or says why not.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let library = TemplateLibrary()
  var bag = DiagnosticBag()
  guard let template = library.parse(SourceFile(path: "fuzz.stencil", bytes: bytes), into: &bag)
  else {
    precondition(bag.hasErrors, "neither a template nor an error")
    return 0
  }
  var options = TemplateOptions(undefined: .empty)
  options.limits.rounds = 10_000
  options.limits.outputBytes = 1 << 20
  let output = TemplateRenderer(library: library, options: options)
    .render(template, context: context, into: &bag)
  precondition(output != nil || bag.hasErrors, "neither text nor an error")
  return 0
}

private let context = TemplateValue.dictionary(
  TemplateDictionary([
    "name": .string("avatarURL"), "count": .int(3), "flag": .bool(true), "nothing": .null,
    "list": .array([.int(1), .string("two"), .double(3.5)]),
    "object": .dictionary(TemplateDictionary(["key": .string("value")])),
  ]))
