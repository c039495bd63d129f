import SyncGenDiagnostics
import SyncGenYAML

/// Reads `body:` of an endpoint.
///
/// A mapping with the single key `form` or `multipart`, whose value is a mapping, states the format
/// and the fields. Every other body is JSON, except `data` and `file`.
struct EndpointBodyReader {
  struct Body {
    var type: PayloadType?
    var format = BodyFormat.json
    var contentType: String?
  }

  let payloads: PayloadTypeReader
  /// The name for an inline type.
  let name: String
  let owner: String

  func read(
    _ node: YAMLNode?, contentType: YAMLNode?, into bag: inout DiagnosticBag
  ) -> Body {
    var body = node.map { read($0, into: &bag) } ?? Body()
    guard let contentType else { return body }
    let text = contentType.text(for: "'content-type' of \(owner)", into: &bag)
    guard let text else { return body }
    guard [.bytes, .file].contains(body.format) else {
      bag.add(.contentTypeWithoutBytes(owner, at: text.span))
      return body
    }
    guard Self.isMediaType(text.value) else {
      bag.add(.invalidMediaType(text.value, of: owner, at: text.span))
      return body
    }
    body.contentType = text.value
    return body
  }

  private func read(_ node: YAMLNode, into bag: inout DiagnosticBag) -> Body {
    let what = "'body' of \(owner)"
    if let type = node.fileType { return Body(type: type, format: .file) }
    if let (format, stated) = Self.stated(node) {
      let type = fields(of: stated, format, into: &bag)
      return Body(type: type.map(PayloadType.inline), format: format)
    }
    let type = payloads.type(node, named: name, for: what, into: &bag)
    if let type, payloads.unwrapped(type).type == .money {
      bag.add(.moneyAlone(of: what, at: node.span))
      return Body()
    }
    let isBytes = type.map { payloads.unwrapped($0).type == .scalar(.data) } ?? false
    return Body(type: type, format: isBytes ? .bytes : .json)
  }

  private static func stated(_ node: YAMLNode) -> (BodyFormat, YAMLNode)? {
    guard case .mapping(let pairs) = node.content, pairs.count == 1,
      let pair = pairs.first, let format = BodyFormat(rawValue: pair.key),
      [.form, .multipart].contains(format), case .mapping = pair.value.content
    else { return nil }
    return (format, pair.value)
  }

  private func fields(
    of node: YAMLNode, _ format: BodyFormat, into bag: inout DiagnosticBag
  ) -> InlineType? {
    guard format == .multipart else {
      return payloads.inlineType(node, named: name, into: &bag)
    }
    guard let parts = payloads.parts(node, of: name, into: &bag) else { return nil }
    for field in parts.fields where field.type.inlineType != nil {
      bag.add(.partInPlace(field.name.name, of: owner, at: field.span))
    }
    for field in parts.fields where field.type == .money {
      bag.add(.moneyAlone(of: "part '\(field.name.name)' of \(owner)", at: field.span))
    }
    return parts
  }

  private static func isMediaType(_ text: String) -> Bool {
    let parts = text.prefix { $0 != ";" }.split(
      separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
      && text.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
  }
}

extension YAMLNode {
  /// The type of a body that is a file.
  var fileType: PayloadType? {
    switch scalar?.text {
    case "file": .file
    case "file?": .optional(.file)
    default: nil
    }
  }
}
