import Foundation
import Programs
import Testing

/// Kills the tool repeatedly, at moments spread over its whole run.
struct KillLoop {
  /// When a kill happened, judged by its effects.
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

  /// Multiplies the numbers of kills: 1, or `KILLS`.
  private static let factor = Int(ProcessInfo.processInfo.environment["KILLS"] ?? "") ?? 1

  let scratch: Scratch
  let arguments: [String]
  /// A file that exists once the work has begun, if there is one: most kills happen after that.
  var beginning: String?
  /// Prepares the files that the tool finds when it starts.
  let prepare: () throws -> Void

  /// The shortest time in seconds that the tool takes if it is not killed.
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

  /// Kills the tool at least `times` times, and until enough kills happened during its work.
  ///
  /// - Parameters:
  ///   - middle: The number of kills that must happen during the work.
  ///   - late: The number of kills that must happen after the work, before the process ends.
  ///   - first: A number that differs between the loops of a test, so that their moments differ.
  ///   - judge: Checks the effects of a kill and returns when it happened; its argument is how long
  ///     the tool ran.
  func kill(
    times: Int, middle: Int, late: Int = 0, within duration: TimeInterval, from first: Int = 0,
    _ judge: (TimeInterval) async throws -> Moment
  ) async throws {
    let (times, middle) = (times * Self.factor, middle * Self.factor)
    var tally = Tally()
    var longest = duration
    var longestWork = duration
    var attempt = first
    while tally.total < times || tally.middle < middle || tally.late < late,
      attempt < first + times * 4
    {
      attempt += 1
      try prepare()
      // Spread over the whole run, and every second kill over its end, where the tool commits, with
      // a step that never repeats.
      let step = (Double(attempt) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      let share = attempt % 2 == 0 ? step : 0.7 + 0.3 * step
      let file = attempt % 5 == 0 ? nil : beginning
      let delay = file == nil ? longest * (0.05 + share) : longestWork * step
      let (outcome, seconds) = try await Tool.timedRun(
        arguments, in: scratch, killedAfter: delay, after: file)
      guard outcome.status == -SIGKILL else {
        // The tool finished before the kill.
        #expect(outcome.status == 0, "\(outcome.errors)")
        longest = min(longest * 0.98, seconds)
        if file != nil { longestWork = min(longestWork * 0.9, seconds) }
        continue
      }
      let moment = try await judge(delay)
      // The duration of the work depends on the load of the machine.
      if file != nil { longestWork *= 1.01 } else if moment == .early { longest *= 1.02 }
      tally.count(moment)
    }
    print("kills: \(tally)")
    #expect(tally.total >= times)
    // Kills before or after the work prove little.
    #expect(tally.middle >= middle, "\(tally)")
  }
}
