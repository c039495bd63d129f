@Model final class Trip {
  @Attribute(.unique) var id: UUID
  var name: String?
  var start: Date
  var rating: Double = 3
  @Relationship(inverse: \Stop.trip) var stops: [Stop] = []
  @Relationship(inverse: \Photo.trip) var photos: [Photo] = []
}

@Model final class Stop {
  @Attribute(.unique) var id: UUID
  var place: String
  var trip: Trip?
}

@Model final class Photo {
  @Attribute(.unique) var id: UUID
  var trip: Trip?
}
