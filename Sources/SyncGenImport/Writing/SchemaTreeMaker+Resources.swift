import SyncGenSchema

/// Resources.
extension SchemaTreeMaker {
  func entry(_ resource: ImportedResource) -> YAMLEntry {
    var entries = [YAMLEntry("path", .text(resource.path))]
    if resource.parts.count < Resource.Part.allCases.count {
      entries.append(YAMLEntry("only", .texts(resource.parts.map(\.rawValue))))
    }
    if resource.putsRows { entries.append(YAMLEntry("update", .word("put"))) }
    entries.add("root", text: resource.root)
    if let page = resource.page { entries.append(YAMLEntry("page", page)) }
    if resource.keepsMissingRows { entries.append(YAMLEntry("missing-rows", .word("keep"))) }
    let value: YAMLValue = entries.count == 1 ? entries[0].value : .mapping(entries)
    return noted(YAMLEntry(resource.entity, value), resource.notes)
  }
}
