import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenYAML

/// The files to which an OpenAPI document refers.
///
/// References in them are rewritten to be relative to the document, so that they mean the same
/// there.
final class OpenAPIFiles {
  private let path: String
  private var roots: [String: YAMLNode?] = [:]
  /// The files that cannot be read, in the order of the references.
  private(set) var missing: [String] = []

  /// - Parameter path: The path of the document.
  init(besides path: String) { self.path = path }

  /// The target of a reference to another file, such as `paths/notes.yaml#/notes`; `nil` if it
  /// cannot be read.
  func target(_ reference: String) -> YAMLNode? {
    let (name, pointer) = Self.parts(of: reference)
    guard let root = root(name) else { return nil }
    return pointer.isEmpty ? root : OpenAPIPointer.target(pointer, in: root)
  }

  /// The same text for all references to the same place.
  static func canonical(_ reference: String) -> String {
    let (name, pointer) = parts(of: reference)
    return "\(name)#\(pointer)"
  }

  private static func parts(of reference: String) -> (name: String, pointer: Substring) {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let isURL = reference.contains("://")
    let name = String(parts.first ?? "")
    return (isURL ? name : Path.simplified(name), parts.count > 1 ? parts[1] : "")
  }

  private func root(_ name: String) -> YAMLNode? {
    if let known = roots[name] { return known }
    let found = read(name)
    if found == nil { missing.append(name) }
    roots[name] = .some(found)
    return found
  }

  private func read(_ name: String) -> YAMLNode? {
    guard !name.contains("://") else { return nil }
    let path = Path.besides(path, name)
    do throws(FileFailure) {
      let file = try InputFile.read(path, atMost: InputFile.dataLimit)
      // Its mistakes are those of a file that cannot be read.
      var bag = DiagnosticBag()
      let root = YAMLReader.read(file, isPlainYAML: true, into: &bag)
      return bag.hasErrors ? nil : root.map { relative($0, to: name) }
    } catch {
      return nil
    }
  }

  // MARK: References

  private func relative(_ node: YAMLNode, to name: String) -> YAMLNode {
    switch node.content {
    case .scalar: return node
    case .sequence(let elements):
      return YAMLNode(.sequence(elements.map { relative($0, to: name) }), at: node.span)
    case .mapping(let pairs):
      let pairs = pairs.map { pair in
        let value = relative(pair.value, to: name)
        guard pair.key == "$ref", let text = value.text else {
          return YAMLPair(key: pair.key, at: pair.keySpan, value: value)
        }
        let scalar = YAMLScalar(reference(text, in: name), isPlain: false)
        return YAMLPair(
          key: pair.key, at: pair.keySpan, value: YAMLNode(.scalar(scalar), at: value.span))
      }
      return YAMLNode(.mapping(pairs), at: node.span)
    }
  }

  /// The reference as it would be in the document.
  private func reference(_ text: String, in name: String) -> String {
    if text.hasPrefix("#") { return name + text }
    guard !text.contains("://") else { return text }
    let (file, pointer) = Self.parts(of: Path.besides(name, text))
    return file == Path.split(path).name ? "#\(pointer)" : "\(file)#\(pointer)"
  }

  /// What to do about the files that cannot be read.
  var advice: String? {
    guard let first = missing.first else { return nil }
    let rest = missing.count - 1
    let others = rest == 0 ? "" : " and \(rest) other \(rest == 1 ? "file" : "files")"
    return "'\(first)'\(others) cannot be read; bundle the document into one file first, for "
      + "example with 'npx @redocly/cli bundle \(path) --output bundled.yaml'"
  }
}
