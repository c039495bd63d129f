/// The names of the attributes and relations that were written, as the queue holds them: `,title,state,`.
///
/// Rows that are pushed together mostly have the same ones, so they are taken apart only where that matters.
struct QueuedFields: Hashable, Sendable {
  /// With commas around, also without a name.
  let list: String

  init(list: String) {
    self.list = list
  }

  init(_ names: Set<String>) {
    list = names.isEmpty ? "," : ",\(names.sorted().joined(separator: ",")),"
  }

  var names: Set<String> { Set(list.split(separator: ",").map(String.init)) }
}
