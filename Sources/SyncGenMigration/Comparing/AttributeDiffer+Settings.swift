import SwiftSyncValues
import SyncGenSchema

extension AttributeDiffer {
  /// Changes of settings. Those of columns' forms are found with the types.
  func settings(_ old: Attribute, _ new: Attribute, _ index: Int) -> [SchemaChange] {
    old.changes(of: title(new), to: new).map { text, effect in
      switch effect {
      case .rebuild:
        SchemaChange(
          text, .lightweight, because: "the table is rebuilt", data: "rows are kept", at: new.span)
      case .pushes where isPushed(index) && !new.direction.isPushed:
        .retired(text, "\(after.name.name).\(new.name.name)", at: new.span)
      default:
        SchemaChange(text, .lightweight, because: "rows are not changed", at: new.span)
      }
    }
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
