/// Renders the help of commands from their definitions.
package enum HelpRenderer {
  private static let width = 88
  private static let tool = "swiftsync-gen"

  /// The usage, e.g. `usage: swiftsync-gen generate [SCHEMA…] [options]`.
  ///
  /// Long usage lines are continued on the next line.
  package static func usage(of command: CommandDefinition?) -> String {
    let start = "usage: \(tool) \(command?.name ?? "COMMAND")"
    var (text, column) = (start, start.count)
    for part in command?.usage ?? ["[options]"] {
      let fits = column + 1 + part.count <= width
      text += (fits ? " " : "\n         ") + part
      column = (fits ? column + 1 : 9) + part.count
    }
    return text
  }

  /// A hint on further help after a usage error.
  package static func hint(for command: CommandDefinition?) -> String {
    "See '\(tool) \(command.map { "help " + $0.name } ?? "help")'"
  }

  package static func help(for command: CommandDefinition) -> String {
    var text = usage(of: command) + "\n\n"
    text += wrapped(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
    for paragraph in command.discussion {
      // A command line to copy is indented and must not be broken.
      text += "\n" + (paragraph.hasPrefix("  ") ? paragraph + "\n" : wrapped(paragraph))
    }
    text += "\noptions:\n" + table(command.options.map { (label(of: $0), $0.summary) })
    return text
  }

  package static func help(listing commands: [CommandDefinition], purpose: String) -> String {
    var text = usage(of: nil) + "\n\n" + wrapped(purpose)
    text += "\ncommands:\n" + table(commands.map { ($0.name, $0.summary) })
    text +=
      "\n"
      + wrapped(
        "Run '\(tool) help COMMAND' for the options of a command, and '\(tool) --version' for the "
          + "version.")
    return text
  }

  private static func label(of option: OptionDefinition) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    return short + "--" + option.name + (option.placeholder.map { " " + $0 } ?? "")
  }

  /// A table of two columns. A label that is too long for the first one gets its own line.
  private static func table(_ rows: [(label: String, text: String)]) -> String {
    let column = min(rows.map(\.label.count).max() ?? 0, 24) + 4
    let indent = String(repeating: " ", count: column)
    return rows.reduce(into: "") { table, row in
      let lines = wrapped(row.text, width: width - column).split(separator: "\n")
      let gap = column - 2 - row.label.count
      table += "  " + row.label
      table += gap < 2 ? "\n" + indent : String(repeating: " ", count: gap)
      table += lines.joined(separator: "\n" + indent) + "\n"
    }
  }

  /// A paragraph in lines of the help's width.
  ///
  /// - Parameter indent: The number of blanks before each line but the first.
  package static func wrapped(_ text: String, indent: Int = 0) -> String {
    let lines = wrapped(text, width: width - indent).split(separator: "\n")
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
  }

  private static func wrapped(_ text: String, width: Int) -> String {
    var (lines, line): ([String], String) = ([], "")
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }
}
