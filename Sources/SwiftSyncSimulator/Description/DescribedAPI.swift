import Foundation
import SwiftSyncRuntime

/// What the endpoints of a schema accept and return, as generated code describes it.
struct DescribedAPI: Decodable {
  let endpoints: [DescribedEndpoint]
  let uploads: [DescribedUpload]

  /// - Throws: `DecodingError` for a description of another version of the tool.
  init(json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }
}

/// An endpoint of a schema.
struct DescribedEndpoint: Decodable {
  enum Role: String, Decodable {
    case list, get, create, update, delete
    /// It returns lists of several entities.
    case document
  }

  let name: String
  let method: String
  /// The path in the schema.
  let path: String
  /// The path with base and version.
  let route: String
  /// `nil` if the schema does not say what the endpoint does.
  let role: Role?
  /// The entity of its rows; `nil` for a document.
  let entity: String?
  let sent: DescribedRows?
  let returned: [DescribedRows]?
  /// The placeholders with the members that they stand for.
  let placeholders: [[String?]]?
  /// The parameters of the query with the members that they filter, and for lists that are one
  /// parameter, their separators.
  let query: [[String?]]?
  /// Whether a method applies the response to a store.
  let stores: Bool?
  let since: String?
  let page: DescribedPage?
  /// The keys of the flag that is true unless the request failed.
  let flag: [String]?
  /// The keys of the code of a failure.
  let code: [String]?
  let errors: [DescribedError]?
  /// The header field by which repeated creations are recognized.
  let idempotency: String?

  /// The names of the parameters of the query.
  var parameters: Set<String> {
    let paging = [page?.parameter, page?.size].compactMap { $0 }.filter { !$0.inBody }
    return Set((query ?? []).compactMap { $0.first ?? nil } + paging.map(\.name))
      .union(since.map { [$0] } ?? [])
      .union(page?.ownParameter.map { [$0] } ?? [])
  }
}

/// The place of rows in a body.
struct DescribedRows: Decodable {
  enum Form: String, Decodable {
    case row, list, keyed
    /// A list that also has rows of other entities.
    case tagged
  }

  /// What distinguishes the rows of an entity in such a list.
  struct Tag: Decodable {
    let keys: [String]
    let value: JSONValue
  }

  let entity: String
  let form: Form
  let keys: [String]
  let tag: Tag?
  /// Whether a request has only changed members.
  let patch: Bool?
  /// The keys of other values that the type requires.
  let others: [[String]]?
}

/// The pages of a list.
struct DescribedPage: Decodable {
  enum Style: String, Decodable { case number, offset, cursor, lastRow, nextURL, linkHeader }

  struct Parameter: Decodable {
    let name: String
    let inBody: Bool
  }

  let style: Style
  let parameter: Parameter?
  let size: Parameter?
  let sizeValue: Int?
  /// The number of the first page.
  let from: Int?
  /// The keys of the cursor or the URL of the next page.
  let next: [String]?
  let nextIsRequired: Bool?
  /// The member whose value in the last row identifies the next page.
  let last: String?
  let relation: String?
  let more: [String]?
  let total: [String]?
  let totalPages: [String]?
  let notFound: Bool?

  /// The parameter of the URLs of next pages, which the backend chooses.
  var ownParameter: String? {
    style == .nextURL || style == .linkHeader ? "from" : nil
  }
}

/// The body of responses with a range of statuses.
struct DescribedError: Decodable {
  let first: Int
  let last: Int
  let body: DescribedShape
}

/// The shape of a value, as far as it consists of text.
indirect enum DescribedShape: Decodable {
  struct Field: Decodable {
    let keys: [String]
    let shape: DescribedShape
  }

  case none
  case problem
  case string
  case list(DescribedShape)
  case dictionary(DescribedShape)
  case fields([Field])
  case other

  private enum Key: String, CodingKey { case list, dictionary, fields }

  init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      switch word {
      case "none": self = .none
      case "problem": self = .problem
      case "string": self = .string
      default: self = .other
      }
      return
    }
    let container = try decoder.container(keyedBy: Key.self)
    if let element = try container.decodeIfPresent(DescribedShape.self, forKey: .list) {
      self = .list(element)
    } else if let element = try container.decodeIfPresent(
      DescribedShape.self, forKey: .dictionary)
    {
      self = .dictionary(element)
    } else {
      self = .fields(try container.decode([Field].self, forKey: .fields))
    }
  }
}

/// An endpoint to which changes of several rows are pushed.
struct DescribedUpload: Decodable {
  enum WireProtocol: String, Decodable { case batch, operations }

  let name: String
  let method: String
  let path: String
  let route: String
  let `protocol`: WireProtocol
  /// The entities with the keys of their rows.
  let entities: [[String]]
}
