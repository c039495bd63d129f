import SyncGenDiagnostics
import SyncGenSchema

/// The sentences about a member whose values change, and the permissions that they require.
extension Transition {
  /// The titles of a member, and the texts that differ between attributes and references.
  struct Member {
    /// E.g. `attribute 'Task.title'`.
    let title: String
    /// The name for permissions, e.g. `Task.title`.
    let name: String
    /// How a value could be stated for rows without one.
    let remedy: String
    /// What happens to payloads without a value that is now required, and has no default.
    var rejected: String?
    let span: SourceSpan
  }

  /// The sentence for a member that becomes optional or required, or whose missing values are
  /// filled.
  func optionality(_ member: Member, from wasOptional: Bool, to isOptional: Bool) -> SchemaChange? {
    switch (wasOptional, isOptional) {
    case (false, false): nil
    case (true, true): fillsMissingValues(of: member)
    case (false, true):
      SchemaChange(
        "makes \(member.title) optional", .lightweight, because: "rows are not changed",
        at: member.span)
    case (true, false): requirement(of: member)
    }
  }

  private func fillsMissingValues(of member: Member) -> SchemaChange? {
    guard case .converted(_, .backfill(let backfill)) = self else { return nil }
    return SchemaChange(
      "fills missing values of \(member.title)", .custom, because: "'backfill' computes them",
      suitsCloudKit: false, data: "rows without one get \(backfill)", at: member.span)
  }

  private func requirement(of member: Member) -> SchemaChange {
    let text = "makes \(member.title) required"
    switch self {
    case .fresh(.backfill), .replaced:
      // The change of the values states what they are.
      return SchemaChange(
        text, .custom, because: "'backfill' computes its values", suitsCloudKit: false,
        data: member.rejected, at: member.span)
    case .converted(_, .backfill(let backfill)):
      return SchemaChange(
        text, .custom, because: "'backfill' computes missing values", suitsCloudKit: false,
        data: "rows without one get \(backfill)" + (member.rejected.map { "; " + $0 } ?? ""),
        at: member.span)
    case .fresh(.constant(let value)), .converted(_, .constant(let value)):
      return SchemaChange(
        text, .lightweight, because: "it has a default", suitsCloudKit: false,
        data: "rows without a value get \(SQLText.literal(value))", at: member.span)
    case .fresh, .converted:
      return SchemaChange(
        text, .custom, because: "rows may have no value", suitsCloudKit: false,
        data: "the migration fails if a row has no value", permission: .allowLossy(member.name),
        risks: [.mayFail],
        remedy: member.remedy, at: member.span)
    }
  }
}

extension Transition.Filling {
  /// The sentence for a new member.
  ///
  /// - Parameter lack: What is added to the text if rows need a value that the schema does not
  ///   state.
  func addition(
    _ text: String, lack: String, remedy: String, rejected: String? = nil, at span: SourceSpan
  ) -> SchemaChange {
    switch self {
    case .backfill(let backfill):
      .computed(text, by: backfill, rejected.map { "; " + $0 } ?? "", at: span)
    case .constant(let value):
      SchemaChange(
        text, .lightweight, because: "it has a default", data: "rows get \(SQLText.literal(value))",
        at: span)
    case .null:
      SchemaChange(
        text, .lightweight, because: "it is optional", data: "existing rows get null", at: span)
    case .unstated:
      SchemaChange(
        text + lack, .custom, because: "rows need a value", suitsCloudKit: false, remedy: remedy,
        isImpossible: true, at: span)
    }
  }

  /// The sentence for values that have no conversion.
  ///
  /// - Parameters:
  ///   - values: `values` or `references`.
  ///   - former: The member in the old version, for the permission.
  ///   - isPushed: Whether local changes of it wait to be pushed.
  func deletion(
    _ text: String, of values: String, _ former: String, isPushed: Bool, because reason: String,
    remedy: String, at span: SourceSpan
  ) -> SchemaChange {
    let isImpossible = if case .unstated = self { true } else { false }
    return SchemaChange(
      text, .custom, because: reason, suitsCloudKit: false,
      data: "its \(values) are deleted" + (isPushed ? SchemaChange.unsentOfMember : ""),
      permission: isImpossible ? nil : .drops(former),
      risks: SchemaChange.lossRisks(isPushed: isPushed), remedy: remedy, isImpossible: isImpossible,
      at: span)
  }

  /// What happens to values that do not fit.
  var ofMisfits: String {
    switch self {
    case .backfill(let backfill): "a value that does not fit becomes \(backfill)"
    case .constant(let value): "a value that does not fit becomes \(SQLText.literal(value))"
    case .null: "a value that does not fit becomes null"
    case .unstated: "the migration fails if a value does not fit"
    }
  }
}

extension SchemaChange {
  /// What a sentence says of the local changes of a member whose values are deleted.
  static let unsentOfMember = "; \(unsent)"
  private static let unsent = "local changes of it that are not pushed yet are lost"

  /// The risks of a loss.
  ///
  /// - Parameter isPushed: Whether local changes of what is lost wait to be pushed.
  static func lossRisks(isPushed: Bool) -> Set<MigrationRisk> {
    isPushed ? [.losesData, .losesUnsentChanges] : [.losesData]
  }

  /// A member is no longer pushed.
  static func retired(_ text: String, _ name: String, at span: SourceSpan) -> SchemaChange {
    SchemaChange(
      text, .lightweight, because: "it affects only future local changes",
      data: unsent, permission: .allowLossy(name),
      risks: [.losesUnsentChanges], at: span)
  }

  /// All rows get values that SQL of the schema computes.
  static func computed(
    _ text: String, by backfill: Backfill, _ effects: String = "", permission: Permission? = nil,
    risks: Set<MigrationRisk>? = nil, problem: String? = nil, at span: SourceSpan
  ) -> SchemaChange {
    SchemaChange(
      text, .custom, because: "'backfill' computes its values", suitsCloudKit: false,
      data: "rows get \(backfill)" + effects, permission: permission, risks: risks,
      problem: problem, at: span)
  }
}
