import SyncGenDiagnostics
import SyncGenSchema

/// Determines how stored values of an enum are converted to those of its next version.
struct EnumConverter {
  let pairing: SchemaPairing

  /// The conversion of a column with a single value.
  func conversion(_ old: EnumID, _ new: EnumID, _ column: String) -> ValueConversion {
    let rule = Rule(old, new, pairing)
    guard !rule.isIdentity else { return .none }
    return .sql(rule.expression(column), isLossy: rule.isLossy)
  }

  /// The conversion of a value inside a JSON text.
  func conversion(inJSON old: EnumID, _ new: EnumID) -> JSONConversion {
    let rule = Rule(old, new, pairing)
    guard !rule.isIdentity else { return .copied }
    return .scalar(isLossy: rule.isLossy) { source in
      rule.expression(source.json) { SQLText.string($0.json) }
    }
  }

  /// The conversion of a column with a list or dictionary of values, as JSON.
  func conversion(
    _ old: EnumID, _ new: EnumID, elementsOf column: String, isArray: Bool
  ) -> ValueConversion {
    let rule = Rule(old, new, pairing)
    guard !rule.isIdentity else { return .none }
    let value = rule.expression("value")
    let list =
      isArray ? "json_group_array(\(value))" : "json_group_object(key, \(value))"
    let sql =
      "CASE WHEN \(column) IS NOT NULL THEN (SELECT \(list) FROM json_each(\(column))"
      + (rule.isLossy ? " WHERE \(value) IS NOT NULL" : "") + ") END"
    return .sql(sql, isLossy: rule.isLossy)
  }

  /// The rule for each raw value.
  private struct Rule: Sendable {
    private var changed: [(old: EnumModel.RawValue, new: EnumModel.RawValue)] = []
    /// The values that may be kept; `nil` if all may.
    private var allowed: [EnumModel.RawValue]?
    private let changesKind: Bool
    let isLossy: Bool

    init(_ old: EnumID, _ new: EnumID, _ pairing: SchemaPairing) {
      let (before, after) = (pairing.old[old], pairing.new[new])
      let isSame = pairing.enums.oldPositions[new.index] == old.index
      let cases = isSame ? pairing.cases[new.index] : nil
      for pair in cases?.pairs ?? [] {
        let values = (before.cases[pair.old].rawValue, after.cases[pair.new].rawValue)
        if values.0 != values.1 { changed.append((values.0, values.1)) }
      }
      changesKind = before.hasIntegerValues != after.hasIntegerValues
      let known = Set(after.cases.map(\.rawValue)).union(changed.map(\.old))
      let isClosed = before.unknownValues == .reject
      let allKnown = isClosed && before.cases.allSatisfy { known.contains($0.rawValue) }
      if after.unknownValues == .reject, !allKnown {
        allowed = after.cases.map(\.rawValue)
      }
      isLossy = allowed != nil || changesKind && !allKnown
    }

    var isIdentity: Bool { changed.isEmpty && allowed == nil && !changesKind }

    /// - Parameter literal: Returns the SQL literal of a value that the column may contain.
    func expression(
      _ column: String, literal: (EnumModel.RawValue) -> String = \.sql
    ) -> String {
      var sql = "CASE"
      for change in changed {
        sql += " WHEN \(column) = \(literal(change.old)) THEN \(literal(change.new))"
      }
      if changesKind { return changed.isEmpty ? "NULL" : sql + " END" }
      guard let allowed else { return sql + " ELSE \(column) END" }
      let values = allowed.map(literal).joined(separator: ", ")
      return sql + " WHEN \(column) IN (\(values)) THEN \(column) END"
    }
  }
}

extension EnumModel.RawValue {
  /// The value as JSON.
  var json: String {
    switch self {
    case .string(let text): JSONDocument.text(text).text()
    case .int(let value): "\(value)"
    }
  }
}
