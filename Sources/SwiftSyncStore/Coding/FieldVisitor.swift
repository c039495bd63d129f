/// Visits the members of an entity's patch, to read them or to write them.
///
/// Called by generated code; an app only passes it on.
@_spi(Generated)
public struct FieldVisitor {
  enum Mode {
    case read(PayloadDecoder)
    case take(StoredFields)
    case encode
    case collect
    case assign
  }

  private let coding: EntityCoding
  private let mode: Mode
  private var encoder: PayloadEncoder?
  /// The collected or assigned states, one for each field.
  var states: [FieldState]
  /// The number of members visited.
  private var position = 0
  /// The first error. Members after it are not visited.
  private var failure: (any Error)?

  init(_ coding: EntityCoding, _ mode: Mode, _ encoder: PayloadEncoder? = nil) {
    self.coding = coding
    self.mode = mode
    self.encoder = encoder
    states = Array(repeating: .missing, count: coding.fields.count)
  }

  /// Writes values that consist of several members.
  mutating func finishEncoding() throws {
    try encoder?.finish()
  }

  /// Skips a relationship without a member.
  public mutating func skip() {
    position += 1
  }

  /// Visits the next member, an attribute or a reference.
  public mutating func value<T: SyncedValue>(_ member: inout Patch<T>) {
    visit(&member) {
      try $0.value($1)
    } take: {
      try $0.value($1)
    } encode: {
      try $0.set($1, $2)
    }
  }

  /// Visits the next four members, each an attribute or a reference. One call compiles faster than
  /// four.
  public mutating func values<
    First: SyncedValue, Second: SyncedValue, Third: SyncedValue, Fourth: SyncedValue
  >(
    _ first: inout Patch<First>, _ second: inout Patch<Second>, _ third: inout Patch<Third>,
    _ fourth: inout Patch<Fourth>
  ) {
    value(&first)
    value(&second)
    value(&third)
    value(&fourth)
  }

  /// Visits the next member, an amount of money.
  public mutating func money(_ member: inout Patch<Money>) {
    visit(&member) {
      try $0.money($1)
    } take: {
      try $0.money($1)
    } encode: {
      try $0.set($1, money: $2)
    }
  }

  /// Visits the next member, the ids of a to-many relationship.
  public mutating func ids<T: SyncedValue>(_ member: inout Patch<[T]>) {
    visit(&member) {
      try $0.ids($1)
    } take: {
      try $0.ids($1)
    } encode: {
      try $0.set($1, $2)
    }
  }

  func finish() throws {
    if let failure { throw failure }
  }

  mutating func pass(_ patch: some EntityPatch) throws {
    var copy = patch
    copy.visit(&self)
    try finish()
  }

  private mutating func visit<T: Hashable & Sendable>(
    _ member: inout Patch<T>, read: (PayloadDecoder, Int) throws -> Patch<T>,
    take: (StoredFields, Int) throws -> Patch<T>,
    encode: (inout PayloadEncoder, Int, T?) throws -> Void
  ) {
    let field = coding.patchMembers[position]
    position += 1
    guard failure == nil else { return }
    do {
      switch mode {
      case .read(let decoder): member = try read(decoder, field)
      case .take(let stored): member = try take(stored, field)
      case .collect: states[field] = member.map { $0 }
      case .assign: member = states[field].map { $0 as? T }.flattened()
      case .encode:
        guard var encoder, !member.isMissing else { return }
        self.encoder = nil
        try encode(&encoder, field, member.value)
        self.encoder = encoder
      }
    } catch {
      failure = error
    }
  }
}

extension Patch {
  /// The patch with a value of nil converted to missing.
  fileprivate func flattened<T>() -> Patch<T> where Wrapped == T? {
    switch self {
    case .missing, .value(nil): .missing
    case .null: .null
    case .value(.some(let value)): .value(value)
    }
  }
}
