import SyncGenDiagnostics
import SyncGenSchema
import SyncGenYAML

/// Creates the lines that a schema lacks, and determines where they are inserted.
struct AdditionMaker {
  private let match: SchemaMatch
  private let file: SourceFile
  private let document: YAMLNode
  private let maker: SchemaTreeMaker
  private let lines: SchemaLines
  /// The entities to be added.
  private let filled: Set<Int>
  /// The fields to be added to types.
  private let newFields: [(type: String, field: ImportedAttribute)]
  private(set) var additions: [Addition] = []
  /// Remarks on additions that belong in another file.
  private(set) var remarks: [ImportRemark] = []

  /// - Parameter hasRows: Whether new values of rows must be optional.
  init(
    _ match: SchemaMatch, newFields: [(type: String, field: ImportedAttribute)], _ file: SourceFile,
    _ document: YAMLNode, hasRows: Bool
  ) {
    self.match = match
    self.newFields = newFields.map { type, field in
      (type, hasRows && match.isStored(type) ? field.forExistingRows : field)
    }
    self.file = file
    self.document = document
    maker = SchemaTreeMaker(match.model, name: nil)
    lines = SchemaLines(file)
    filled = match.filledEntities()
    make()
  }

  private mutating func make() {
    let model = match.model
    for (index, entity) in model.entities.enumerated() {
      guard let known = match.entities[index] else { continue }
      let node = document["entities"]?[known.name.name]
      add(
        match.newAttributes[index, default: []].map { (maker.entry($0), $0.name) }, "attributes",
        to: node, entity.name)
      add(
        match.newRelations[index, default: []].map { (maker.entry($0), $0.name) }, "relations",
        to: node, entity.name)
    }
    addFields()
    let used = usedTypes
    add(
      model.scalars.enumerated().filter { used.contains($0.element.name) }
        .map { (maker.entry($0.offset, $0.element), $0.element.name) }, section: "scalars", "scalar"
    )
    add(
      model.enums.enumerated().filter { used.contains($0.element.name) }
        .map { (maker.entry($0.offset, $0.element), $0.element.name) }, section: "enums", "enum")
    add(
      model.types.enumerated().filter { used.contains($0.element.name) }
        .map { (maker.entry($0.offset, $0.element), $0.element.name) }, section: "types", "type")
    let entities = model.entities.enumerated().filter { filled.contains($0.offset) }
    add(
      entities.map { (maker.entry($0.offset, $0.element), $0.element.name) }, section: "entities",
      "entity")
  }

  private mutating func addFields() {
    for (type, field) in newFields {
      let title = "field \(type).\(field.name)"
      guard let node = document["types"]?[type] else {
        remarks.append(
          ImportRemark(at: file.path, "\(title): \(type) is in another file"))
        continue
      }
      let stated = node["fields"].flatMap { $0.pairs.isEmpty ? nil : $0 }
      add(maker.entry(field), title, to: stated ?? node)
    }
  }

  /// The types of the additions, and those that these mention.
  private var usedTypes: Set<String> {
    let model = match.model
    var attributes = match.newAttributes.values.flatMap { $0 } + newFields.map(\.field)
    for (index, entity) in model.entities.enumerated() where filled.contains(index) {
      attributes += entity.attributes
    }
    var used = Set(attributes.compactMap(\.type.mentioned))
    var rest = Array(used)
    while let name = rest.popLast() {
      guard let type = model.types.first(where: { $0.name == name }) else { continue }
      let fields: [ImportedAttribute]
      switch type.content {
      case .fields(let own): fields = own
      case .tagged(let tagged): fields = tagged.cases.flatMap(\.fields)
      }
      rest += fields.compactMap(\.type.mentioned).filter { used.insert($0).inserted }
    }
    // A document is suggested with its response.
    return used.union(model.answers.filter(\.isDocument).map(\.target))
  }

  // MARK: Members

  private mutating func add(
    _ entries: [(entry: YAMLEntry, name: String)], _ key: String, to entity: YAMLNode?,
    _ owner: String
  ) {
    guard !entries.isEmpty else { return }
    let title = key == "attributes" ? "attribute" : "relationship"
    guard let entity else {
      remarks += entries.map {
        ImportRemark(
          at: file.path, "\(title) \(owner).\($0.name): \(owner) is in another file")
      }
      return
    }
    if let members = entity[key] {
      for (entry, name) in entries { add(entry, "\(title) \(owner).\(name)", to: members) }
    } else if !isInBraces(entity) {
      let block = YAMLEntry(block: key, entries.map(\.entry))
      let indentation = String(repeating: " ", count: column(of: entity) - 1)
      // The new section follows the attributes or, without them, the whole entity.
      let line = lastLine(of: entity["attributes"] ?? entity)
      let names = entries.map { "\(owner).\($0.name)" }.joined(separator: ", ")
      let text = lines(block, indentation)
      additions.append(
        Addition(
          title: "\(title)s \(names)", place: .after(line: line, column: column(of: entity)),
          lines: text.lines, guesses: text.guesses))
    } else {
      let block = YAMLEntry(key, .mapping(entries.map(\.entry.withoutComments)))
      let names = entries.map { "\(owner).\($0.name)" }.joined(separator: ", ")
      additions.append(
        Addition(title: "\(title)s \(names)", place: place(in: entity), lines: [block.inOneLine]))
    }
  }

  private mutating func add(_ entry: YAMLEntry, _ title: String, to mapping: YAMLNode) {
    if isInBraces(mapping) {
      additions.append(
        Addition(
          title: title, place: place(in: mapping), lines: [entry.withoutComments.inOneLine]))
    } else {
      let column = column(of: mapping)
      let text = lines(entry, String(repeating: " ", count: column - 1))
      additions.append(
        Addition(
          title: title, place: .after(line: lastLine(of: mapping), column: column),
          lines: text.lines, guesses: text.guesses))
    }
  }

  private mutating func add(
    _ entries: [(entry: YAMLEntry, name: String)], section: String, _ word: String
  ) {
    let pair = document.pairs.first { $0.key == section }
    let known = Set(pair?.value.keys ?? [])
    let new = entries.filter { !known.contains($0.name) }
    guard !new.isEmpty else { return }
    if let node = pair?.value, isInBraces(node) || !node.keys.isEmpty {
      for (entry, name) in new { add(entry, "\(word) \(name)", to: node) }
    } else if isInBraces(document) {
      let block = YAMLEntry(section, .mapping(new.map(\.entry.withoutComments)))
      let names = new.map(\.name).joined(separator: ", ")
      additions.append(
        Addition(title: "\(word) \(names)", place: place(in: document), lines: [block.inOneLine]))
    } else {
      // An existing section may have no entries.
      let place = pair.map { Addition.Place.after(line: $0.keySpan.line, column: 3) }
      for (index, one) in new.enumerated() {
        let text = lines(one.entry, "  ", hasGap: index > 0 && one.entry.hasGap)
        additions.append(
          Addition(
            title: "\(word) \(one.name)", place: place ?? .section(section), lines: text.lines,
            guesses: text.guesses))
      }
    }
  }

  // MARK: Places

  private func lines(
    _ entry: YAMLEntry, _ indentation: String, hasGap: Bool? = nil
  ) -> (lines: [String], guesses: [LocatedNote]) {
    var entry = entry
    let gap = (hasGap ?? entry.hasGap) ? 1 : 0
    entry.hasGap = false
    var printer = YAMLPrinter()
    printer.add([entry], indentation: indentation)
    let guesses = printer.guesses.map { LocatedNote(note: $0.note, line: $0.line + gap) }
    return (Array(repeating: "", count: gap) + printer.lines, guesses)
  }

  private func column(of mapping: YAMLNode) -> Int {
    mapping.firstKeySpan?.column ?? mapping.span.column
  }

  /// The last line with a part of a node.
  private func lastLine(of node: YAMLNode) -> Int {
    let span = node.span
    switch node.content {
    case .scalar: return span.endLine - (span.endColumn == 1 && span.endLine > span.line ? 1 : 0)
    case .sequence(let elements):
      if scalar(line: span.line, column: span.column) == "[" { return span.endLine }
      return elements.map(lastLine).max() ?? span.line
    case .mapping(let pairs):
      if isInBraces(node) { return span.endLine }
      return pairs.map { max($0.keySpan.line, lastLine(of: $0.value)) }.max() ?? span.line
    }
  }

  private func isInBraces(_ node: YAMLNode) -> Bool {
    scalar(line: node.span.line, column: node.span.column) == "{"
  }

  private func place(in mapping: YAMLNode) -> Addition.Place {
    .before(
      line: mapping.span.endLine, column: mapping.span.endColumn - 1,
      needsComma: !mapping.keys.isEmpty && !endsWithComma(mapping))
  }

  /// Whether a comma follows the last member of a mapping in braces.
  private func endsWithComma(_ mapping: YAMLNode) -> Bool {
    guard let last = mapping.lastValueSpan else { return false }
    let end = mapping.span.endLine
    var (line, column) = (last.endLine, last.endColumn)
    while line <= end {
      let text = lines.scalars(line: line, column: column).prefix { $0 != "#" && $0 != "}" }
      if text.contains(",") { return true }
      (line, column) = (line + 1, 1)
    }
    return false
  }

  private func scalar(line: Int, column: Int) -> Unicode.Scalar? {
    lines.scalars(line: line, column: column).first
  }
}

extension YAMLNode {
  fileprivate var keys: [String] { pairs.map(\.key) }

  fileprivate var firstKeySpan: SourceSpan? { pairs.first?.keySpan }

  fileprivate var lastValueSpan: SourceSpan? { pairs.last?.value.span }
}

extension YAMLEntry {
  /// The entry in its form inside braces, where comments are not possible.
  fileprivate var withoutComments: YAMLEntry {
    var entry = self
    entry.comments = []
    entry.remark = nil
    entry.isBlock = false
    entry.hasGap = false
    switch value {
    case .mapping(let entries): entry.value = .mapping(entries.map(\.withoutComments))
    case .text, .word, .list: break
    }
    return entry
  }
}
