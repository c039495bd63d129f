/// The stored places of kids in the lists of their boxes.
struct LinkPlaces {
  var kids: [Int: Int] = [:]
  var waiting: [Int: Int] = [:]
}

extension LinkModel {
  /// Takes the stored places of each list that has them in the expected order. The order of a
  /// partial list is promised, but not its places, and a row whose place differs counts as updated.
  mutating func take(_ places: LinkPlaces) {
    guard world.isPartial else { return }
    let boxes = Set(kids.values.compactMap(\.box) + waiting.values.map(\.box))
    for box in boxes {
      let kids = self.kids.filter { $0.value.box == box }
      let waiting = self.waiting.filter { $0.value.box == box }
      let own =
        kids.map { ($0.value.place, places.kids[$0.key]) }
        + waiting.map { ($0.value.place, places.waiting[$0.key]) }
      guard Self.ranks(own.map(\.0)) == Self.ranks(own.map(\.1)) else { continue }
      for kid in kids.keys { self.kids[kid]?.place = places.kids[kid] }
      for kid in waiting.keys {
        self.waiting[kid] = Waiting(box: box, place: places.waiting[kid])
      }
    }
  }

  private static func ranks(_ places: [Int?]) -> [Int?] {
    let order = Set(places.compactMap(\.self)).sorted()
    return places.map { place in place.flatMap { order.firstIndex(of: $0) } }
  }
}
