import Testing

/// How a module is compiled: its language mode and its default isolation.
struct IsolationMode: CustomTestStringConvertible, Sendable {
  let language: Int
  /// Xcode's default for new apps.
  let isMainActor: Bool
  let isNonsending: Bool

  /// Every combination.
  static let all = [6, 5].flatMap { language in
    [false, true].flatMap { isMainActor in
      [false, true].map { isNonsending in
        IsolationMode(language: language, isMainActor: isMainActor, isNonsending: isNonsending)
      }
    }
  }

  /// Swift 6 without default isolation.
  static let plain = IsolationMode(language: 6, isMainActor: false, isNonsending: false)
  /// The settings of Xcode's app template.
  static let xcode = IsolationMode(language: 6, isMainActor: true, isNonsending: true)

  /// The compiler's options. Swift 5 checks as strictly as possible.
  var options: [String] {
    ["-swift-version", "\(language)"]
      + (language == 5 ? ["-strict-concurrency=complete"] : [])
      + (isMainActor ? ["-default-isolation", "MainActor"] : [])
      + (isNonsending ? ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"] : [])
  }

  var testDescription: String { options.joined(separator: " ") }
}
