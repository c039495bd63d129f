import Foundation
import SwiftData

enum Finding: Codable { case chest(String), heart(Int) }
struct Exam: Codable {
  var id = UUID(); var findings: [Finding] = []; var taken = Date.now; var title = "x"
}
struct Plain { var a: Int }

@Model final class Visit {
  @Attribute(.unique) var id: UUID
  var finding: Finding?
  var exam: Exam
  var byWord: [String: [Exam]]
  var matrix: [[Double]]
  var plain: Plain?
  var pair: (Int, Int)?
  init() {}
}
