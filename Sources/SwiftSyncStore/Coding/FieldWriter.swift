/// Writes the members of an entity one after another to a row, a payload or a list.
///
/// Called by generated code; an app only passes it on.
@_spi(Generated)
public struct FieldWriter {
  private let coding: EntityCoding
  private(set) var row: RowWriter?
  private var encoder: PayloadEncoder?
  /// The states, if neither a row nor a payload is written.
  private(set) var states: [FieldState] = []
  /// The number of members written.
  private var position = 0
  /// The first error. Members after it are not written.
  private var failure: (any Error)?

  init(_ coding: EntityCoding, row: RowWriter? = nil, encoder: PayloadEncoder? = nil) {
    self.coding = coding
    self.row = row
    self.encoder = encoder
  }

  /// Writes the next member, which is required.
  public mutating func value<T: SyncedValue>(_ value: T) {
    optional(value)
  }

  /// Writes the next member, which is optional.
  public mutating func optional<T: SyncedValue>(_ value: T?) {
    let field = next()
    if row != nil {
      row?.set(coding.columns[field], value)
    } else if encoder != nil {
      encode { try $0.set(field, value) }
    } else {
      states.append(value.map { .value($0) } ?? .null)
    }
  }

  /// Writes the next four members, none of which is an amount of money. One call compiles faster
  /// than four.
  public mutating func values<
    First: SyncedValue, Second: SyncedValue, Third: SyncedValue, Fourth: SyncedValue
  >(_ first: First?, _ second: Second?, _ third: Third?, _ fourth: Fourth?) {
    optional(first)
    optional(second)
    optional(third)
    optional(fourth)
  }

  /// Writes the next member, an amount of money.
  public mutating func money(_ value: Money?) {
    let field = next()
    if row != nil {
      row?.set(coding.columns[field], money: value)
    } else if encoder != nil {
      encode { try $0.set(field, money: value) }
    } else {
      states.append(value.map { .value($0) } ?? .null)
    }
  }

  mutating func finish() throws {
    if let failure { throw failure }
    try encoder?.finish()
  }

  private mutating func next() -> Int {
    position += 1
    return coding.members[position - 1]
  }

  private mutating func encode(_ body: (inout PayloadEncoder) throws -> Void) {
    guard failure == nil, var encoder else { return }
    do {
      self.encoder = nil
      try body(&encoder)
    } catch {
      failure = error
    }
    self.encoder = encoder
  }
}
