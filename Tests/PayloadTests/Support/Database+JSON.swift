import TestHelpers

extension Database {
  /// The rows of a query, each a list of values.
  func json(_ sql: String) throws -> JSON {
    .array(try values(sql).map { .array($0.map(JSON.init)) })
  }
}

extension JSON {
  fileprivate init(_ value: Database.Value) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = JSON(integer)
    case .real(let number): self = .number(number)
    case .text(let text): self = .string(text)
    }
  }
}
