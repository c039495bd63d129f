package import Foundation

extension Program {
  /// A program of this package, as built along with the tests.
  package init(
    built name: String, _ arguments: [String], in folder: URL? = nil,
    environment: [String: String] = Self.environment
  ) {
    self.init(
      Self.products.appendingPathComponent(name), arguments, in: folder, environment: environment)
  }

  /// Where the package's programs and modules were built: beside the bundle of its tests.
  package static let products: URL = {
    for path in Bundle.allBundles.map(\.bundlePath) + CommandLine.arguments {
      let names = path.components(separatedBy: "/")
      guard let bundle = names.firstIndex(where: { $0.hasSuffix(".xctest") }) else { continue }
      return URL(fileURLWithPath: names[..<bundle].joined(separator: "/"))
    }
    return Bundle.main.bundleURL
  }()
}
