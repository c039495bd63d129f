import Foundation
import SwiftSyncRuntime
import Tracker

/// A client of the simulation as a separate process, so that it can be killed.
///
///     sync-client DATABASE SERVER batch|operations|rest [BUG]
///     sync-client DATABASE SERVER cards
///     sync-client DATABASE FILE import
///
/// It opens its store, reports this, and carries out the orders on standard input, line by line,
/// until the input ends.
@main
struct SyncClient {
  static func main() async {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.count == 3, arguments[2] == "cards" {
        return try await CardClient.run(
          URL(fileURLWithPath: arguments[0]), server: server(arguments[1]), ReplyWriter())
      }
      if arguments.count == 3, arguments[2] == "import" {
        return try await ImportClient.run(
          URL(fileURLWithPath: arguments[0]), from: URL(fileURLWithPath: arguments[1]),
          ReplyWriter())
      }
      guard arguments.count >= 3, let kind = PushEndpoint.WireProtocol(rawValue: arguments[2])
      else {
        throw Unusable(description: "expected DATABASE SERVER batch|operations|rest|cards [BUG]")
      }
      let bug = try arguments.dropFirst(3).first.map(PlantedBug.init)
      let replies = ReplyWriter()
      let client = try await Client(
        URL(fileURLWithPath: arguments[0]), server: server(arguments[1]), kind, bug, replies)
      replies.write(Reply(id: 0, event: .done))
      for await line in InputLines.stream() {
        let order = try JSONDecoder().decode(Order.self, from: Data(line.utf8))
        // A sync continues while the next orders arrive.
        Task { await client.carryOut(order) }
      }
    } catch {
      FileHandle.standardError.write(Data("sync-client: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func server(_ argument: String) throws -> URL {
    guard let url = URL(string: argument) else {
      throw Unusable(description: "not a URL: \(argument)")
    }
    return url
  }
}

/// The reason why the program cannot start.
struct Unusable: Error, CustomStringConvertible {
  let description: String
}

/// The lines of standard input.
enum InputLines {
  static func stream() -> AsyncStream<String> {
    AsyncStream { lines in
      let thread = Thread {
        while let line = readLine() { lines.yield(line) }
        lines.finish()
      }
      thread.start()
    }
  }
}

/// Writes replies, one per line.
struct ReplyWriter: Sendable {
  func write(_ reply: Reply) {
    do {
      let line = try JSONEncoder().encode(reply) + Data("\n".utf8)
      // One call per line, so that the lines of two tasks do not mix.
      try FileHandle.standardOutput.write(contentsOf: line)
    } catch {
      // Nothing reads the output any more.
      exit(2)
    }
  }
}
