/// What is known about a file's macros before its tags are parsed, since a macro may be used as a
/// filter above its definition.
struct FileMacros {
  /// The macros that the file defines.
  private(set) var names: Set<String> = []
  /// Whether the file may use macros of other files.
  private(set) var hasOthers = false

  init() {}

  /// Macros that are only known while rendering.
  static let unknown: FileMacros = {
    var macros = FileMacros()
    macros.hasOthers = true
    return macros
  }()

  init(in tokens: [TemplateToken], of bytes: [UInt8]) {
    for token in tokens where token.kind == .block {
      let words = bytes[token.content].split(maxSplits: 2) { $0 <= 0x20 }
      guard let tag = words.first else { continue }
      if tag.elementsEqual("macro".utf8), words.count > 1 {
        names.insert(String(decoding: words[1], as: UTF8.self))
      } else if tag.elementsEqual("import".utf8) || tag.elementsEqual("extends".utf8) {
        hasOthers = true
      }
    }
  }

  /// Whether a macro with the name may exist.
  func mayContain(_ name: String) -> Bool {
    hasOthers || names.contains(name)
  }
}
