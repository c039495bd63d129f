package import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The mark of a copied built-in template in its first line, e.g. `original=schema.sql@1f0c5e1be0a1f0d2`:
/// the name of the built-in template, and its digest at that time.
package struct TemplateStamp: Hashable, Sendable {
  /// The short name of the built-in template, e.g. `Entity.swift`.
  package let name: String
  private let digest: String

  private init(name: String, digest: String) {
    self.name = name
    self.digest = digest
  }

  /// The stamp for a copy of a built-in template.
  package init(of builtIn: SourceFile) {
    let file = builtIn.path.split(separator: "/").last.map(String.init) ?? builtIn.path
    self.init(
      name: BuiltInTemplateLoader.shortName(file), digest: ContentDigest.text(of: builtIn.bytes))
  }

  /// The stamp of a file; `nil` if it has none.
  package init?(in template: SourceFile) {
    var bag = DiagnosticBag()
    let parsed = Template.parse(template, filters: SchemaFilters.table, into: &bag)
    guard let value = parsed?.directive?[.original] else { return nil }
    self.init(value)
  }

  private init?(_ value: TemplateDirective.Value) {
    let parts = value.text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].count == ContentDigest.width else {
      return nil
    }
    self.init(name: String(parts[0]), digest: String(parts[1]))
  }

  /// Whether some bytes are the built-in template that was copied.
  package func isOf(_ bytes: [UInt8]) -> Bool {
    ContentDigest.text(of: bytes) == digest
  }

  /// The current built-in template of that name; `nil` if there is none any more.
  package var builtIn: SourceFile? { TemplateListing.builtIn(named: name).first }

  // MARK: Text

  private var text: String { "original=\(name)@\(digest)" }

  /// A template with the stamp in its first line, in place of an earlier one.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    let marker = Array("{# swiftsync:".utf8)
    let bytes = Self.removed(from: bytes)
    guard bytes.starts(with: marker), let end = bytes[...].firstRange(ofText: "#}") else {
      return marker + Array(" \(text) #}\n".utf8) + bytes
    }
    let content = bytes[..<end.lowerBound].reversed().drop { $0 <= 0x20 }.reversed()
    return content + Array(" \(text) ".utf8) + bytes[end.lowerBound...]
  }

  /// A template without the stamp in its first line.
  package static func removed(from bytes: [UInt8]) -> [UInt8] {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard let start = line.firstRange(ofText: " original=")?.lowerBound else { return bytes }
    let end = line[(start + 1)...].firstIndex { $0 <= 0x20 } ?? line.endIndex
    let rest = Array(bytes[..<start] + bytes[end...])
    // The line was added with the stamp.
    let alone = Array("{# swiftsync: #}\n".utf8)
    return rest.starts(with: alone) ? Array(rest.dropFirst(alone.count)) : rest
  }

  // MARK: Checking

  /// A warning if the built-in template has changed since the file was copied from it.
  static func problem(of template: Template) -> Diagnostic? {
    guard let value = template.directive?[.original] else { return nil }
    guard let stamp = TemplateStamp(value) else {
      return Diagnostic(
        .error, .templateDirective,
        "'original' is '\(value.text)', expected the text that 'templates eject' writes",
        at: value.span)
    }
    guard let builtIn = stamp.builtIn else {
      return Diagnostic(
        .warning, .templateOutdated, "built-in template '\(stamp.name)' no longer exists",
        at: value.span,
        notes: [.init("remove 'original' to keep the file as your own", at: value.span)])
    }
    if stamp.isOf(builtIn.bytes) { return nil }
    return Diagnostic(
      .warning, .templateOutdated,
      "the built-in template '\(stamp.name)' has changed since this file was copied from it",
      at: value.span,
      notes: [
        .init("'swiftsync-gen templates diff \(stamp.name)' shows the changes", at: value.span)
      ])
  }
}
