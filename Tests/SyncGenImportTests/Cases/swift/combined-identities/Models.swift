import Foundation
import SwiftData

@Model final class Cipher {
  #Unique<Cipher>([\.userID, \.id])
  var id: String
  var userID: String
  var text: String?
}

@Model final class Vote {
  #Unique<Vote>([\.poll, \.voter])
  var poll: Poll
  var voter: String
}

@Model final class Poll {
  #Unique<Poll>([\.id], [\.title, \.day])
  var id: Int
  var title: String
  var day: String
}

@Model final class Mail {
  #Unique<Mail>([\.folder, \.number])
  var id: Int = 0
  var folder: String?
  var number: Int
}
