/// Everything that can go wrong in the store, in a call that applies a payload, or in reading rows.
///
/// Each case says what happened and, in `description`, what to do about it. Nothing has changed in
/// the database when one is thrown.
public enum SyncError: Error, Hashable, Sendable {
  /// SQLite refused something.
  case database(DatabaseFailure)
  /// The file is there but it is no database of this schema and version.
  case unusableDatabase(path: String, reason: String)
  /// The schema has no such entity.
  case unknownEntity(String, known: [String])
  /// The entity has no such relation, or it is no to-one relation.
  case unknownRelation(String, entity: String)
  /// Another program stored what the column's type cannot hold.
  case invalidStoredValue(entity: String, column: String, expected: String, found: String)
  /// A row could not be made a model.
  case unreadableRow(entity: String, reason: String)
  /// A value in Swift that no column can hold, e.g. NaN or a date beyond the year 9999.
  case unstorableValue(entity: String, column: String, found: String)
  /// The payload is no JSON text, or holds no list of rows where one was expected.
  case invalidPayload(PayloadProblem)
  /// The payload was read, and for the reason given nothing of it was applied.
  case refused(Refusal, report: SyncReport)
  /// A patch sets a required attribute to null that has no default.
  case nullRequired(entity: String, member: String)
  /// A patch for one row names another row. Insert a row with the other identity instead.
  case changedIdentity(entity: String, identity: String)
  /// An option of the call does not fit the entity.
  case invalidOption(String)
  /// There is no row with this identity, given as text.
  case unknownRow(String, entity: String)
  /// A file could not be read.
  case unreadableFile(path: String, reason: String)
  /// The store is closed. Open another one.
  case closed
}

extension SyncError: CustomStringConvertible {
  /// What happened and what to do about it; lower case, no full stop.
  public var description: String {
    switch self {
    case .database(let failure):
      return failure.description
    case .unusableDatabase(let path, let reason):
      return "the database \(path) cannot be used: \(reason)"
    case .unknownEntity(let name, let known):
      return "the schema has no entity '\(name)'; it has \(known.joined(separator: ", "))"
    case .unknownRelation(let name, let entity):
      return "'\(entity)' has no to-one relation '\(name)'"
    case .invalidStoredValue(let entity, let column, let expected, let found):
      return "'\(entity)' has a row whose column '\(column)' should hold \(expected) and holds "
        + "\(found); another program wrote it"
    case .unreadableRow(let entity, let reason):
      return "a row of '\(entity)' cannot be read: \(reason)"
    case .unstorableValue(let entity, let column, let found):
      return "'\(entity)' cannot store \(found) in its column '\(column)'"
    case .invalidPayload(let problem):
      return problem.description
    case .refused(let refusal, _):
      return refusal.description
    case .nullRequired(let entity, let member):
      return "'\(entity).\(member)' is required and has no default, so it cannot become null"
    case .changedIdentity(let entity, let identity):
      return "a patch for '\(entity)' \(identity) names another row; the identity of a row cannot "
        + "change, so insert a row with the other one and delete this one"
    case .invalidOption(let message):
      return message
    case .unknownRow(let identity, let entity):
      return "'\(entity)' has no row with the identity \(identity)"
    case .unreadableFile(let path, let reason):
      return "cannot read \(path): \(reason)"
    case .closed:
      return "the store is closed; open another one"
    }
  }
}
