/// A schema with every construct that a record can have, and an app that uses them.
enum GRDBConstructs {
  static let schema = """
    swiftsync: 1
    name: Shelf
    version: 1
    generate: { output: Shelf, access: internal, sets: [swift, grdb] }
    lint: { standard: off }
    scalars:
      Color: { type: string, swift: HexColor }
      Moment: { type: date, swift: Instant }
    enums:
      Kind: { cases: [book, map], unknown: reject }
      Level: { cases: { low: 1, high: 2 } }
    types:
      Size: { width: int, height: "int?", color: "Color?" }
      Mark:
        tag: kind
        cases:
          pin: { label: string }
          flag: {}
    entities:
      Shelf:
        attributes: { kind: Kind, color: Color, filter: string, isAway: { type: bool, default: false }, awayAt: "date?" }
        relations:
          items: { to: [Item], inverse: shelf, ordered: true }
        identity: kind
        sync: { archive: { flag: isAway, date: awayAt } }
      Item:
        attributes:
          number: int
          price: money?
          priceMinorUnits: int
          size: Size?
          mark: Mark
          marks: { type: [Mark], default: [] }
          levels: { type: "[string: Level]", default: {} }
          level: Level?
          fee: decimal?
          page: url?
          extra: json?
          cover: data?
          madeAt: { type: "Moment?", storage: integer }
          readAt: { type: "date?", storage: integer }
          addedAt: date
          old: { type: "string?", deprecated: It is old. }
        relations:
          shelf: Shelf
          owner: { to: "Owner?", deprecated: There are readers. }
          readers: { to: [Owner], through: Reading, ordered: true }
        identity: [shelf, number]
      Owner:
        attributes: { since: day, labelsRequest: "string?" }
        relations:
          labels: { to: [Label], inverse: owner }
          seal: Label?
          all: { to: [Note], inverse: subject }
        identity: since
      Reading:
        attributes: { id: { type: uuid, default: new }, goneAt: "date?" }
        relations:
          item: { to: Item, on-delete: cascade }
          owner: { to: Owner, on-delete: cascade }
        sync: { tombstone: { attribute: goneAt, soft-delete: true } }
      Label:
        attributes: { id: Color, rank: decimal }
        relations: { owner: { to: "Owner?" }, sealed: { to: "Owner?", inverse: seal } }
      Note:
        attributes: { id: decimal, text: string }
        relations: { subject: { to-any: { Owner: owner } } }
    """

  static let uses = """
    import Foundation
    import GRDB
    import SwiftSyncRuntime

    nonisolated struct HexColor: StoredScalar {
      let stored: String
      init(stored: String) { self.stored = stored }
    }
    nonisolated struct Instant: StoredScalar {
      let stored: Date
      init(stored: Date) { self.stored = stored }
    }

    nonisolated func rows(_ db: Database, _ owner: Owner, _ item: Item) throws {
      let day: CalendarDay = owner.since
      let date: Date? = nil
      _ = try Owner.fetchOne(db, id: day)
      _ = try Owner.find(db, id: day)
      _ = try Owner.exists(db, id: day)
      _ = try Owner.deleteAll(db, ids: [day])
      _ = try Shelf.fetchOne(db, id: .book)
      _ = try Item.fetchAll(db, ids: [item.id])
      try Item.deleteOne(db, id: item.identity)
      _ = try owner.labelsRequestRequest.filter(identity: HexColor(stored: "#ffffff")).fetchAll(db)
      _ = try Reading.find(db, id: UUID())
      _ = Reading.all().excludingSoftDeleted()
      _ = Item.including(all: Item.readers).including(required: Item.shelf.excludingSoftDeleted())
      _ = Owner.including(all: Owner.allAssociation).including(optional: Owner.seal)
      _ = Item.filter { $0.addedAt <= Date() && $0.readAt == nil && $0.readAt <= date }
      _ = Item.filter { $0.mark == Mark.flag && $0.marks != [] && [Level.low].contains($0.level) }
      _ = Item.filter { $0.size == Size(width: 1) && $0.levels == [:] && $0.fee != 1.5 }
      _ = Item.filter { $0.madeAt == Instant(stored: Date()) && $0.level >= Level.low && Date() > $0.addedAt }
      _ = Item.filter { $0.priceMinorUnitsColumn > 5 && $0.priceCurrency == "EUR" }
      _ = Item.filter { (Date(timeIntervalSince1970: 0)...Date()).contains($0.addedAt) }
      _ = Item.filter { (Date(timeIntervalSince1970: 0)..<Date()).contains($0.readAt) }
      _ = Item.filter { [Date()].contains($0.addedAt) && nil == $0.extra && date == $0.readAt }
      _ = Item.filter { ($0.readAt ?? Date()) < $0.addedAt || $0.addedAt === date }
      try Item.all().updateAll(db) {
        [$0.readAt.set(to: nil), $0.addedAt.set(to: Date()), $0.readAt.set(to: date), $0.level.set(to: Level.high)]
      }
    }
    """
}
