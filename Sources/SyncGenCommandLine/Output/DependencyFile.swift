/// The inputs of each output, in the syntax that make, ninja and Bazel read.
package struct DependencyFile: Sendable {
  private var rules: [(outputs: [String], inputs: [String])] = []

  package init() {}

  package mutating func add(outputs: [String], inputs: [String]) {
    rules.append((outputs, inputs))
  }

  package var text: String {
    var text = ""
    for (outputs, inputs) in rules where !outputs.isEmpty {
      text += outputs.map(Self.escaped).joined(separator: " ") + ":"
      text += inputs.map { " \\\n  " + Self.escaped($0) }.joined() + "\n"
    }
    // A rule without a command for each input, so that make does not stop when one is removed.
    for input in Set(rules.flatMap(\.inputs)).sorted() {
      text += "\n\(Self.escaped(input)):\n"
    }
    return text
  }

  /// Whether bytes have the form of a dependency file. It cannot have a header, because Ninja does
  /// not accept comments in it.
  package static func mayBe(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      line.starts(with: "  ".utf8) || line.last == UInt8(ascii: ":")
        || line.suffix(3).elementsEqual(": \\".utf8)
    }
  }

  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { text, character in
      switch character {
      case " ", "#", ":": text += "\\\(character)"
      case "$": text += "$$"
      default: text.append(character)
      }
    }
  }
}
