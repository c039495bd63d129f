package import Foundation

extension Program {
  /// A program of this package, built together with the tests.
  package init(
    built name: String, _ arguments: [String], in folder: URL? = nil,
    environment: [String: String] = Self.environment
  ) {
    self.init(
      Self.products.appendingPathComponent(name), arguments, in: folder, environment: environment)
  }

  /// The folder with the built programs and modules of the package, next to the test bundle.
  package static let products: URL = {
    for path in Bundle.allBundles.map(\.bundlePath) + CommandLine.arguments {
      let names = path.components(separatedBy: "/")
      guard let bundle = names.firstIndex(where: { $0.hasSuffix(".xctest") }) else { continue }
      return URL(fileURLWithPath: names[..<bundle].joined(separator: "/"))
    }
    return Bundle.main.bundleURL
  }()
}
