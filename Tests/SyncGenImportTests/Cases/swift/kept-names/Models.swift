import Foundation
import SwiftData

enum State: String, Codable { case open, closed, unknown }

@Model final class TVSerie {
  @Attribute(.unique) var id: UUID
  var image: Image?
  var state: State
  var `self`: String
}

@Model final class Image {
  @Attribute(.unique) var id: UUID
  var roomId: Int
  var room: HTTPRoom?
}

@Model final class HTTPRoom { var id: UUID }
