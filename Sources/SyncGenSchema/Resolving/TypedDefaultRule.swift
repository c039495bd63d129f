import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Checks that the default after a type is written as its type requires: text in quotation marks,
/// and other values without them.
struct TypedDefaultRule {
  let type: AttributeType
  let owner: String
  let constants: ConstantTypes
  /// Whether `new` and `now` are permitted.
  let allowsGenerated: Bool
  /// Whether the member is part of the identity, so that `temporary` is permitted.
  let isIdentity: Bool

  /// What is wrong with the form; `nil` if the value can be read.
  func problem(_ stated: TypedDefault) -> Diagnostic? {
    switch type {
    case .money: .defaultNeedsKey(stated, of: owner, "money")
    case .value: .defaultNeedsKey(stated, of: owner, "a type with fields")
    case .scalar(.data): .defaultNeedsKey(stated, of: owner, "data")
    case .scalar(.json): json(stated)
    case .scalar(let scalar) where Self.textTypes.contains(scalar): text(stated, scalar)
    case .scalar(let scalar): number(stated, scalar)
    case .enumeration(let id): enumCase(stated, constants.enums[id.index])
    case .array, .dictionary: nil
    }
  }

  private static let textTypes: [ScalarType] = [.string, .url, .uuid, .date, .day]

  private func json(_ stated: TypedDefault) -> Diagnostic? {
    let isLiteral =
      ["null", "true", "false"].contains(stated.text) || NumberText.isNumber(stated.text)
    return stated.form == .word && !isLiteral ? .bareText(stated, of: owner) : nil
  }

  private func text(_ stated: TypedDefault, _ scalar: ScalarType) -> Diagnostic? {
    guard stated.form == .word else {
      let word = stated.unquoted.flatMap { isKeyword($0, of: scalar) ? $0 : nil }
      return word.map { .quotedDefault(stated, of: owner, fix: $0) }
    }
    if stated.text == "null" || stated.text == "~" { return nil }
    if isKeyword(stated.text, of: scalar) || stated.text == "temporary" && isIdentity { return nil }
    // Other words are not values of the type with quotation marks either.
    let quoted = YAMLScalar(stated.text, isPlain: false)
    return DefaultReader.constant(quoted, of: scalar) == nil ? nil : .bareText(stated, of: owner)
  }

  private func isKeyword(_ text: String, of scalar: ScalarType) -> Bool {
    switch (scalar, text) {
    case (.uuid, "new"), (.date, "now"): allowsGenerated
    default: false
    }
  }

  private func number(_ stated: TypedDefault, _ scalar: ScalarType) -> Diagnostic? {
    guard stated.form == .text, let text = stated.unquoted else { return nil }
    let plain = YAMLScalar(text, isPlain: true)
    let isValue = DefaultReader.constant(plain, of: scalar) != nil
    return .quotedDefault(stated, of: owner, fix: isValue ? text : nil)
  }

  private func enumCase(_ stated: TypedDefault, _ model: EnumModel) -> Diagnostic? {
    guard stated.form == .text, let text = stated.unquoted else { return nil }
    let found = model.cases.first {
      $0.name.name == text || $0.rawValue == .string(text)
    }
    return .quotedDefault(stated, of: owner, fix: found?.name.name)
  }
}

extension TypedDefault {
  /// The text without its quotation marks.
  fileprivate var unquoted: String? {
    do {
      return try JSONNodeReader.node(of: text, at: span).scalar?.text
    } catch {
      return nil
    }
  }
}
