extension SyncStore {
  /// Applies a payload to the rows of an entity, by rules A1 to A22, in one transaction.
  ///
  /// - Parameters:
  ///   - payload: JSON: a list of objects, one object, or one object per line.
  ///   - entity: The name of the entity whose rows they are.
  /// - Returns: What was done. Rows that do not fit are left out and listed there.
  /// - Throws: `SyncError.invalidPayload` if it is not valid JSON (A22) or has no rows where they should be;
  ///   `SyncError.refused` if it could be read and nothing of it was applied; any other `SyncError`
  ///   if the database or a file fails. Nothing has changed then (A19).
  public func apply(
    _ payload: PayloadSource, to entity: String, options: ApplyOptions = ApplyOptions()
  ) async throws(SyncError) -> SyncReport {
    try await run(SyncCall(entity, options), .source(payload))
  }
}

extension PayloadSource {
  var streams: [any ByteStream] {
    get throws(SyncError) {
      switch self {
      case .data(let data): return [DataStream(data)]
      case .files(let paths):
        var streams: [any ByteStream] = []
        for path in paths { streams.append(try FileStream(path)) }
        return streams
      case .standardInput: return [FileStream.standardInput]
      }
    }
  }
}
