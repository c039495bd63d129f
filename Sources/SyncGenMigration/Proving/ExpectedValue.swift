import SyncGenSchema

/// The expected effect on an attribute's values of types, independent of the plan's own SQL.
///
/// The old string of each row is recorded, parsed after the change, and compared with the new one,
/// member by member.
package struct ExpectedValue: Sendable {
  /// A statement that records the state before the change, in the database `swiftsync_aside`.
  package let record: String
  /// A query that returns the old strings and the new ones.
  package let texts: String
  /// A statement that removes the records.
  package let cleanup: String
  private let comparison: ValueComparison
  private let old: AttributeType
  private let new: AttributeType
  private let title: String
  /// The replacement for a value that does not fit, if the attribute is required.
  private let fallback: String?

  /// The expectations of a step, for attributes that keep their type, or become a list of it.
  package static func all(of step: VersionStep) -> [ExpectedValue] {
    let maker = RowExpectationMaker(step)
    return maker.pairing.members.flatMap { members in
      members.attributes.pairs.compactMap { pair in
        ExpectedValue(maker, members, old: pair.old, new: pair.new)
      }
    }
  }

  private init?(_ maker: RowExpectationMaker, _ members: SchemaPairing.Members, old: Int, new: Int)
  {
    let pairing = maker.pairing
    let (before, after) = (pairing.old[members.old], pairing.new[members.new])
    let (former, attribute) = (before.attributes[old], after.attributes[new])
    guard former.type.valueType != nil, let table = maker.table(of: members.new),
      let position = former.columns.first,
      let newPosition = attribute.columns.first,
      table.sources[newPosition].expression != nil
    else { return nil }
    self.old = former.type
    self.new = attribute.type
    comparison = ValueComparison(pairing: pairing)
    // A value that has no new form then has the value of an expression, which is not known here.
    let isFilled = members.newBackfill(of: new, pairing)?.fits(attribute.type) ?? false
    let keepsAll =
      TypePairing(pairing).isSame(former.type, attribute.type)
      && !comparison.isLossy(former.type, attribute.type)
    if isFilled, !keepsAll { return nil }
    if case .text(let text) = after.columns[newPosition].defaultValue {
      fallback = text
    } else {
      fallback = nil
    }
    title = "\(table.new.name.name).\(after.columns[newPosition].name.name)"
    let notes = "swiftsync_aside.swiftsync_values_\(members.new.index)_\(new)"
    let places = table.old.key.enumerated().map {
      "\($1.quoted) AS row_\($0)"
    }
    record =
      "CREATE TABLE \(notes) AS SELECT \(places.joined(separator: ", ")), "
      + "\(before.columns[position].name.quoted) AS text FROM main.\(table.old.name.quoted);"
    texts =
      "SELECT DISTINCT notes.text, found.\(after.columns[newPosition].name.quoted) FROM \(notes) AS notes "
      + maker.row(of: table, members, notes: "notes") + " WHERE notes.text IS NOT NULL"
    cleanup = "DROP TABLE \(notes);"
  }

  /// A description of the problem with the new string of a row; `nil` if it matches the two
  /// versions.
  package func problem(from text: String, to newText: String?) -> String? {
    guard let before = StoredJSON(text) else { return nil }
    let isLost = newText == nil || newText == fallback
    if isLost, comparison.isLossy(old, new) { return nil }
    let after = newText.flatMap { StoredJSON($0) }
    guard let problem = comparison.problem(before, after, old, new, at: "") else { return nil }
    return "a row of '\(title)' \(problem); the old value is \(before.shortText)"
  }
}
