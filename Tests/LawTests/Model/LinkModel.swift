@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// The effect of payloads of boxes and kids on rows and links, according to the payload rules.
///
/// The model writes rows in the order of the payload. It collects statements about links, and
/// evaluates them at the end.
struct LinkModel {
  struct Kid: Hashable {
    var note: String?
    var box: Int?
    var place: Int?
  }

  struct Box: Hashable {
    var name: String?
    var lead: Int?
  }

  struct Pair: Hashable {
    let box: Int
    let other: Int
  }

  struct Waiting: Hashable {
    let box: Int
    let place: Int?
  }

  /// A list of a box that names a kid.
  struct Naming {
    let link: Waiting
    let time: Int
  }

  let world: LinkWorld
  var boxes: [Int: Box] = [:]
  var kids: [Int: Kid] = [:]
  var tags: Set<Pair> = []
  /// By kid.
  var waiting: [Int: Waiting] = [:]
  /// The kids in `waiting` that a list of the call names.
  var waitingNow: Set<Int> = []
  /// By kid, the links of earlier calls that the call has set.
  var arrived: [Int: Waiting] = [:]

  // The state of one call.
  var report = ApplyReport()
  var namedBoxes: Set<Int> = []
  var namedKids: Set<Int> = []
  var appliedBoxes: Set<Int> = []
  var appliedKids: Set<Int> = []
  var seen: Set<String> = []
  var clock = 0
  /// The time at which the link of a kid was last stated.
  var linkTimes: [Int: Int] = [:]
  /// By kid, in the order of the payload.
  var namings: [Int: [Naming]] = [:]
  /// Kids that lists name by id.
  var listedKids: Set<Int> = []
  var ownLinks: Set<Int> = []
  var ownLeads: Set<Int> = []
  var listTimes: [Int: Int] = [:]
  var statedLists: Set<Int> = []
  var statedTags: Set<Int> = []
  /// By row and relationship, the stated ids.
  var stated: [String: Set<Int>] = [:]
  /// Rows that tombstones have deleted.
  var buriedBoxes: Set<Int> = []
  var buriedKids: Set<Int> = []
  /// The rows before the call.
  var oldBoxes: [Int: Box] = [:]
  var oldKids: [Int: Kid] = [:]
  var oldTags: Set<Pair> = []
  /// The kid before the latest list of a box moved it, and whether the kid itself had stated its
  /// link.
  var displaced: [Int: (kid: Kid, isOwn: Bool, time: Int?)] = [:]

  /// By box, what waited for kids before lists of the box let them wait.
  var displacedWaiting: [Int: [Int: Waiting?]] = [:]

  init(_ world: LinkWorld) {
    self.world = world
  }

  /// Applies a list and returns the expected report.
  ///
  /// - Parameter places: The places that the applier has stored.
  mutating func apply(
    _ rows: [LinkRow], ofBoxes: Bool, deletesMissing: Bool, places: LinkPlaces
  ) -> ApplyReport {
    let before = self
    let (boxes, kids, tags, waiting) = (self.boxes, self.kids, self.tags, self.waiting)
    self = LinkModel(world)
    (self.boxes, self.kids, self.tags, self.waiting) = (boxes, kids, tags, waiting)
    (oldBoxes, oldKids, oldTags) = (boxes, kids, tags)
    var rejectedTop = 0
    for row in rows where apply(row, in: nil, isTop: true) == .rejected { rejectedTop += 1 }
    releaseBuried()
    prune()
    if deletesMissing { deleteMissing(ofBoxes: ofBoxes) }
    countUnresolved()
    guard rejectedTop < rows.count || rows.isEmpty else {
      (self.boxes, self.kids, self.tags, self.waiting) = (boxes, kids, tags, waiting)
      return report
    }
    take(places)
    count(against: before, ofBoxes: ofBoxes)
    return report
  }

  enum Outcome { case applied, rejected, tombstoned, named }

  /// - Parameter list: The box in whose list a kid is nested.
  private mutating func apply(_ row: LinkRow, in list: Int?, isTop: Bool = false) -> Outcome {
    if !isTop, isNameOnly(row) { return .named }
    let name: String
    switch row {
    case .box(let box): name = "box \(box.id)"
    case .kid(let kid): name = "kid \(kid.id)"
    }
    let isReference = !isTop && row.isReference
    if !isReference, !seen.insert(name).inserted { report.duplicates += 1 }
    switch row {
    case .box(let box): return apply(box)
    case .kid(let kid): return apply(kid, in: list)
    }
  }

  /// Whether a nested object only names a kid that is not stored.
  private func isNameOnly(_ row: LinkRow) -> Bool {
    guard case .kid(let kid) = row, world.needsNote, kids[kid.id] == nil else { return false }
    return !kid.isGone && kid.note == nil && kid.box == nil
  }

  /// Whether an element of a list only identifies a kid.
  private func isID(_ element: LinkRow.Element) -> Bool {
    element.row.map(isNameOnly) ?? true
  }

  private mutating func apply(_ row: LinkRow.Box) -> Outcome {
    let id = row.id
    if row.isGone {
      bury(box: id)
      namePresent(row)
      return .tombstoned
    }
    clock += 1
    var box = boxes[id] ?? Box()
    if boxes[id] == nil, let old = oldBoxes[id] { box.lead = old.lead }
    namedBoxes.insert(id)
    appliedBoxes.insert(id)
    if let name = row.name { box.name = name }
    if let lead = row.lead {
      box.lead = lead.flatMap { isDeletion($0) ? nil : $0.id }
      ownLeads.insert(id)
      if let lead = box.lead { stated["box \(id) lead", default: []].insert(lead) }
    }
    boxes[id] = box
    if let object = row.lead??.row { _ = apply(object, in: nil) }
    if let kids = row.kids { applyKids(kids, of: id) }
    if let ids = row.tags, boxes[id] != nil {
      statedTags.insert(id)
      stated["box \(id) tags", default: []].formUnion(ids)
      tags = tags.filter { $0.box != id }.union(ids.map { Pair(box: id, other: $0) })
    }
    return .applied
  }

  private mutating func applyKids(_ elements: [LinkRow.Element], of id: Int) {
    var members: [Int] = []
    for element in elements where !members.contains(element.id) { members.append(element.id) }
    let places = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
    var left: Set<Int> = []
    var rejected: Set<Int> = []
    for element in elements {
      guard let row = element.row else {
        left.remove(element.id)
        continue
      }
      switch apply(row, in: id) {
      case .tombstoned: left.insert(row.id)
      // A rejected row is linked as its id if it is stored.
      case .rejected where kids[row.id] == nil:
        rejected.insert(row.id)
        if !elements.contains(where: { $0.id == row.id && isID($0) }) { left.insert(row.id) }
      case .applied, .rejected, .named: left.remove(row.id)
      }
    }
    guard boxes[id] != nil else { return }
    clock += 1
    statedLists.insert(id)
    if !world.isPartial {
      listTimes[id] = clock
      waiting = waiting.filter { $0.value.box != id || rejected.contains($0.key) }
    }
    let named = members.filter { !left.contains($0) }
    if world.isPartial { moveOthers(of: id, besides: named, places) }
    for kid in named {
      let place = world.isOrdered ? places[kid] : nil
      stated["box \(id) kids", default: []].insert(kid)
      let link = Waiting(box: id, place: place)
      namings[kid, default: []].append(Naming(link: link, time: clock))
      if kids[kid] == nil {
        if waiting[kid]?.box != id { displacedWaiting[id, default: [:]][kid] = .some(waiting[kid]) }
        waiting[kid] = link
        waitingNow.insert(kid)
      } else {
        if let row = kids[kid], row.box != id {
          displaced[kid] = (row, ownLinks.contains(kid), linkTimes[kid])
          ownLinks.remove(kid)
        } else if let row = kids[kid], row.place != place, displaced[kid] == nil,
          !ownLinks.contains(kid)
        {
          displaced[kid] = (row, false, linkTimes[kid])
        }
        kids[kid]?.box = id
        kids[kid]?.place = place
        linkTimes[kid] = clock
        listedKids.insert(kid)
      }
    }
  }

  /// Moves the kids that a partial list does not name after the named ones.
  private mutating func moveOthers(of id: Int, besides named: [Int], _ places: [Int: Int]) {
    var others = kids.filter { $0.value.box == id }.map { ($0.value.place, 0, $0.key) }
    others += waiting.filter { $0.value.box == id }.map { ($0.value.place, 1, $0.key) }
    let order = others.compactMap { place, kind, kid in place.map { ($0, kind, kid) } }
      .filter { !named.contains($0.2) }.sorted { $0 < $1 }
    let start = named.compactMap { places[$0] }.max().map { $0 + 1 } ?? 0
    for (index, (_, kind, kid)) in order.enumerated() {
      if kind == 0 {
        kids[kid]?.place = start + index
        renumber(kid, of: id, start + index)
      } else {
        waiting[kid] = Waiting(box: id, place: start + index)
      }
    }
  }

  /// Changes the place that waits for a kid if it is deleted.
  private mutating func renumber(_ kid: Int, of box: Int, _ place: Int) {
    namings[kid] = namings[kid]?.map { naming in
      guard naming.link.box == box else { return naming }
      return Naming(link: Waiting(box: box, place: place), time: naming.time)
    }
  }

  private mutating func apply(_ row: LinkRow.Kid, in list: Int?) -> Outcome {
    let id = row.id
    if row.isGone {
      bury(kid: id)
      if let box = row.box??.row { namePresent(box) }
      return .tombstoned
    }
    clock += 1
    if world.needsNote, kids[id] == nil, row.note == nil {
      report.rejectedCount += 1
      if let box = row.box??.row { namePresent(box) }
      return .rejected
    }
    var kid = kids[id] ?? arriving(id)
    namedKids.insert(id)
    appliedKids.insert(id)
    if let note = row.note { kid.note = note }
    if list == nil, let box = row.box {
      let new = box.flatMap { isDeletion($0) ? nil : $0.id }
      if kid.box != new || isLeftOut(id, of: new) { kid.place = nil }
      kid.box = new
      ownLinks.insert(id)
      linkTimes[id] = clock
      if let new { stated["kid \(id) box", default: []].insert(new) }
    }
    kids[id] = kid
    if let object = row.box??.row {
      _ = apply(object, in: nil)
      // The empty list of a row in it does not remove the row.
      if case .box(let box) = object, box.kids?.isEmpty == true, kids[id] != nil, list == nil {
        linkTimes[id] = clock
      }
    }
    return .applied
  }

  /// Whether neither the latest list of a box nor a later statement names a kid.
  func isLeftOut(_ kid: Int, of box: Int?) -> Bool {
    guard let box, let list = listTimes[box] else { return false }
    return (linkTimes[kid] ?? 0) < list
  }

  /// A new kid, with the link that waited for it or that it had before it was deleted.
  private mutating func arriving(_ id: Int) -> Kid {
    var kid = Kid()
    if let link = waiting.removeValue(forKey: id) {
      // If the list is discarded, the kid has had no link.
      if waitingNow.contains(id) {
        displaced[id] = (kid, false, nil)
      } else if oldKids[id] == nil {
        arrived[id] = link
      }
      kid.box = link.box
      kid.place = link.place
      linkTimes[id] = clock
    } else if let old = oldKids[id] {
      kid.box = old.box
      kid.place = old.place
    }
    return kid
  }

  private func isDeletion(_ element: LinkRow.Element) -> Bool {
    switch element.row {
    case .box(let box): box.isGone
    case .kid(let kid): kid.isGone
    case nil: false
    }
  }
}
