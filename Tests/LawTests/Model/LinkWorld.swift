import TestHelpers

/// The schemas that `LinkModel` covers: boxes with kids in a list, and tags in a join table.
struct LinkWorld {
  /// The rule of `Kid.box`.
  let onDelete: String
  let isOrdered: Bool
  /// Whether a kid requires a note, so that an object without one is rejected, or only names a kid
  /// if it has nothing but an identity.
  let needsNote: Bool
  /// Whether lists of kids keep the kids that they do not name.
  var isPartial = false

  static let all: [LinkWorld] =
    ["nullify", "keep", "cascade"].flatMap { rule in
      [false, true].flatMap { isOrdered in
        [false, true].map { LinkWorld(onDelete: rule, isOrdered: isOrdered, needsNote: $0) }
      }
    }
    + ["nullify", "cascade"].flatMap { rule in
      [false, true].map {
        LinkWorld(onDelete: rule, isOrdered: true, needsNote: $0, isPartial: true)
      }
    }

  var schema: LawSchema {
    get throws {
      try LawSchema.of(
        """
        swiftsync: 1
        name: Links
        version: 1
        entities:
          Box:
            attributes: { id: int, name: string?, goneAt: date? }
            relations:
              lead: { to: "Kid?", inverse: none }
              kids: { to: [Kid], inverse: box\(order) }
              tags: { to: [Tag], inverse: none }
            sync: { tombstone: goneAt }
          Kid:
            attributes: { id: int, note: \(needsNote ? "string" : "string?"), goneAt: date? }
            relations: { box: { to: "Box?", on-delete: \(onDelete) } }
            sync: { tombstone: goneAt }
          Tag:
            attributes: { id: int }
        """)
    }
  }
}

extension LinkWorld {
  private var order: String {
    (isOrdered ? ", ordered: true" : "") + (isPartial ? ", missing-rows: keep" : "")
  }
}

/// A row of a payload, for a box or a kid.
indirect enum LinkRow {
  /// An element of a list, or the value of a to-one relationship.
  enum Element {
    case id(Int)
    case object(LinkRow)
  }

  struct Box {
    var id: Int
    var name: String?
    var isGone = false
    /// `nil` is a missing key.
    var lead: Element??
    var kids: [Element]?
    var tags: [Int]?
  }

  struct Kid {
    var id: Int
    var note: String?
    var isGone = false
    var box: Element??
  }

  case box(Box)
  case kid(Kid)

  var id: Int {
    switch self {
    case .box(let box): box.id
    case .kid(let kid): kid.id
    }
  }
}

extension LinkRow {
  /// Whether it has nothing but an identity. A nested object of this kind is no occurrence of a row.
  var isReference: Bool {
    switch self {
    case .box(let box):
      box.name == nil && !box.isGone && box.lead == nil && box.kids == nil && box.tags == nil
    case .kid(let kid):
      kid.note == nil && !kid.isGone && kid.box == nil
    }
  }
}

extension LinkRow {
  /// A random row.
  static func random(isBox: Bool, depth: Int, _ random: inout Randomness) -> LinkRow {
    let id = random.number(1...4)
    if isBox {
      var box = Box(id: id)
      if random.chance(40) { box.name = random.pick(["a", "b"]) }
      box.isGone = random.chance(12)
      if random.chance(30) { box.lead = .some(toOne(isBox: false, depth, &random)) }
      if random.chance(60) {
        box.kids = (0..<random.number(0...3)).map { _ in element(isBox: false, depth, &random) }
        // A list of ids alone has its own key; a list of objects may also contain ids.
        if random.chance(50) || depth == 0 { box.kids = box.kids?.filter { !$0.isObject } }
      }
      if random.chance(30) {
        box.tags = (0..<random.number(0...2)).map { _ in random.number(1...3) }
      }
      return .box(box)
    }
    var kid = Kid(id: id)
    if random.chance(70) { kid.note = random.pick(["a", "b"]) }
    kid.isGone = random.chance(12)
    if random.chance(50) { kid.box = .some(toOne(isBox: true, depth, &random)) }
    return .kid(kid)
  }

  private static func toOne(
    isBox: Bool, _ depth: Int, _ random: inout Randomness
  ) -> Element? {
    random.chance(20) ? nil : element(isBox: isBox, depth, &random)
  }

  private static func element(
    isBox: Bool, _ depth: Int, _ random: inout Randomness
  ) -> Element {
    guard depth > 0, random.chance(50) else { return .id(random.number(1...4)) }
    return .object(.random(isBox: isBox, depth: depth - 1, &random))
  }

  /// The row as JSON.
  var payload: Payload {
    var object = Payload.object([.init(key: "id", value: .scalar("\(id)"))])
    switch self {
    case .box(let box):
      if let name = box.name { object["name"] = .text(name) }
      if box.isGone { object["gone_at"] = .text("2026-01-01") }
      if let lead = box.lead { object[lead.key("lead", "lead_id")] = lead?.payload ?? .null }
      if let kids = box.kids {
        let isNested = kids.contains(where: \.isObject)
        object[isNested ? "kids" : "kid_ids"] = .list(kids.map(\.payload))
      }
      if let tags = box.tags { object["tag_ids"] = .list(tags.map { .scalar("\($0)") }) }
    case .kid(let kid):
      if let note = kid.note { object["note"] = .text(note) }
      if kid.isGone { object["gone_at"] = .text("2026-01-01") }
      if let box = kid.box { object[box.key("box", "box_id")] = box?.payload ?? .null }
    }
    return object
  }
}

extension LinkRow.Element {
  var id: Int {
    switch self {
    case .id(let id): id
    case .object(let row): row.id
    }
  }

  var row: LinkRow? {
    if case .object(let row) = self { row } else { nil }
  }

  var isObject: Bool { row != nil }

  fileprivate var payload: Payload { row?.payload ?? .scalar("\(id)") }
}

extension LinkRow.Element? {
  fileprivate func key(_ object: String, _ id: String) -> String {
    self?.isObject == true ? object : id
  }
}
