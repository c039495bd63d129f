import Foundation
import SwiftSyncREST

/// Prints a forecast and reports the weather, without a store.
///
/// Usage: `weather-client SERVER [log]`
@main struct WeatherClient {
  static func main() async throws {
    guard let server = URL(string: CommandLine.arguments[1]) else { exit(64) }
    let isLogged = CommandLine.arguments.last == "log"
    let api = WeatherAPI(baseURL: server, xAPIKey: "key", middleware: isLogged ? [.log()] : [])
    let forecasts = try await api.forecast(city: "Köln", days: 2) ?? []
    for forecast in forecasts {
      print(forecast.day, forecast.sky, forecast.low, forecast.high, forecast.place.latitude)
    }
    let seen = Date(timeIntervalSince1970: 1_700_000_000)
    print(try await api.report(city: "Köln", sky: .rain, seenAt: seen).id)
    print(try await api.forecast(city: "Atlantis") == nil)
    do {
      _ = try await api.forecast(city: "Nowhere")
    } catch {
      print(error)
    }
  }
}
