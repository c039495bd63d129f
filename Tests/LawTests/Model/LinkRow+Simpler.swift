/// Smaller rows, to shrink a failure.
extension LinkRow {
  /// The row without one of its members, at any depth.
  var simpler: [LinkRow] {
    switch self {
    case .box(let box): box.simpler.map(LinkRow.box)
    case .kid(let kid): kid.simpler.map(LinkRow.kid)
    }
  }
}

extension LinkRow.Element {
  /// The id alone, or the object without one of its members.
  fileprivate var simpler: [LinkRow.Element] {
    guard case .object(let row) = self else { return [] }
    return [.id(row.id)] + row.simpler.map(LinkRow.Element.object)
  }
}

extension LinkRow.Box {
  fileprivate var simpler: [LinkRow.Box] {
    var rows: [LinkRow.Box] = []
    func add(_ change: (inout LinkRow.Box) -> Void) {
      var row = self
      change(&row)
      rows.append(row)
    }
    if name != nil { add { $0.name = nil } }
    if lead != nil { add { $0.lead = nil } }
    if tags != nil { add { $0.tags = nil } }
    if kids != nil { add { $0.kids = nil } }
    for element in lead??.simpler ?? [] { add { $0.lead = .some(element) } }
    for place in (tags ?? []).indices { add { $0.tags?.remove(at: place) } }
    for (place, kid) in (kids ?? []).enumerated() {
      add { $0.kids?.remove(at: place) }
      // Objects and ids have different keys.
      for element in kid.simpler where element.isObject { add { $0.kids?[place] = element } }
    }
    return rows
  }
}

extension LinkRow.Kid {
  fileprivate var simpler: [LinkRow.Kid] {
    var rows: [LinkRow.Kid] = []
    func add(_ change: (inout LinkRow.Kid) -> Void) {
      var row = self
      change(&row)
      rows.append(row)
    }
    if note != nil { add { $0.note = nil } }
    if box != nil { add { $0.box = nil } }
    for element in box??.simpler ?? [] { add { $0.box = .some(element) } }
    return rows
  }
}

extension LinkRow {
  /// The row without tombstones of boxes, at any depth.
  var withoutGoneBoxes: LinkRow {
    switch self {
    case .box(var box):
      box.isGone = false
      box.lead = box.lead.map { $0.map(\.withoutGoneBoxes) }
      box.kids = box.kids?.map(\.withoutGoneBoxes)
      return .box(box)
    case .kid(var kid):
      kid.box = kid.box.map { $0.map(\.withoutGoneBoxes) }
      return .kid(kid)
    }
  }
}

extension LinkRow.Element {
  fileprivate var withoutGoneBoxes: LinkRow.Element {
    guard case .object(let row) = self else { return self }
    return .object(row.withoutGoneBoxes)
  }
}
