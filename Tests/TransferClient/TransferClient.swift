import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncURLSession

/// Uploads a sparse file as `multipart/form-data`, downloads as many bytes into a file, and prints
/// the number of bytes of each transfer and the peak memory of the process, in KiB.
///
/// With `get`, requests one path after another and prints the outcome of each, so that a test can
/// let a server send what the system's HTTP client may not survive.
///
/// Usage: `transfer-client SERVER BYTES`, or `transfer-client get SERVER PATH…`
@main struct TransferClient {
  private struct Upload: Endpoint {
    let file: URL
    static let response: WireFormat<JSONValue> = .value()
    static func request(for endpoint: Self) throws(APIError) -> EndpointRequest {
      var request = EndpointRequest(.post, "/studio/photos/1/pictures")
      request.beginParts()
      request.addPart("picture", file: UploadFile(endpoint.file))
      return request
    }
  }

  private struct Download: Endpoint {
    let bytes: Int
    static let response: WireFormat<URL> = .file
    static func request(for endpoint: Self) throws(APIError) -> EndpointRequest {
      EndpointRequest(.get, "/studio/large/\(endpoint.bytes)")
    }
  }

  static func main() async throws {
    if CommandLine.arguments[1] == "get" {
      await get(server(CommandLine.arguments[2]), CommandLine.arguments.dropFirst(3))
    } else {
      try await transfer()
    }
  }

  private static func server(_ argument: String) -> URL {
    guard let url = URL(string: argument) else { exit(64) }
    return url
  }

  private static func get(_ server: URL, _ paths: ArraySlice<String>) async {
    let limits = TransferLimits(idleTime: .seconds(2), responseTime: .seconds(20))
    let client = APIClient(baseURL: server, limits: limits)
    for path in paths {
      do {
        let response = try await client.send(EndpointRequest(.get, path))
        print("\(path): \(response.status), \(response.body.count) bytes")
      } catch {
        print("\(path): \(error)")
      }
      fflush(nil)
    }
  }

  private static func transfer() async throws {
    let server = server(CommandLine.arguments[1])
    let bytes = Int(CommandLine.arguments[2]) ?? 0
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("transfer-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(bytes))
    try handle.close()
    defer { unlink(file.path) }
    let client = APIClient(baseURL: server)
    let progress = UploadFile.Progress()
    async let reports = progress.reduce(0) { count, _ in count + 1 }
    let response = try await client.send(Upload(file: file), progress: progress)
    print("uploaded \(response.json)")
    print("reports \(await reports)")
    print("peak \(peak())")
    let saved = try await client.send(Download(bytes: bytes))
    let size = try FileManager.default.attributesOfItem(atPath: saved.path)[.size] as? Int
    unlink(saved.path)
    print("downloaded \(size ?? 0)")
    print("peak \(peak())")
  }

  private static func peak() -> Int {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss / 1024
    #else
      // Unlike the value of `getrusage`, this does not include memory of the process before the
      // program started.
      let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("VmHWM:") }
      return line.flatMap { Int($0.filter(\.isNumber)) } ?? .max
    #endif
  }
}
