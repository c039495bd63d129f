import Foundation
import SwiftData
import SwiftSync

@Syncable @Model final class Project {
  @Attribute(.unique) var id: String
  var name: String
  @Relationship(inverse: \Job.project) var jobs: [Job]
  init() {}
}

@Syncable @Model final class Job {
  #Index<Job>([\.projectID, \.number])
  #Unique<Job>([\.ownerID, \.number])
  var number: Int
  var projectID: String
  var ownerID: UUID?
  var labelIDs: [Int] = []
  @RemoteKey("review_key") var reviewerID: UUID
  var roomId: Int
  @NotExport var project: Project?
  var owner: Person
  var labels: [Label]
  var reviewer: Person?
  var room: Room?
  init() {}
}

@Model final class Person { var id: UUID; init() {} }
@Model final class Label { var id: Int = 0; init() {} }
@Model final class Room { var id: UUID; init() {} }
