import SyncGenDiagnostics
import SyncGenYAML

/// The statements of a relationship about rows that payloads nest under it.
struct NestingDeclaration {
  var partial: Located<NestingRules.Partial>?
  var keyedBy: Located<String>?
  /// `nil` for all operations.
  var operations: Located<[RowOperation]>?

  var rules: NestingRules {
    NestingRules(
      partial: partial?.value, keyedBy: keyedBy?.value,
      operations: operations?.value ?? RowOperation.allCases)
  }
}

/// Reads `partial:`, `keyed-by:` and `operations:` of a relationship.
enum NestingReader {
  static func read(
    partial: YAMLNode?, keyedBy: YAMLNode?, operations: YAMLNode?,
    of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> NestingDeclaration {
    NestingDeclaration(
      partial: partial.flatMap { self.partial($0, of: owner(), into: &bag) },
      keyedBy: keyedBy?.text(for: "'keyed-by' of \(owner())", into: &bag),
      operations: operations.flatMap { self.operations($0, of: owner(), into: &bag) })
  }

  private static func partial(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<NestingRules.Partial>? {
    switch node.plainText {
    case "true": return Located(.always, at: node.span)
    case "false": return nil
    default:
      guard node.text(for: "'partial' of \(owner())", into: &bag) != nil else { return nil }
      return RemoteReader.path(node, of: owner(), into: &bag).map {
        Located(.sign($0.value), at: $0.span)
      }
    }
  }

  private static func operations(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<[RowOperation]>? {
    guard case .sequence(let items) = node.content, !items.isEmpty else {
      bag.add(
        .wrongShape(
          "'operations' of \(owner())", expected: "a list of operations", item: "operation",
          found: node))
      return nil
    }
    let read = items.compactMap {
      $0.choice(of: RowOperation.self, for: "an operation of \(owner())", into: &bag)?.value
    }
    return Located(RowOperation.allCases.filter(read.contains), at: node.span)
  }
}
