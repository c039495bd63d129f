import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The runtime's `Patch.swift`: the output of the `patch` set for public access, without a schema.
package enum RuntimePatch {
  private static let template = "Patch.swift.stencil"

  /// The file; `nil` if the template has a mistake.
  package static func file() -> [UInt8]? {
    var bag = DiagnosticBag()
    guard let source = TemplateSources.builtIn(template),
      let parsed = Template.parse(source, filters: SchemaFilters.table, into: &bag)
    else { return nil }
    return TemplateRenderer().render(parsed, context: context, into: &bag)
  }

  private static var context: TemplateValue {
    let header = GeneratedHeader(schemaPath: nil, template: template)
    let swift: [String: TemplateValue] = [
      "accessPrefix": .string("public "), "isPublic": .bool(true),
    ]
    return .dictionary(
      TemplateDictionary([
        "header": .string(CommentStyle.of(path: "Patch.swift").map(header.text) ?? ""),
        "schema": .dictionary(
          TemplateDictionary(["swift": .dictionary(TemplateDictionary(swift))])),
        "swift": .object(TypeNamesContext()),
      ]))
  }
}
