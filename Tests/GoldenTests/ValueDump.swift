import SyncGenSchema

/// Constants as readable text.
enum ValueDump {
  static func text(of value: DefaultValue, _ schema: Schema) -> String {
    switch value {
    case .constant(let constant): text(of: constant, schema)
    case .newUUID: "new"
    case .now: "now"
    case .temporary: "temporary"
    }
  }

  private static func text(of value: ConstantValue, _ schema: Schema) -> String {
    switch value {
    case .string(let text): "string <\(text)>"
    case .int(let value): "int \(value)"
    case .double(let value): "double \(value)"
    case .decimal(let text): "decimal \(text)"
    case .bool(let value): "bool \(value)"
    case .date(let microseconds): "date \(microseconds)"
    case .day(let text): "day \(text)"
    case .uuid(let text): "uuid \(text)"
    case .url(let text): "url \(text)"
    case .data(let bytes): "data \(bytes)"
    case .json(let text): "json \(text)"
    case .enumCase(let id, let index): "case \(schema[id].cases[index].name.name)"
    case .money(let minor, let currency): "money \(minor) \(currency)"
    case .value(let id, let values):
      schema[id].name.name + "("
        + values.map { $0.map { text(of: $0, schema) } ?? "nil" }.joined(separator: ", ") + ")"
    case .array(let items): "[" + items.map { text(of: $0, schema) }.joined(separator: ", ") + "]"
    case .dictionary(let entries):
      "[" + entries.map { "\($0.key): \(text(of: $0.value, schema))" }.joined(separator: ", ") + "]"
    }
  }

  static func text(of literal: SQLLiteral) -> String {
    switch literal {
    case .integer(let value): "integer \(value)"
    case .real(let value): "real \(value)"
    case .text(let text): "text <\(text)>"
    case .blob(let bytes): "blob \(bytes)"
    }
  }

  static func text(of value: EnumModel.RawValue) -> String {
    switch value {
    case .string(let text): "<\(text)>"
    case .int(let value): String(value)
    }
  }

  static func text(of action: StatedStep.Action) -> String {
    switch action {
    case .sql(let text): "sql <\(text)>"
    case .custom(let name): "custom \(name)"
    case .drops(let names): "drops \(names.joined(separator: ", "))"
    case .allowLossy(let names): "allow-lossy \(names.joined(separator: ", "))"
    case .remoteChanged(let names): "remote-changed \(names.joined(separator: ", "))"
    }
  }
}
