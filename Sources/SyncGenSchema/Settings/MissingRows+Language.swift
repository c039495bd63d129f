package import SwiftSyncValues
package import SyncGenDiagnostics
import SyncGenYAML

/// The key of `missing-rows` if a value decides.
package enum KeepIfKey: String, LanguageKey {
  case keepIf = "keep-if"

  package var entry: KeyEntry {
    KeyEntry(
      LanguageSchema.string,
      "The path of a value. If it is true, not empty, or missing, the rows are kept.",
      isRequired: true)
  }
}

extension MissingRows {
  /// `delete`, `keep` or `{ keep-if: path }`, as a schema states it.
  package var document: JSONDocument {
    switch self {
    case .delete: return .text("delete")
    case .keep: return .text("keep")
    case .keepIf(let path):
      var object = JSONObject()
      object.add(named: KeepIfKey.keepIf.rawValue, .text(path))
      return .object(object)
    }
  }

  /// The word of the value, for templates.
  package var kind: String {
    switch self {
    case .delete: "delete"
    case .keep: "keep"
    case .keepIf: KeepIfKey.keepIf.rawValue
    }
  }

  /// The path of the value that decides.
  package var path: String? {
    if case .keepIf(let path) = self { path } else { nil }
  }

  /// The value in messages.
  package var words: String {
    switch self {
    case .delete: "'delete'"
    case .keep: "'keep'"
    case .keepIf(let path): "'keep-if: \(path)'"
    }
  }

  /// Reads `delete`, `keep` or `{ keep-if: path }`.
  ///
  /// - Parameters:
  ///   - what: The value in messages.
  ///   - owner: What has the path, in messages.
  static func read(
    _ node: YAMLNode, for what: String, of owner: String, into bag: inout DiagnosticBag
  ) -> Located<MissingRows>? {
    guard node.isMapping else {
      switch node.scalar?.text {
      case "delete": return Located(.delete, at: node.span)
      case "keep": return Located(.keep, at: node.span)
      case nil: bag.add(.wrongShape(what, expected: Self.expected, found: node))
      case let text?: bag.add(.unknownMissingRows(text, for: what, at: node.span))
      }
      return nil
    }
    guard let keys = KeyedNodes<KeepIfKey>(node, of: what, into: &bag),
      let path = keys.required(.keepIf, of: what, at: node.span, into: &bag)
    else { return nil }
    return RemoteReader.path(path, key: KeepIfKey.keepIf.rawValue, of: owner, into: &bag).map {
      Located(.keepIf($0.value.dotted), at: node.span)
    }
  }

  private static let expected = "'delete', 'keep' or '{ keep-if: … }'"
}

extension Codec where Value == MissingRows {
  static var missingRows: Self {
    Self(
      schema: LanguageSchema.reference("missingRows"),
      read: { MissingRows.read($0, for: $1.text, of: $1.owner, into: &$2)?.value },
      write: \.document, word: \.words,
      samples: [.delete, .keep, .keepIf("more"), .keepIf("page.more")])
  }
}

extension Diagnostic {
  fileprivate static func unknownMissingRows(
    _ text: String, for what: String, at span: SourceSpan
  ) -> Diagnostic {
    let isFlag = text == "true" || text == "false"
    return unknownValue(
      text, for: what, known: ["delete", "keep"],
      hint: isFlag ? nil : "if a value in the payload decides, write '{ keep-if: \(text) }'",
      at: span)
  }
}
