import SyncGenDiagnostics
import SwiftSyncValues
import SyncGenSchema

/// Attributes, fields and relationships.
extension SchemaTreeMaker {
  func entry(_ attribute: ImportedAttribute) -> YAMLEntry {
    let typed = TypedDefaultText.value(of: attribute, in: schema)
    let entries = attribute.statedEntries.filter { typed == nil || $0.key != "default" }
    let type = typed ?? attribute.type.value(isOptional: attribute.isOptional)
    var entry = YAMLEntry(
      attribute.name,
      entries.isEmpty ? type : .mapping([YAMLEntry("type", type)] + entries))
    entry.setNotes(attribute.notes)
    return entry
  }

  func entry(_ relation: ImportedRelation) -> YAMLEntry {
    var entries = details(of: relation)
    entries.add("renamed-from", text: relation.renamedFrom)
    entries.add("doc", prose: relation.documentation)
    entries.add("deprecated", prose: relation.deprecated)
    entries += relation.settings
    var entry: YAMLEntry
    if relation.targets.isEmpty {
      let target = relation.targetValue
      entry = YAMLEntry(
        relation.name, entries.isEmpty ? target : .mapping([YAMLEntry("to", target)] + entries))
    } else {
      let targets = relation.targets.map { YAMLEntry($0.name, .text($0.value)) }
      entry = YAMLEntry(
        relation.name, .mapping([YAMLEntry("to-any", .mapping(targets))] + entries))
    }
    entry.setNotes(relation.notes)
    return entry
  }

  private func details(of relation: ImportedRelation) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    entries.add("tag", text: relation.tag)
    if !relation.targets.isEmpty, !relation.isOptional {
      entries.append(YAMLEntry("required", .flag(true)))
    }
    switch relation.inverse {
    case .inferred: break
    case .none: entries.append(YAMLEntry("inverse", .word("none")))
    case .named(let name): entries.append(YAMLEntry("inverse", .text(name)))
    }
    if !relation.partPaths.isEmpty {
      let parts = relation.partPaths.map { YAMLEntry($0.name, .text($0.value)) }
      entries.append(YAMLEntry("remote", .mapping(parts)))
    } else if !relation.remote.isEmpty {
      entries.append(YAMLEntry("remote", ImportedRemote.paths(relation.remote).value))
    }
    entries.add("column", text: relation.column)
    if relation.isOrdered { entries.append(YAMLEntry("ordered", .flag(true))) }
    entries.add("ordered", text: relation.order)
    entries.add("through", text: relation.through)
    entries.add("keyed-by", text: relation.keyedBy)
    if let partial = relation.partial {
      let isKept = partial == .flag(true)
      entries.append(
        YAMLEntry(
          "missing-rows", isKept ? .word("keep") : .mapping([YAMLEntry("keep-if", partial)])))
    }
    if relation.direction != .both {
      entries.append(YAMLEntry("direction", .word(relation.direction.rawValue)))
    }
    if relation.hasForeignKey { entries.append(YAMLEntry("foreign-key", .flag(true))) }
    if let rule = relation.onDelete {
      entries.append(YAMLEntry("on-delete", .word(rule.rawValue)))
    }
    return entries
  }
}

extension ImportedAttribute {
  /// The order of keys in a schema for people, what concerns the source first; others follow.
  private static let order = [
    "remote", "column", "default", "dates", "storage", "collation", "separator", "direction",
    "empty-is-null", "unique", "index", "renamed-from", "doc", "deprecated",
  ]

  /// What is stated besides the type.
  var statedEntries: [YAMLEntry] {
    var settings = settings
    settings.notes.documentation = documentation?.inOneLine
    settings.notes.deprecation = deprecation?.inOneLine
    var entries = settings.stated.members.map { YAMLEntry($0.key, YAMLValue($0.value)) }
    if let remote { entries.append(YAMLEntry("remote", remote.value)) }
    entries.add("column", text: column)
    if let defaultValue { entries.append(YAMLEntry("default", defaultValue)) }
    if isUnique || isIndexed {
      entries.append(YAMLEntry(isUnique ? "unique" : "index", .flag(true)))
    }
    entries.add("renamed-from", text: renamedFrom)
    return Self.order.flatMap { key in entries.filter { $0.key == key } }
      + entries.filter { !Self.order.contains($0.key) } + annotations
  }
}

extension ImportedRelation {
  /// The value for a target, e.g. `Project`, `User?` or `[Todo]`.
  fileprivate var targetValue: YAMLValue {
    if isToMany { return .list([.text(target)]) }
    return .text(isOptional ? target + "?" : target)
  }
}

extension ImportedRemote {
  var value: YAMLValue {
    switch self {
    case .paths(let paths): return paths.count == 1 ? .text(paths[0]) : .texts(paths)
    case .money(let amount, let isMajor, let currency, let code):
      var entries = [YAMLEntry(isMajor ? "major" : "minor", .text(amount))]
      entries.add("currency", text: currency)
      entries.add("currency-code", text: code)
      return .mapping(entries)
    }
  }
}

extension ImportedTypeName {
  /// The spelling in the schema language.
  func value(isOptional: Bool) -> YAMLValue {
    switch self {
    case .scalar, .money, .named, .patch:
      return .text(text + (isOptional ? "?" : ""))
    case .list(let element) where !isOptional && element.isPlain:
      return .list([element.value(isOptional: false)])
    case .list, .dictionary, .optional: return .text(text + (isOptional ? "?" : ""))
    case .fields(let fields):
      return .mapping(fields.map { YAMLEntry($0.name, $0.type.value(isOptional: $0.isOptional)) })
    case .taggedRows(let tag, let cases):
      return .mapping([
        YAMLEntry("tag", .text(tag)),
        YAMLEntry("cases", .mapping(cases.map { YAMLEntry($0.name, .text($0.value)) })),
      ])
    }
  }

  /// Whether it is a name, so that a list of it is a YAML list.
  private var isPlain: Bool {
    switch self {
    case .scalar, .money, .named, .patch: true
    default: false
    }
  }

  var text: String {
    switch self {
    case .scalar(let scalar): scalar.rawValue
    case .money: "money"
    case .named(let name): name
    case .patch(let name): name + ".Patch"
    case .list(let element): "[\(element.text)]"
    case .dictionary(let element): "[string: \(element.text)]"
    case .optional(let element): element.text + "?"
    // Readers name the types of lists that would be inline.
    case .fields, .taggedRows: "json"
    }
  }
}

extension ImportedConventions {
  var entries: [YAMLEntry] {
    var entries: [YAMLEntry] = []
    if let envelope { entries.append(YAMLEntry("envelope", .word(envelope.rawValue))) }
    if let style = remoteKeys, style != .snakeCase {
      entries.append(YAMLEntry("remote-keys", .word(style.rawValue)))
    }
    if let dates { entries.append(YAMLEntry("dates", dates)) }
    if isStrict { entries.append(YAMLEntry("coercion", .word("strict"))) }
    if isEmptyNull { entries.append(YAMLEntry("empty-is-null", .flag(true))) }
    if !acronyms.isEmpty { entries.append(YAMLEntry("acronyms", .texts(acronyms))) }
    return entries
  }

  /// The formats alone, if the storage is the usual one.
  private var dates: YAMLValue? {
    let formats = remoteDates.isAuto ? nil : YAMLValue(remoteDates.document)
    guard storesDatesAsIntegers else { return formats }
    let remote = formats.map { [YAMLEntry("remote", $0)] } ?? []
    return .mapping(remote + [YAMLEntry("storage", .word("integer"))])
  }
}
