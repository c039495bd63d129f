@_spi(Generated) import SwiftSyncRuntime

/// Answers the `operations` protocol: an operation for each row, with the clock on which it is based.
struct OperationsAnswer {
  let state: ServerState
  let upload: DescribedUpload

  private var rows: UploadedRows { UploadedRows(state: state) }

  func answer(_ body: JSONValue) throws -> JSONValue {
    guard let operations = body["operations"]?.elements else {
      throw Refusal(400, "bad-request", "the body lacks a list of operations")
    }
    return ["results": .array(try operations.map { try result($0) })]
  }

  private func result(_ operation: JSONValue) throws -> JSONValue {
    var result: JSONValue = [
      "type": operation["type"] ?? .null, "id": operation["id"] ?? .null,
    ]
    do {
      let (status, data) = try carryOut(operation)
      result.set(["status"], .string(status))
      if let data { result.set(["data"], data) }
    } catch let refusal as Refusal {
      result.set(["status"], "rejected")
      result.set(["code"], .string(refusal.code))
      result.set(["message"], .string(refusal.message))
      if !refusal.fields.isEmpty {
        result.set(
          ["fields"], .object(refusal.fields.mapValues { .array($0.map(JSONValue.string)) }))
      }
    }
    return result
  }

  private func plan(_ operation: JSONValue) throws -> EntityPlan {
    let plans = try upload.entities.map { try state.plan($0[0]) }
    guard let type = operation["type"]?.text,
      let plan = plans.first(where: { $0.metadata.remoteName == type })
    else {
      throw Refusal(422, "bad-operation", "'\(operation["type"] ?? .null)' is not a known type")
    }
    return plan
  }

  private func carryOut(
    _ operation: JSONValue
  ) throws -> (status: String, data: JSONValue?) {
    let plan = try plan(operation)
    let data = operation["data"] ?? .object([:])
    let identity = try rows.identity(data, plan)
    let known = identity.flatMap { state.row($0, plan) }
    switch operation["operation"]?.text {
    case "upsert":
      guard let identity, let known else {
        let row = try state.create(try state.reader.read(data, plan, over: nil), plan)
        return ("applied", try state.writer.json(row, plan))
      }
      // The response to the same operation may have been lost.
      let isRepeated = try rows.hasContent(data, known, plan)
      if !isRepeated, try isStale(operation, known, plan) {
        return ("stale", try state.writer.json(known, plan))
      }
      let row = try rows.change(known, identity, data, plan)
      return ("applied", try state.writer.json(row, plan))
    case "delete":
      guard let identity, let known, !state.isDeleted(known, plan) else { return ("applied", nil) }
      if try isStale(operation, known, plan) {
        return ("stale", try state.writer.json(known, plan))
      }
      let row = try state.delete(identity, plan)
      return ("applied", try row.map { try state.writer.json($0, plan) })
    default:
      throw Refusal(422, "bad-operation", "'operation' is neither upsert nor delete")
    }
  }

  /// Whether the server's row is another state than the one on which an operation is based. Without
  /// a clock, this is not known.
  private func isStale(
    _ operation: JSONValue, _ row: ServerRow, _ plan: EntityPlan
  ) throws -> Bool {
    guard let column = plan.clockColumn, let stated = operation["updatedAt"] else { return false }
    guard stated != .null else { return true }
    guard let base = RowJSONReader.convert(stated, plan.fields[column].converter) else {
      throw Refusal(422, "bad-operation", "'updatedAt' is not a value of the clock: \(stated)")
    }
    return row.values[column].isAfter(base)
  }
}
