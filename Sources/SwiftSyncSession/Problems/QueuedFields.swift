/// The names of the written attributes and relationships, as the queue stores them:
/// `,title,state,`.
///
/// Rows that are pushed together mostly have the same list, so it is split only where necessary.
struct QueuedFields: Hashable, Sendable {
  /// The list with commas around it, even without a name.
  let list: String

  init(list: String) {
    self.list = list
  }

  init(_ names: Set<String>) {
    list = names.isEmpty ? "," : ",\(names.sorted().joined(separator: ",")),"
  }

  var names: Set<String> { Set(list.split(separator: ",").map(String.init)) }
}
