/// A set of rowids, kept like `RowStates`.
struct RowIDSet {
  private var states = RowStates()
  private(set) var isEmpty = true

  func contains(_ rowID: Int64) -> Bool {
    states[rowID] != .untouched
  }

  mutating func insert(_ rowID: Int64) {
    states[rowID] = .present
    isEmpty = false
  }

  mutating func remove(_ rowID: Int64) {
    states[rowID] = .untouched
  }
}
