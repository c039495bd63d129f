import SyncGenSchema
import SyncGenTemplateEngine

/// The variables that a template starts with.
struct RootContext {
  /// Goes up when a member is removed or changes its meaning; new members do not count.
  static let version = 1

  let schema: TemplateValue
  let types: TypeNamesContext
  let toolVersion: String
  /// The generated header as a comment in the output's language.
  let header: String
  let subject: RenderingSubject

  var templateValue: TemplateValue {
    var variables: [String: TemplateValue] = [
      "contextVersion": .int(Self.version),
      "tool": .dictionary(TemplateDictionary(["version": .string(toolVersion)])),
      "header": .string(header),
      "schema": schema,
      "types": .object(types),
    ]
    switch subject {
    case .schema, .api: break
    case .entity(let value, _): variables["entity"] = value
    case .enumeration(let value, _): variables["enum"] = value
    case .version(let number): variables["version"] = .int(number)
    case .migration(let value, _): variables["migration"] = value
    case .endpoint(let value, _): variables["endpoint"] = value
    }
    return .dictionary(TemplateDictionary(variables))
  }
}
