import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads `remote:`: a path, a list of them, the first value of several, or the two paths of money.
enum RemoteReader {
  static func read(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> RemoteDeclaration? {
    switch node.content {
    case .scalar: return valuePath(node, of: owner(), into: &bag).map { .paths([$0]) }
    case .sequence(let items):
      let paths = items.compactMap { valuePath($0, of: owner(), into: &bag) }
      guard paths.count == items.count, !paths.isEmpty else {
        if items.isEmpty {
          bag.add(
            .wrongShape(
              "'remote' of \(owner())", expected: "a path or paths", item: "path", found: node))
        }
        return nil
      }
      return .paths(paths)
    case .mapping(let pairs):
      return pairs.contains { $0.key == FirstValueKey.firstValue.rawValue }
        ? firstValue(node, of: owner(), into: &bag) : money(node, of: owner(), into: &bag)
    }
  }

  /// Like `read`, for a relationship, which has no amount: a mapping names the parts of an
  /// identity.
  static func readRelation(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> RemoteDeclaration? {
    guard case .mapping(let pairs) = node.content,
      !pairs.contains(where: { pair in
        pair.key == FirstValueKey.firstValue.rawValue
          || MoneyRemoteKey.allCases.contains { $0.rawValue == pair.key }
      })
    else { return read(node, of: owner(), into: &bag) }
    let parts = pairs.compactMap { pair in
      valuePath(pair.value, of: owner(), into: &bag).map {
        (key: Located(pair.key, at: pair.keySpan), path: $0)
      }
    }
    return parts.count == pairs.count && !parts.isEmpty ? .parts(parts) : nil
  }

  private static func firstValue(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> RemoteDeclaration? {
    let what = "'remote' of \(owner)"
    guard let keys = KeyedNodes<FirstValueKey>(node, of: what, into: &bag),
      let list = keys[.firstValue]
    else { return nil }
    guard case .sequence(let items) = list.content, !items.isEmpty else {
      bag.add(
        .wrongShape(
          "'remote.first-value' of \(owner)", expected: "a list of paths", item: "path", found: list
        ))
      return nil
    }
    let paths = items.compactMap { valuePath($0, of: owner, into: &bag) }
    return paths.count == items.count ? .firstValue(paths) : nil
  }

  /// Reads a path through objects and lists.
  static func valuePath(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<RemotePath>? {
    guard let text = node.text(for: "'remote' of \(owner())", into: &bag) else { return nil }
    guard let steps = ValuePath.steps(text.value),
      steps.allSatisfy({ $0.key.map(isKey) ?? true })
    else {
      bag.add(.invalidRemote(text.value, of: owner(), at: text.span))
      return nil
    }
    let afterEach = steps.drop { $0 != .each }.dropFirst()
    guard afterEach.allSatisfy({ $0.key != nil }) else {
      bag.add(.listInEachElement(text.value, of: owner(), at: text.span))
      return nil
    }
    return Located(RemotePath(steps: steps), at: text.span)
  }

  private static func money(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> RemoteDeclaration? {
    var what: String { "'remote' of \(owner)" }
    guard let keys = KeyedNodes<MoneyRemoteKey>(node, of: what, into: &bag) else { return nil }
    guard let (amount, isMajor) = amount(keys, what, at: node.span, into: &bag),
      let path = valuePath(amount, of: owner, into: &bag)
    else { return nil }
    if let stated = keys[.currencyCode] {
      guard keys[.currency] == nil else {
        bag.add(.twoCurrencies(of: owner, at: stated.span))
        return nil
      }
      return code(stated, of: owner, isMajor: isMajor, into: &bag).map {
        .money(MoneyDeclaration(amount: path, isMajor: isMajor, currency: nil, code: $0))
      }
    }
    return keys.required(.currency, of: what, at: node.span, into: &bag)
      .flatMap { valuePath($0, of: owner, into: &bag) }
      .map { .money(MoneyDeclaration(amount: path, isMajor: isMajor, currency: $0, code: nil)) }
  }

  private static func amount(
    _ keys: KeyedNodes<MoneyRemoteKey>, _ what: String, at span: SourceSpan,
    into bag: inout DiagnosticBag
  ) -> (node: YAMLNode, isMajor: Bool)? {
    guard let major = keys[.major] else {
      return keys.required(.minor, of: what, at: span, into: &bag).map { ($0, false) }
    }
    guard keys[.minor] == nil else {
      bag.add(.minorAndMajor(what, at: major.span))
      return nil
    }
    return (major, true)
  }

  private static func code(
    _ node: YAMLNode, of owner: String, isMajor: Bool, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let text = node.text(for: "'currency-code' of \(owner)", into: &bag) else { return nil }
    let code = text.value.uppercased()
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      bag.add(.invalidCurrency(text, of: owner, "expected three letters"))
      return nil
    }
    guard !isMajor || CurrencyExponent.of(code) != nil else {
      bag.add(.invalidCurrency(text, of: owner, "whose number of decimals is unknown"))
      return nil
    }
    return Located(code, at: text.span)
  }

  /// Reads a path that contains only keys of objects, for something other than a member of an
  /// entity.
  static func path(
    _ node: YAMLNode, key: String = "remote",
    of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<RemotePath>? {
    guard let text = node.text(for: "'\(key)' of \(owner())", into: &bag) else { return nil }
    guard let path = plainPath(text.value) else {
      bag.add(.invalidRemote(text.value, key: key, of: owner(), at: text.span))
      return nil
    }
    return Located(path, at: text.span)
  }

  /// A path that consists of keys; keys with dots are in quotation marks.
  private static func plainPath(_ text: String) -> RemotePath? {
    guard text.utf8.contains(UInt8(ascii: "\"")) else {
      let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      return keys.allSatisfy(isKey) ? RemotePath(keys) : nil
    }
    guard let steps = ValuePath.steps(text),
      steps.allSatisfy({ $0.key.map(isKey) ?? false })
    else { return nil }
    return RemotePath(steps: steps)
  }

  /// Reads a path in a response, for something other than a field.
  static func path(
    _ node: YAMLNode, _ what: String, in owner: String, example: String,
    into bag: inout DiagnosticBag
  ) -> RemotePath? {
    guard let text = node.text(for: "\(what) of \(owner)", into: &bag) else { return nil }
    var problems = DiagnosticBag()
    if let path = path(node, of: owner, into: &problems) { return path.value }
    bag.add(.invalidResponsePath(text, what, of: owner, example: example))
    return nil
  }

  static func isKey(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, let last = key.unicodeScalars.last else {
      return false
    }
    return first != " " && last != " "
      && key.unicodeScalars.allSatisfy { $0.value >= 0x20 && !$0.isDeceptive }
  }
}
