import SwiftSyncValues
import SyncGenSchema

/// States the format of most dates once as a convention, and other formats at their attributes.
enum DateConventions {
  /// The precedence of formats that are equally frequent.
  private static let order = [DateFormat.iso8601, .unix, .unixMilliseconds].map {
    DateFormats([$0])
  }

  static func state(in schema: inout ImportedSchema) {
    var counts: [DateFormats: Int] = [:]
    schema.changeAttributes { attribute in
      let dates = attribute.remoteDates
      if !dates.isAuto, dates.formats.count == 1 { counts[dates, default: 0] += 1 }
    }
    let most = counts.values.max()
    let frequent = counts.filter { $0.value == most }.keys
    guard
      let convention = order.first(where: frequent.contains)
        ?? frequent.min(by: { $0.text < $1.text })
    else { return }
    schema.conventions.remoteDates = convention
    schema.changeAttributes { attribute in
      if attribute.remoteDates == convention { attribute.remoteDates = .auto }
    }
  }
}
