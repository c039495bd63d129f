import Testing

/// How a module is compiled: its language mode and what it isolates by default.
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

  /// Swift 6 without an isolation by default.
  static let plain = IsolationMode(language: 6, isMainActor: false, isNonsending: false)
  /// What Xcode's template of an app sets.
  static let xcode = IsolationMode(language: 6, isMainActor: true, isNonsending: true)

  /// The compiler's options. Swift 5 checks as strictly as it can.
  var options: [String] {
    ["-swift-version", "\(language)"]
      + (language == 5 ? ["-strict-concurrency=complete"] : [])
      + (isMainActor ? ["-default-isolation", "MainActor"] : [])
      + (isNonsending ? ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"] : [])
  }

  var testDescription: String { options.joined(separator: " ") }
}
