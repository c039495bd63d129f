import SwiftData

typealias UserID = UUID
typealias Loop = Loop

@Model class Vehicle {
  #Index<Vehicle>([\.wheels])
  var wheels: Int = 4
  var owner: Person?
  @Transient var cache = 0
}

@available(iOS 26, macOS 26, *)
@Model class Car: Vehicle { var seats: Int = 2 }

@Model class Taxi: Car { var number: UserID? }

@Model class Person {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .noAction, inverse: \Vehicle.owner) var vehicles: [Vehicle] = []
  @Relationship(deleteRule: .deny) var home: Place?
  var loop: Loop
}

struct Geo: Codable { var lat, lng: Double; var (a, b) = (1, 2) }

struct Address: Codable {
  var street: String
  var city: String
  var cached: Int = 0
  enum CodingKeys: String, CodingKey { case street = "street_name", city }
}

struct Zone: Codable { var code: String; var title: String }
extension Zone { enum CodingKeys: String, CodingKey { case code = "zone.code"; case title } }

@Model final class Place {
  var address: Address
  var geo: Geo
  var zone: Zone?
  var userID: UserID
  var x, y: Int, label: String = "a"
  var tags: [String] = ["a"]
  var text = """
    two
    lines
    """
}
