import SyncGenDiagnostics
import SyncGenYAML

/// Scalars are interpreted by what the key expects, not by YAML's rules.
extension YAMLNode {
  /// Whether the value is empty, `~` or an unquoted `null`.
  var isNull: Bool {
    guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
    return scalar.text.isEmpty || scalar.text == "~" || scalar.text == "null"
  }

  var scalar: YAMLScalar? {
    guard case .scalar(let scalar) = content else { return nil }
    return scalar
  }

  /// The text of an unquoted scalar.
  var plainText: String? {
    scalar.flatMap { $0.isPlain ? $0.text : nil }
  }

  /// Reads a string that is not empty.
  func text(
    for what: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let scalar, !scalar.text.isEmpty else {
      let isEmptyText = scalar?.isPlain == false
      bag.add(
        isEmptyText
          ? .emptyText(what(), at: span) : .wrongShape(what(), expected: "a string", found: self))
      return nil
    }
    return Located(scalar.text, at: span)
  }

  /// Reads an SQL expression.
  func backfill(
    of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let text = text(for: "'backfill' of \(owner())", into: &bag) else { return nil }
    guard let flaw = SQLCondition.flaw(of: text.value) else { return text }
    bag.add(.invalidBackfill(flaw, of: owner(), at: text.span))
    return nil
  }

  func flag(
    for what: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<Bool>? {
    switch plainText {
    case "true": return Located(true, at: span)
    case "false": return Located(false, at: span)
    default:
      bag.add(.notAFlag(what(), found: self))
      return nil
    }
  }

  func integer(
    for what: @autoclosure () -> String, atLeast minimum: Int, into bag: inout DiagnosticBag
  ) -> Located<Int>? {
    if let text = plainText, let value = CanonicalNumber.integer(text), value >= minimum {
      return Located(Int(value), at: span)
    }
    bag.add(.notAnInteger(what(), atLeast: minimum, found: self))
    return nil
  }

  /// Reads one of the values of a list.
  func choice<Choice: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    of type: Choice.Type, among choices: [Choice]? = nil, for what: @autoclosure () -> String,
    into bag: inout DiagnosticBag
  ) -> Located<Choice>? {
    guard let scalar else {
      bag.add(.wrongShape(what(), expected: "a string", found: self))
      return nil
    }
    if let choice = Choice(rawValue: scalar.text), choices?.contains(choice) ?? true {
      return Located(choice, at: span)
    }
    let known = choices?.map(\.rawValue) ?? Choice.allCases.map(\.rawValue)
    bag.add(.unknownValue(scalar.text, for: what(), known: known, at: span))
    return nil
  }

  /// Reads the strings of a list.
  func texts(
    for what: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> [Located<String>]? {
    guard case .sequence(let items) = content else {
      bag.add(.wrongShape(what(), expected: "a list", found: self))
      return nil
    }
    return items.compactMap { $0.text(for: "an item of \(what())", into: &bag) }
  }

  /// Reads the pairs of a mapping whose keys are names. No value at all is an empty mapping.
  func pairs(
    for what: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> [YAMLPair] {
    if isNull { return [] }
    if case .mapping(let pairs) = content { return pairs }
    bag.add(.wrongShape(what(), expected: "a mapping", found: self))
    return []
  }
}
