import SyncGenSchema

extension AttributeDiffer {
  /// Changes that concern only payloads and local writes.
  func settings(_ old: Attribute, _ new: Attribute) -> [SchemaChange] {
    var texts: [String] = []
    if old.direction != new.direction {
      texts.append(
        "'direction' of \(title(new)) from '\(old.direction.rawValue)' to '\(new.direction.rawValue)'"
      )
    }
    if old.type.hasSameDates(as: new.type), old.remoteDates != new.remoteDates {
      texts.append(
        "'dates' of \(title(new)) from '\(old.remoteDates.text)' to '\(new.remoteDates.text)'"
      )
    }
    if old.isEmptyNull != new.isEmptyNull {
      texts.append("'empty-is-null' of \(title(new)) to \(new.isEmptyNull)")
    }
    if old.invalidValues != new.invalidValues {
      let (was, becomes) = (old.invalidValues?.rawValue, new.invalidValues?.rawValue)
      texts.append("'invalid' of \(title(new)) from \(was ?? "none") to \(becomes ?? "none")")
    }
    if old.separator != new.separator {
      let (was, becomes) = (old.separator, new.separator)
      texts.append(
        "'separated' of \(title(new)) from \(was.map { "'\($0)'" } ?? "none") to "
          + (becomes.map { "'\($0)'" } ?? "none"))
    }
    if old.isTouched != new.isTouched {
      texts.append("'touch' of \(title(new)) to \(new.isTouched)")
    }
    return texts.map {
      SchemaChange(
        "changes \($0)", .lightweight, because: "rows are not changed", at: new.span)
    }
  }
}

extension AttributeType {
  /// Whether both types contain dates, or both contain days, so that they have date formats.
  func hasSameDates(as other: AttributeType) -> Bool {
    hasDates && other.hasDates || hasDays && other.hasDays
  }
}

extension RemoteMapping {
  /// The spelling in a schema.
  var text: String {
    switch self {
    case .paths(let paths):
      paths.count == 1
        ? paths[0].dotted : "[" + paths.map(\.dotted).joined(separator: ", ") + "]"
    case .firstValue(let paths): "{ first-value: [\(paths.map(\.dotted).joined(separator: ", "))] }"
    case .money(let money):
      "{ \(money.isMajor ? "major" : "minor"): \(money.amount.dotted), "
        + (money.currency.map { "currency: \($0.dotted) }" }
          ?? "currency-code: \(money.code ?? "") }")
    }
  }

  /// Whether everything that was written is still written, and everything that was read is still
  /// read.
  func isKept(by new: RemoteMapping) -> Bool {
    guard case .paths(let old) = self, case .paths(let paths) = new else { return self == new }
    return old.first == paths.first && old.allSatisfy(paths.contains)
  }
}
