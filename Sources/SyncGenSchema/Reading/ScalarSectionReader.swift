import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads the scalars under `scalars:`.
enum ScalarSectionReader {
  static func read(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> [NamedScalar] {
    (node?.pairs(for: "'scalars'", into: &bag) ?? []).compactMap { scalar($0, into: &bag) }
  }

  private static func scalar(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> NamedScalar? {
    let owner = "scalar '\(pair.key)'"
    guard let keys = KeyedNodes<ScalarKey>(pair.value, of: owner, into: &bag),
      let base = keys.required(.type, of: owner, at: pair.keySpan, into: &bag)?
        .choice(of: ScalarType.self, for: "'type' of \(owner)", into: &bag)?.value
    else { return nil }
    let pattern = pattern(of: base, keys, of: owner, into: &bag)
    var range = range(of: base, keys, of: owner, into: &bag)
    let documentation = keys[.doc]?.text(for: "'doc' of \(owner)", into: &bag)?.value
    let appType = appType(keys, of: owner, into: &bag)
    if appType?.isBuiltIn == true, let node = keys[.swift] {
      if base != .int { bag.add(.unsignedNeedsInteger(of: owner, at: node.span)) }
      range = (range?.minimum ?? "0", range?.maximum)
    }
    let message = message(keys, of: owner, into: &bag)
    guard let check = check(pattern, range, of: owner, into: &bag) else { return nil }
    return NamedScalar(
      name: pair.key, base: base, pattern: pattern?.value, minimum: range?.minimum,
      maximum: range?.maximum, check: check, message: message, appType: appType,
      documentation: documentation, annotations: keys.annotations, span: pair.keySpan)
  }

  private static func message(
    _ keys: KeyedNodes<ScalarKey>, of owner: String, into bag: inout DiagnosticBag
  ) -> String? {
    guard let node = keys[.message] else { return nil }
    if keys[.pattern] == nil, keys[.range] == nil, keys[.swift] == nil {
      bag.add(
        .misplacedKey(
          ScalarKey.message, of: owner, belongs: "a scalar with 'pattern', 'range' or 'swift'",
          at: keys.keySpan(.message) ?? node.span))
    }
    return node.text(for: "'message' of \(owner)", into: &bag)?.value
  }

  private static func appType(
    _ keys: KeyedNodes<ScalarKey>, of owner: String, into bag: inout DiagnosticBag
  ) -> NamedScalar.AppType? {
    let module = name(.import, of: owner, "a module, e.g. Theme", keys, into: &bag)
    let name = name(.swift, of: owner, "a Swift type, e.g. Theme.HexColor", keys, into: &bag)
    if keys[.swift] == nil, let node = keys[.import] {
      bag.add(
        .misplacedKey(
          ScalarKey.import, of: owner, belongs: "a scalar with 'swift'",
          at: keys.keySpan(.import) ?? node.span))
    }
    return name.map { NamedScalar.AppType(name: $0, module: module) }
  }

  /// Reads the name of an app's type or module: identifiers separated by dots.
  private static func name(
    _ key: ScalarKey, of owner: String, _ expected: String, _ keys: KeyedNodes<ScalarKey>,
    into bag: inout DiagnosticBag
  ) -> String? {
    guard let text = keys[key]?.text(for: "'\(key.rawValue)' of \(owner)", into: &bag) else {
      return nil
    }
    let parts = text.value.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy(isIdentifier) else {
      bag.add(.invalidAppType(key, of: owner, expected: expected, text))
      return nil
    }
    return text.value
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    let isWord = text.unicodeScalars.allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType == .decimal
    }
    return isWord && (first == "_" || first.properties.isAlphabetic)
  }

  private static func pattern(
    of base: ScalarType, _ keys: KeyedNodes<ScalarKey>, of owner: String,
    into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let node = keys[.pattern] else { return nil }
    guard base == .string || base == .url else {
      bag.add(
        .misplacedKey(
          ScalarKey.pattern, of: owner, belongs: "text", at: keys.keySpan(.pattern) ?? node.span))
      return nil
    }
    return node.text(for: "'pattern' of \(owner)", into: &bag)
  }

  private static func range(
    of base: ScalarType, _ keys: KeyedNodes<ScalarKey>, of owner: String,
    into bag: inout DiagnosticBag
  ) -> (minimum: String?, maximum: String?)? {
    guard let node = keys[.range] else { return nil }
    guard [.int, .double, .decimal].contains(base) else {
      bag.add(
        .misplacedKey(
          ScalarKey.range, of: owner, belongs: "a number", at: keys.keySpan(.range) ?? node.span))
      return nil
    }
    guard case .sequence(let items) = node.content, items.count == 2,
      let low = bound(items[0], base), let high = bound(items[1], base)
    else {
      let number = base == .int ? "integers" : "numbers"
      bag.add(
        .invalidRange(
          of: owner, "expected two \(number) such as [0, 100], with null for no limit",
          at: node.span))
      return nil
    }
    if let low = low.text, let high = high.text, CanonicalDecimal(high) < CanonicalDecimal(low) {
      bag.add(.invalidRange(of: owner, "\(low) is greater than \(high)", at: node.span))
      return nil
    }
    return (low.text, high.text)
  }

  /// - Returns: `nil` if it is not a bound; a bound without a string for an open end.
  private static func bound(_ node: YAMLNode, _ base: ScalarType) -> (text: String?, Void)? {
    if node.isNull { return (nil, ()) }
    guard let text = node.plainText, let decimal = NumberText.canonicalDecimal(text),
      base != .int || Int64(decimal) != nil
    else { return nil }
    return (decimal, ())
  }

  private static func check(
    _ pattern: Located<String>?, _ range: (minimum: String?, maximum: String?)?, of owner: String,
    into bag: inout DiagnosticBag
  ) -> ScalarCheck? {
    do {
      if let pattern { try TextPattern.check(pattern.value) }
      return try ScalarCheck(
        pattern: pattern?.value, lower: range?.minimum, upper: range?.maximum)
    } catch {
      if let pattern { bag.add(.invalidPattern(error, of: owner, at: pattern.span)) }
      return nil
    }
  }
}
