public import SwiftSyncFoundation

extension SyncError: LocalizedError {
  /// What happened, as a sentence for people.
  public var errorDescription: String? {
    switch self {
    case .migrationFailed(let failure): failure.errorDescription
    case .interruptedPayload(let interruption):
      ErrorText.sentence("the payload ended early, so nothing was changed")
        + " " + ErrorText.sentence(ErrorText.words(of: interruption.cause))
    default: ErrorText.sentence(summary)
    }
  }

  /// What can be done about it, as a sentence, where that is known.
  public var recoverySuggestion: String? {
    switch self {
    case .interruptedPayload: "Try again."
    case .olderDatabase: "Open the database first with a version of the app that can migrate it."
    case .ambiguousParent(_, _, let relations) where !relations.isEmpty:
      "Name the relation: .parent(\"\(relations[0])\", of: id)."
    case .missingColumn(let column, _): "Select the column '\(column)' in the query."
    case .endedTransaction: "Use a transaction only inside its closure."
    default: advice.map(ErrorText.sentence)
    }
  }

  /// What to do, as `description` says it; lower case, no full stop.
  var advice: String? {
    switch self {
    case .database(let failure): DatabaseFailure.advice(for: failure.code)
    case .newerDatabase: "update the app"
    case .changedIdentity:
      "the identity of a row cannot change; insert a row with the new identity and delete this one"
    case .movedAcrossLists: "set that parent first"
    case .closed: "open another one"
    default: nil
    }
  }
}

extension PayloadInterruption: LocalizedError {
  /// The error in its own words, as a sentence.
  public var errorDescription: String? { ErrorText.sentence(ErrorText.words(of: cause)) }
}

extension MigrationFailure: LocalizedError {
  /// What could not be done and why, as a sentence.
  public var errorDescription: String? {
    ErrorText.sentence(
      "the database stays at version \(version) of '\(schema)': the migration to version "
        + "\(nextVersion) failed: \(reason)")
  }
}
