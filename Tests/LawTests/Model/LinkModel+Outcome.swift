@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Effects that depend on the whole call.
extension LinkModel {
  // MARK: - Tombstones

  /// A tombstone deletes a row and discards everything that the payload has stated about it.
  mutating func bury(box id: Int) {
    buriedBoxes.insert(id)
    boxes[id] = nil
    // A discarded list has moved no kid.
    for (kid, row) in kids where row.box == id && !ownLinks.contains(kid) {
      guard let link = displaced.removeValue(forKey: kid) else { continue }
      kids[kid]?.box = link.kid.box
      kids[kid]?.place = link.kid.place
      if link.isOwn { ownLinks.insert(kid) }
      linkTimes[kid] = link.time
    }
    for (kid, former) in displacedWaiting.removeValue(forKey: id) ?? [:]
    where waiting[kid]?.box == id {
      waiting[kid] = former
    }
    for name in ["lead", "kids", "tags"] { stated["box \(id) \(name)"] = nil }
    ownLeads.remove(id)
    if statedTags.contains(id) {
      tags = tags.filter { $0.box != id }.union(oldTags.filter { $0.box == id })
    }
    statedLists.remove(id)
    statedTags.remove(id)
    listTimes[id] = nil
    for kid in namings.keys { namings[kid]?.removeAll { $0.link.box == id } }
    namedBoxes.remove(id)
    appliedBoxes.remove(id)
  }

  mutating func bury(kid id: Int) {
    buriedKids.insert(id)
    displaced[id] = nil
    remove(kid: id)
    stated["kid \(id) box"] = nil
    ownLinks.remove(id)
    linkTimes[id] = nil
    listedKids.remove(id)
    namedKids.remove(id)
    appliedKids.remove(id)
  }

  /// Stored rows inside a row that is not applied count as present.
  mutating func namePresent(_ row: LinkRow) {
    switch row {
    case .box(let box):
      if boxes[box.id] != nil { namedBoxes.insert(box.id) }
      if let lead = box.lead??.row { namePresent(lead) }
      for kid in box.kids ?? [] {
        guard let row = kid.row else {
          if !box.isGone, kids[kid.id] != nil { listedKids.insert(kid.id) }
          continue
        }
        namePresent(row)
      }
    case .kid(let kid):
      if kids[kid.id] != nil { namedKids.insert(kid.id) }
      if let box = kid.box??.row { namePresent(box) }
    }
  }

  mutating func namePresent(_ box: LinkRow.Box) {
    if let lead = box.lead??.row { namePresent(lead) }
    for kid in box.kids ?? [] {
      guard let row = kid.row else { continue }
      namePresent(row)
    }
  }

  mutating func releaseBuried() {
    for id in buriedBoxes.sorted() where boxes[id] == nil {
      if oldBoxes[id] != nil {
        release(box: id)
      } else {
        waiting = waiting.filter { $0.value.box != id }
      }
    }
    for id in buriedKids.sorted() where kids[id] == nil && oldKids[id] != nil { release(kid: id) }
  }

  /// Removes the links to a deleted box.
  private mutating func release(box id: Int) {
    tags = tags.filter { $0.box != id }
    waiting = waiting.filter { $0.value.box != id }
    guard world.onDelete != "keep" else { return }
    for (kid, row) in kids.sorted(by: { $0.key < $1.key }) where row.box == id {
      if world.onDelete == "cascade", !namedKids.contains(kid), !listedKids.contains(kid) {
        remove(kid: kid)
        release(kid: kid)
      } else if !ownLinks.contains(kid) {
        kids[kid]?.box = nil
        kids[kid]?.place = nil
      }
    }
  }

  /// Deletes a kid; the latest list that still names it waits for it.
  private mutating func remove(kid id: Int) {
    guard kids.removeValue(forKey: id) != nil else { return }
    let latest = namings[id]?.last { naming in
      boxes[naming.link.box] != nil
        && (world.isPartial || naming.time == listTimes[naming.link.box])
    }
    let former = arrived.removeValue(forKey: id)
    if let link = latest?.link, link.box != former?.box {
      displacedWaiting[link.box, default: [:]][id] = .some(former)
    }
    if let link = latest?.link ?? former { waiting[id] = link }
  }

  private mutating func release(kid id: Int) {
    for (box, row) in boxes where row.lead == id && !ownLeads.contains(box) {
      boxes[box]?.lead = nil
    }
    if let link = waiting[id], !statedLists.contains(link.box) { waiting[id] = nil }
  }

  // MARK: - Lists and missing rows

  /// Unlinks or deletes the kids that are missing in complete lists.
  mutating func prune() {
    for (kid, row) in kids.sorted(by: { $0.key < $1.key }) {
      guard let box = row.box, let list = listTimes[box], (linkTimes[kid] ?? 0) < list else {
        continue
      }
      if world.onDelete == "cascade", !namedKids.contains(kid), !listedKids.contains(kid) {
        remove(kid: kid)
        release(kid: kid)
      } else {
        ownLinks.remove(kid)
        kids[kid]?.box = nil
        kids[kid]?.place = nil
      }
    }
  }

  mutating func deleteMissing(ofBoxes: Bool) {
    if ofBoxes {
      let missing = boxes.keys.filter { !namedBoxes.contains($0) }.sorted()
      for id in missing { boxes[id] = nil }
      for id in missing { release(box: id) }
    } else {
      let missing = kids.keys.filter { !namedKids.contains($0) }.sorted()
      for id in missing { remove(kid: id) }
      for id in missing { release(kid: id) }
    }
  }

  // MARK: - Counting

  mutating func countUnresolved() {
    let missing = stated.flatMap { statement in
      statement.value.compactMap { id -> String? in
        if statement.key.hasSuffix("tags") { return "Tag/\(id)" }
        if statement.key.hasSuffix("box") { return boxes[id] == nil ? "Box/\(id)" : nil }
        return kids[id] == nil ? "Kid/\(id)" : nil
      }
    }
    report.unresolvedReferences = missing.count
    report.unresolvedRows = .counting(missing)
  }

  /// Counts each row once, by its outcome.
  mutating func count(against before: LinkModel, ofBoxes: Bool) {
    func members(_ model: LinkModel, _ box: Int) -> [Int: Int?] {
      model.kids.filter { $0.value.box == box }.mapValues(\.place)
    }
    func pairs(_ model: LinkModel, _ box: Int) -> Set<Pair> { model.tags.filter { $0.box == box } }
    let boxCounts = counts(before.boxes, boxes, appliedBoxes) { id in
      (statedLists.contains(id) && members(before, id) != members(self, id))
        || (statedTags.contains(id) && pairs(before, id) != pairs(self, id))
    }
    let kidCounts = counts(before.kids, kids, appliedKids) { _ in false }
    let (top, nested) = ofBoxes ? (boxCounts, kidCounts) : (kidCounts, boxCounts)
    report.inserted = top.inserted
    report.updated = top.updated
    report.unchanged = top.unchanged
    report.deleted = top.deleted
    if nested != ApplyReport.RelatedCounts() { report.related[ofBoxes ? "Kid" : "Box"] = nested }
  }

  private func counts<Row: Hashable>(
    _ before: [Int: Row], _ after: [Int: Row], _ applied: Set<Int>,
    hasOtherMembers: (Int) -> Bool
  ) -> ApplyReport.RelatedCounts {
    var counts = ApplyReport.RelatedCounts()
    counts.inserted = after.keys.count { before[$0] == nil }
    counts.deleted = before.keys.count { after[$0] == nil }
    for (id, row) in before {
      guard let new = after[id] else { continue }
      if new != row || hasOtherMembers(id) {
        counts.updated += 1
      } else if applied.contains(id) {
        counts.unchanged += 1
      }
    }
    return counts
  }
}

extension [String: Int]? {
  /// How often each name occurs; `nil` if there are no names.
  static func counting(_ names: [String]) -> [String: Int]? {
    names.isEmpty ? nil : Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
