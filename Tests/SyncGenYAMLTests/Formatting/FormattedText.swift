import SyncGenDiagnostics
import SyncGenYAML

/// A text after formatting, with what it says.
struct FormattedText {
  let text: String
  let content: YAMLContent?

  /// - Returns: `nil` if the text is not valid YAML.
  init?(_ text: String, path: String = "a.yaml") throws {
    var bag = DiagnosticBag()
    let file = SourceFile(path: path, bytes: Array(text.utf8))
    guard let bytes = try YAMLFormatter.format(file, into: &bag) else { return nil }
    self.text = String(decoding: bytes, as: UTF8.self)
    content = YAMLContent(of: self.text)
  }
}

/// What YAML text says, without places.
enum YAMLContent: Hashable {
  case scalar(YAMLScalar)
  case list([YAMLContent])
  case mapping([Pair])

  struct Pair: Hashable {
    let key: String
    let value: YAMLContent
  }

  /// `nil` if the text is not valid YAML.
  init?(of text: String) {
    var bag = DiagnosticBag()
    let node = YAMLReader.read(bytes: Array(text.utf8), path: "a.yaml", into: &bag)
    guard let node, !bag.hasErrors else { return nil }
    self.init(node)
  }

  private init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar): self = .scalar(scalar)
    case .sequence(let items): self = .list(items.map { YAMLContent($0) })
    case .mapping(let pairs):
      self = .mapping(pairs.map { Pair(key: $0.key, value: YAMLContent($0.value)) })
    }
  }
}
