import Foundation
import Programs
import Testing

/// Kills the tool again and again, at moments spread over the whole of its work.
struct KillLoop {
  /// When a kill came, as what it left tells.
  enum Moment {
    case early
    case middle
    case late
  }

  struct Tally {
    var early = 0
    var middle = 0
    var late = 0
    var total: Int { early + middle + late }

    mutating func count(_ moment: Moment) {
      switch moment {
      case .early: early += 1
      case .middle: middle += 1
      case .late: late += 1
      }
    }
  }

  let scratch: Scratch
  let arguments: [String]
  /// A file that is there when the work begins, if that can be told: most kills come after it.
  var beginning: String?
  /// What the tool finds when it starts.
  let prepare: () throws -> Void

  /// Seconds that the tool takes if it is not killed, at least.
  func duration() async throws -> TimeInterval {
    var shortest = TimeInterval.infinity
    for _ in 0..<3 {
      try prepare()
      let (outcome, seconds) = try await Tool.timedRun(arguments, in: scratch)
      #expect(outcome.status == 0, "\(outcome.errors)")
      shortest = min(shortest, seconds)
    }
    return shortest
  }

  /// Kills it that many times, and more often until enough kills came while it worked.
  ///
  /// - Parameters:
  ///   - middle: How many kills have to come while it works.
  ///   - first: A number that no other loop of the test has, so that its moments are others.
  ///   - judge: Checks what a kill has left, and tells when it came; it gets how long the tool ran.
  func kill(
    times: Int, middle: Int, within duration: TimeInterval, from first: Int = 0,
    _ judge: (TimeInterval) async throws -> Moment
  ) async throws {
    var tally = Tally()
    var longest = duration
    var longestWork = duration
    var attempt = first
    while tally.total < times || tally.middle < middle, attempt < first + times * 4 {
      attempt += 1
      try prepare()
      // Spread over the whole run, and every other one over its end, where it commits, by a step
      // that never repeats itself.
      let step = (Double(attempt) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      let share = attempt % 2 == 0 ? step : 0.7 + 0.3 * step
      let file = attempt % 5 == 0 ? nil : beginning
      let delay = file == nil ? longest * (0.05 + share) : longestWork * step
      let (outcome, seconds) = try await Tool.timedRun(
        arguments, in: scratch, killedAfter: delay, after: file)
      guard outcome.status == -SIGKILL else {
        // It was faster than the kill.
        #expect(outcome.status == 0, "\(outcome.errors)")
        longest = min(longest * 0.98, seconds)
        if file != nil { longestWork = min(longestWork * 0.9, seconds) }
        continue
      }
      let moment = try await judge(delay)
      // How long the work takes depends on what else the machine does.
      if file != nil { longestWork *= 1.01 } else if moment == .early { longest *= 1.02 }
      tally.count(moment)
    }
    print("kills: \(tally)")
    #expect(tally.total >= times)
    // Those before the work and after it prove little.
    #expect(tally.middle >= middle, "\(tally)")
  }
}
