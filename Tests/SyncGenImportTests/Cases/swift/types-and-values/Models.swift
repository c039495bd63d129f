import Foundation
import SwiftData

enum Mood: String, Codable { case calm, wild }

@Model final class Walk {
  @Attribute(.unique) var id: UUID
  var tags: Set<String>
  var title: String
  var counts: Dictionary<String, Int>
  var steps: Array<Int>
  var pages: Int
  var walkers = [Walker]()
  var words = [String]()
  var marks = Set<Int>(), seconds = Dictionary<String, Double>()
  var offset = -1
  var height = -1.5
  var mask = 0x1e
  var share = 1e3
  var mood = Mood.calm
  var started = Date()
  var names = ["a", "b"]
  var closure = { 1 }()
  init(id: UUID) { self.id = id }
}

@Model final class Walker {
  var name: String
  var walk: Walk?
  init(name: String) { self.name = name }
}
