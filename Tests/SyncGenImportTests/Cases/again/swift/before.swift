@Model final class Trip {
  @Attribute(.unique) var id: UUID
  var name: String
  var start: Date
  var rating: Int = 3
  @Relationship(inverse: \Stop.trip) var stops: [Stop] = []
}

@Model final class Stop {
  @Attribute(.unique) var id: UUID
  var place: String
  var note: String?
  var trip: Trip?
}
