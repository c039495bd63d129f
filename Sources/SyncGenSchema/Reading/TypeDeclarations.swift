import SyncGenDiagnostics
import SyncGenYAML

struct EnumDeclaration: Declared {
  enum Part: CaseIterable {
    case cases
  }

  struct Case: Declared {
    enum Part: CaseIterable {
      case value
    }

    let name: Located<String>
    var value: Located<EnumModel.RawValue>?
    var settings = Notes()
    var stated = StatedKeys<Self>()

    mutating func read(
      _ part: Part, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag
    ) {
      switch part {
      case .value: value = EnumReader.rawValue(pair.value, for: mapping.owner, into: &bag)
      }
    }
  }

  let name: Located<String>
  var cases: [Case] = []
  var settings = EnumSettings()
  var stated = StatedKeys<Self>()

  mutating func read(
    _ part: Part, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag
  ) {
    switch part {
    case .cases: cases = EnumReader.cases(pair.value, of: mapping.owner, into: &bag)
    }
  }
}

/// A type under `types:`. Its fields are read once the names of all types are known.
struct TypeDeclaration: Declared {
  enum Part: CaseIterable {
    case fields, tag, cases, content
  }

  let name: Located<String>
  var fields: [YAMLPair] = []
  var settings = TypeSettings()
  var stated = StatedKeys<Self>()
  /// The span of the fields.
  var span: SourceSpan
  /// The cases, if it is a tagged value, which has no fields.
  var tagging: TaggingDeclaration?
  /// Whether a case of a tagged value states the fields.
  var isOfCase = false
  /// The parts of a tagged value.
  var tag: Located<String>?
  var cases: YAMLNode?
  var hasContentUnderTag = false

  mutating func read(
    _ part: Part, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag
  ) {
    let (node, owner) = (pair.value, mapping.owner)
    switch part {
    case .fields:
      fields = node.pairs(for: "'fields' of \(owner)", into: &bag)
      span = node.span
    case .tag: tag = node.text(for: "'tag' of \(owner)", into: &bag)
    case .cases: cases = node
    case .content:
      hasContentUnderTag =
        node.choice(of: TagContent.self, for: "'content' of \(owner)", into: &bag) != nil
    }
  }
}

/// The location of a case's fields in payloads.
private enum TagContent: String, CaseIterable {
  /// Under the key that the tag's value names.
  case tag
}

/// The cases of a tagged value as stated in a schema.
struct TaggingDeclaration {
  struct Case: Declared {
    enum Part: CaseIterable {
      case type, fields, value
    }

    let pair: YAMLPair
    /// The name of the type of the fields, with the pair that states it.
    var type: Located<String>?
    var fields: YAMLNode?
    var value: Located<EnumModel.RawValue>?
    var isInline = false
    var settings = Notes()
    var stated = StatedKeys<Self>()

    var name: Located<String> { Located(pair.key, at: pair.keySpan) }

    mutating func read(
      _ part: Part, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag
    ) {
      let (node, owner) = (pair.value, mapping.owner)
      switch part {
      case .type: type = node.text(for: "'type' of \(owner)", into: &bag)
      case .fields: fields = node
      case .value: value = EnumReader.rawValue(node, for: owner, into: &bag)
      }
    }
  }

  let tag: Located<String>
  let cases: [Case]
  let isNested: Bool
}
