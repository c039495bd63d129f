import Foundation
import SwiftData

@Model final class Patient {
  #Unique<Patient>([\.mrn])
  var mrn: String
  var age: Int = 0
}

@Model final class Bookmark {
  @Attribute(.unique) var link: URL
  var title: String?
}

@Model final class Place {
  #Unique<Place>([\.latitude, \.longitude])
  var latitude: Double
  var longitude: Double
}

@Model final class Account {
  #Unique<Account>([\.email], [\.phone])
  var email: String
  var phone: String
}
