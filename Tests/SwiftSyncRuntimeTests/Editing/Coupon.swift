import Foundation
@_spi(Generated) import SwiftSyncRuntime

// The expected output of the generator for an entity whose checks have messages.

/// A discount.
struct Coupon: Identifiable, Hashable, Sendable {
  var id: Int
  var code: String
  var percent: Int
  var steps: [Decimal]
  var isActive: Bool
  var note: String?

  init(
    id: Int = 1, code: String, percent: Int, steps: [Decimal] = [], isActive: Bool,
    note: String? = nil
  ) {
    self.id = id
    self.code = code
    self.percent = percent
    self.steps = steps
    self.isActive = isActive
    self.note = note
  }
}

extension Coupon: SyncedEntity {
  typealias Identity = Int

  var identity: Identity { self.id }

  static let coding = EntityCoding(
    #"""
    {"name":"Coupon","table":"coupons",
    "columns":[
    ["id","INTEGER",true],
    ["code","TEXT",true],
    ["percent","INTEGER",true],
    ["steps","TEXT",true],
    ["is_active","INTEGER",true],
    ["note","TEXT"]
    ],
    "attributes":[
    {"name":"id","type":"int","column":"id","remote":["id"],"default":[1]},
    {"name":"code","type":"string","scalar":{"name":"Code","pattern":"^[A-Z]+$","message":"Use capital letters."},"column":"code","remote":["code"]},
    {"name":"percent","type":"int","scalar":{"name":"Percent","min":"1","message":"coupon.percent"},"column":"percent","remote":["percent"]},
    {"name":"steps","type":{"array":"decimal"},"scalar":{"name":"Step","min":"0.5","max":"9.5"},"column":"steps","remote":["steps"],"default":["[]"]},
    {"name":"isActive","type":"bool","column":"is_active","remote":["is_active"]},
    {"name":"note","type":"string","optional":true,"column":"note","remote":["note"]}
    ],
    "identity":["id"],"check":"percent < 50 OR is_active = 0","checkMessage":"Half price is too much."}
    """#)

  init(fields: inout FieldReader) throws {
    try self.init(
      id: fields.int(), code: fields.string(), percent: fields.int(), steps: fields.value(),
      isActive: fields.bool(), note: fields.optionalString())
  }

  func write(to fields: inout FieldWriter) {
    fields.values(self.id, self.code, self.percent, self.steps)
    fields.value(self.isActive)
    fields.optional(self.note)
  }

  struct QueriedMembers {
    let id: QueriedColumn<Int>
    let code: QueriedColumn<String>
    let percent: QueriedColumn<Int>
    let steps: QueriedColumn<[Decimal]>
    let isActive: QueriedColumn<Bool>
    let note: QueriedColumn<String?>
  }
}

/// A partial update of `Coupon`.
struct CouponPatch: EntityPatch {
  typealias Entity = Coupon

  var id: Patch<Int> = .missing
  var code: Patch<String> = .missing
  var percent: Patch<Int> = .missing
  var steps: Patch<[Decimal]> = .missing
  var isActive: Patch<Bool> = .missing
  var note: Patch<String> = .missing

  mutating func visit(_ fields: inout FieldVisitor) {
    fields.values(&self.id, &self.code, &self.percent, &self.steps)
    fields.value(&self.isActive)
    fields.value(&self.note)
  }
}

extension Coupon {
  typealias Patch = CouponPatch
}

extension Coupon: DraftableEntity {
  static var blank: Coupon { Coupon(code: "", percent: 0, isActive: false) }

  static var blankMembers: [AnyKeyPath: String] {
    [\Coupon.code: "code", \Coupon.percent: "percent", \Coupon.isActive: "isActive"]
  }
}
