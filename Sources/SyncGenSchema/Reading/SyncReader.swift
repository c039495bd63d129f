import SyncGenDiagnostics
import SyncGenYAML

/// Reads `sync:` of an entity.
enum SyncReader {
  static func read(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> SyncDeclaration? {
    let what = "'sync' of \(owner)"
    guard let keys = KeyedNodes<SyncKey>(node, of: what, into: &bag) else { return nil }
    return SyncDeclaration(
      clock: keys[.clock]?.text(for: "'clock' of \(owner)", into: &bag),
      tombstone: keys[.tombstone].flatMap { tombstone($0, of: owner, into: &bag) },
      archive: keys[.archive].flatMap { archive($0, of: owner, into: &bag) },
      isPushed: keys[.push]?.flag(for: "'push' of \(owner)", into: &bag)?.value,
      hasETags: keys[.etag]?.flag(for: "'etag' of \(owner)", into: &bag)?.value ?? false,
      span: node.span)
  }

  private static func tombstone(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> SyncDeclaration.Tombstone? {
    let what = "'tombstone' of \(owner)"
    guard case .mapping = node.content else {
      return node.text(for: what, into: &bag).map {
        SyncDeclaration.Tombstone(
          attribute: $0, isFlag: false, keepsRows: false, retention: nil)
      }
    }
    guard let keys = KeyedNodes<TombstoneKey>(node, of: what, into: &bag) else { return nil }
    let isFlag = keys[.flag] != nil
    if isFlag, let span = keys.keySpan(.attribute) { bag.add(.twoTombstones(of: owner, at: span)) }
    let key = isFlag ? TombstoneKey.flag : .attribute
    guard let name = keys.required(key, of: what, at: node.span, into: &bag),
      let attribute = name.text(for: "'tombstone.\(key.rawValue)' of \(owner)", into: &bag)
    else { return nil }
    let keep =
      keys[.softDelete]?.flag(for: "'tombstone.soft-delete' of \(owner)", into: &bag)?.value
      ?? false
    let retention = keys[.retention].flatMap {
      DurationReader.read($0, "tombstone.retention", of: owner, into: &bag)
    }
    if let span = keys.keySpan(.retention) {
      if isFlag {
        bag.add(.retentionOfFlag(attribute.value, of: owner, at: span))
      } else if !keep {
        bag.add(.retentionWithoutKeep(of: owner, at: span))
      }
    }
    return SyncDeclaration.Tombstone(
      attribute: attribute, isFlag: isFlag, keepsRows: keep, retention: retention)
  }

  private static func archive(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> SyncDeclaration.Archive? {
    let what = "'archive' of \(owner)"
    guard let keys = KeyedNodes<ArchiveKey>(node, of: what, into: &bag) else { return nil }
    let flag = keys.required(.flag, of: what, at: node.span, into: &bag)
    let date = keys.required(.date, of: what, at: node.span, into: &bag)
    guard let flag = flag?.text(for: "'archive.flag' of \(owner)", into: &bag),
      let date = date?.text(for: "'archive.date' of \(owner)", into: &bag)
    else { return nil }
    return SyncDeclaration.Archive(flag: flag, date: date)
  }
}

/// Reads a duration, e.g. `30d` or `12h`.
enum DurationReader {
  /// The duration in seconds.
  ///
  /// - Parameter key: The name in messages.
  static func read(
    _ node: YAMLNode, _ key: String, of owner: String, into bag: inout DiagnosticBag
  ) -> Int? {
    let text = node.scalar?.text ?? ""
    if let unit = text.last, let seconds = secondsByUnit[unit],
      let count = CanonicalNumber.integer(String(text.dropLast())), count > 0,
      count <= Int64.max / Int64(seconds)
    {
      return Int(count) * seconds
    }
    bag.add(.invalidDuration(key, of: owner, found: node))
    return nil
  }

  private static let secondsByUnit: [Character: Int] = [
    "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800,
  ]
}
