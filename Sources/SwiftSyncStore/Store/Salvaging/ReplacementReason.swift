/// The error because of which a database was replaced, in the form of a record.
struct ReplacementReason {
  private let kind: String
  private var version: Int?
  private var newest: Int?
  private var reason: String?
  private var detail: String?

  init(_ error: SyncError) {
    switch error {
    case .newerDatabase(_, let version, let newest):
      kind = "newer"
      (self.version, self.newest) = (version, newest)
    case .olderDatabase(_, let version, let newest):
      kind = "older"
      (self.version, self.newest) = (version, newest)
    case .otherVersion(_, let version, let fingerprint, let difference):
      kind = "other"
      self.version = version
      (reason, detail) = (fingerprint, difference)
    case .migrationFailed(let failure):
      kind = "migration"
      (version, newest) = (failure.version, failure.nextVersion)
      (reason, detail) = (failure.reason, failure.schema)
    case .unusableDatabase(_, let reason):
      kind = "unusable"
      self.reason = reason
    default:
      kind = "unusable"
      reason = error.description
    }
  }

  init(_ row: SQLRow) {
    kind = row["kind"]?.text ?? ""
    version = row["version"]?.wholeNumber.map(Int.init)
    newest = row["newest"]?.wholeNumber.map(Int.init)
    reason = row.value("reason", as: String.self)
    detail = row.value("detail", as: String.self)
  }

  /// The values of the columns `kind`, `version`, `newest`, `reason` and `detail`.
  var values: [StoredValue] {
    let numbers = [version, newest].map { $0.map { StoredValue.integer(Int64($0)) } ?? .null }
    let texts = [reason, detail].map { $0.map(StoredValue.text) ?? .null }
    return [.text(kind)] + numbers + texts
  }

  /// The error, for the database that was at a path.
  func error(at path: String) -> SyncError {
    let (version, newest, reason) = (version ?? 0, newest ?? 0, reason ?? "")
    switch kind {
    case "newer": return .newerDatabase(path: path, version: version, newest: newest)
    case "older": return .olderDatabase(path: path, version: version, newest: newest)
    case "other":
      return .otherVersion(path: path, version: version, fingerprint: reason, difference: detail)
    case "migration":
      return .migrationFailed(
        SyncError.MigrationFailure(
          path: path, schema: detail ?? "", version: version, nextVersion: newest, reason: reason))
    default: return .unusableDatabase(path: path, reason: reason)
    }
  }
}
