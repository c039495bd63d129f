import Foundation

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore

/// A database in memory, with the tables of the gallery by default.
final class GalleryDatabase {
  let connection: Connection
  private let schema: SchemaPlan

  init(_ metadata: SchemaMetadata = GallerySchema.metadata) throws {
    schema = SchemaPlan(metadata)
    connection = try Connection(path: ":memory:", mode: .readWrite)
    try DatabaseSetup.prepare(connection, at: ":memory:", for: metadata)
  }

  @discardableResult
  func apply(_ json: String, to entity: String) throws -> ApplyReport {
    guard let plan = schema.entity(entity) else {
      throw SyncError.unknownEntity(entity, known: schema.entityNames)
    }
    return try connection.writeTransaction { () throws(SyncError) in
      let call = try ApplyCall(schema, plan, ApplyOptions(), on: connection)
      return (try call.run([DataStream(Data(json.utf8))]), .commit)
    }
  }

  func export(
    _ entity: String, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> String {
    var options = ExportOptions()
    change(&options)
    let export = try EntityExport(schema, entity, options)
    let output = ExportOutput()
    try export.write(export.statedIdentity, from: connection, to: output)
    return String(decoding: output.data, as: UTF8.self)
  }

  /// The whole content of the database.
  func content() throws -> [String: [[StoredValue]]] {
    var content: [String: [[StoredValue]]] = [:]
    for table in GallerySchema.tables {
      let width = try connection.integer("SELECT count(*) FROM pragma_table_info('\(table)')") ?? 0
      let columns = (1...max(width, 1)).map(String.init).joined(separator: ", ")
      let query = try Statement("SELECT * FROM \(table) ORDER BY \(columns)", on: connection)
      var rows: [[StoredValue]] = []
      while try query.step() {
        rows.append((0..<Int32(width)).map { query.value($0).stored })
      }
      content[table] = rows
    }
    return content
  }
}
