extension [ImportedAnswer] {
  /// The commands that apply responses other than plain lists.
  package var commands: [String] {
    compactMap { answer in
      var options = answer.isDocument ? "--document \(answer.target)" : "--entity \(answer.target)"
      if let root = answer.root { options += " --root \(root.asShellArgument)" }
      if let key = answer.keyedBy { options += " --keyed-by \(key)" }
      if answer.isItem { options += " --item" }
      let isPlain =
        answer.root == nil && answer.keyedBy == nil && !answer.isItem && !answer.isDocument
      if isPlain { return nil }
      let path = answer.path.asShellArgument
      return "swiftsync-gen apply \(path) \(options) --database app.sqlite"
    }
  }

  /// What endpoints would state about the pages of responses.
  package var suggestions: [String] {
    compactMap { answer in
      guard let page = answer.page, let root = answer.root else { return nil }
      let keys = [
        YAMLEntry("page", page),
        YAMLEntry("stores", .mapping([YAMLEntry("root", .text(root))])),
      ]
      return "an endpoint of \(answer.path) can have "
        + keys.map(\.inOneLine).joined(separator: ", ")
    }
  }
}

extension String {
  /// The text as a word of a command line, in quotation marks if a shell needs them.
  fileprivate var asShellArgument: String {
    let isPlain = utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    return isPlain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
