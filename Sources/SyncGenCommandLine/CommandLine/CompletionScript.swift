import SyncGenDiagnostics

/// A script that completes command lines in a shell, created from the definitions of the commands.
package struct CompletionScript {
  package enum Shell: String, CaseIterable, Hashable, Sendable {
    case bash, zsh, fish
  }

  static let tool = "swiftsync-gen"
  let commands: [CommandDefinition]
  /// The options of the tool itself.
  let options: [OptionDefinition]

  package init(of commands: [CommandDefinition], options: [OptionDefinition]) {
    self.commands = commands
    self.options = options
  }

  package func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }
}

/// The completions that a shell offers for an argument.
enum CompletedArgument: Hashable {
  case words([String])
  /// Words of a list, separated by commas.
  case list([String])
  case file
  case folder
  /// A value that the shell cannot know.
  case anything

  init(_ option: OptionDefinition) {
    switch option.value {
    case .choice(let words): self = .words(words)
    case .choices(let words): self = .list(words)
    case .choiceOrPair(let words, let name, _): self = .words(words + ["\(name)="])
    case .text(let placeholder): self = Self.paths[placeholder] ?? .anything
    case .none, .number, .pair: self = .anything
    }
  }

  init(_ operands: CommandDefinition.Operands, of commands: [CommandDefinition]) {
    switch operands.placeholder {
    case "COMMAND": self = .words(commands.map(\.name))
    case "CODE": self = .words(DiagnosticCode.allCases.map(\.rawValue))
    case "SHELL": self = .words(CompletionScript.Shell.allCases.map(\.rawValue))
    case let name: self = Self.paths[name] ?? .anything
    }
  }

  /// The placeholders that represent paths.
  private static let paths: [String: CompletedArgument] = [
    "FILE": .file, "SCHEMA": .file, "PAYLOAD": .file, "TEMPLATE": .file, "DIR": .folder,
    "FOLDER": .folder,
  ]
}

extension OptionDefinition {
  fileprivate var names: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }

  fileprivate var takesValue: Bool { value != .none }
}

extension String {
  /// The text for use between single quotes in bash and zsh.
  fileprivate var quoted: String {
    split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }
}

// MARK: - bash

extension CompletionScript {
  private var bash: String {
    """
    # Completes \(Self.tool) in bash. Source it, or save it in a folder that bash-completion reads.
    _swiftsync_gen() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      # bash splits words at equals signs.
      if [[ $current == = ]]; then current=; fi
      if [[ $previous == = ]] && ((COMP_CWORD > 1)); then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
      local command= word
      for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word != -* ]]; then command=$word; break; fi
      done
      COMPREPLY=()
      case $command in
    \(commands.map(bashCase).joined())
        '')
          COMPREPLY=($(compgen -W '\(firstWords)' -- "$current"));;
      esac
    }
    complete -o filenames -F _swiftsync_gen \(Self.tool)

    """
  }

  private var firstWords: String {
    (commands.map(\.name) + options.flatMap(\.names)).joined(separator: " ")
  }

  private func bashCase(_ command: CommandDefinition) -> String {
    let values = command.options.filter(\.takesValue).map { option in
      "        --\(option.name)) \(bashReply(CompletedArgument(option))); return;;\n"
    }
    let names = command.options.flatMap(\.names).joined(separator: " ")
    let operand = bashReply(CompletedArgument(command.operands, of: commands))
    let lines = [
      "    \(command.name))\n", "      case $previous in\n", values.joined(), "      esac\n",
      "      if [[ $current == -* ]]; then\n",
      "        COMPREPLY=($(compgen -W '\(names)' -- \"$current\"))\n",
      "      else \(operand); fi;;\n",
    ]
    return lines.joined()
  }

  private func bashReply(_ argument: CompletedArgument) -> String {
    switch argument {
    case .words(let words):
      "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
    case .list(let words):
      "local start=; [[ $current != *,* ]] || start=${current%,*},; "
        + "COMPREPLY=($(compgen -P \"$start\" -W '\(words.joined(separator: " "))' -- \"${current##*,}\"))"
    // Names may contain blanks; the bash of macOS lacks 'mapfile'.
    case .file: #"local IFS=$'\n'; COMPREPLY=($(compgen -f -- "$current"))"#
    case .folder: #"local IFS=$'\n'; COMPREPLY=($(compgen -d -- "$current"))"#
    case .anything: ":"
    }
  }
}

// MARK: - zsh

extension CompletionScript {
  private var zsh: String {
    """
    #compdef \(Self.tool)
    # Completes \(Self.tool) in zsh. Save it as '_\(Self.tool)' in a folder of 'fpath', or source it.
    _swiftsync_gen() {
      local curcontext=$curcontext state line
      local -a commands
      commands=(
    \(commands.map { "    '\($0.name):\($0.summary.quoted)'\n" }.joined())\
      )
      _arguments -C \(options.flatMap(zshSpecifications).joined(separator: " ")) \\
        '1:command:->command' '*::argument:->argument'
      case $state in
        command) _describe command commands;;
        argument)
          curcontext=${curcontext%:*:*}:\(Self.tool)-$words[1]:
          case $words[1] in
    \(commands.map(zshCase).joined())\
          esac;;
      esac
    }
    if [[ $funcstack[1] == _\(Self.tool) ]]; then
      _swiftsync_gen "$@"
    else
      compdef _swiftsync_gen \(Self.tool)
    fi

    """
  }

  private func zshCase(_ command: CommandDefinition) -> String {
    let operand = zshAction(CompletedArgument(command.operands, of: commands))
    let specifications =
      command.options.flatMap(zshSpecifications)
      + (command.operands.count.upperBound == 0
        ? [] : ["'*:\(command.operands.placeholder.lowercased()):\(operand)'"])
    return "        \(command.name))\n          _arguments \\\n"
      + specifications.map { "            \($0)" }.joined(separator: " \\\n") + ";;\n"
  }

  /// The specifications of an option, e.g. `'(-q --quiet)-q[print errors only]'`.
  private func zshSpecifications(_ option: OptionDefinition) -> [String] {
    let exclusion = option.isRepeatable ? "*" : "(\(option.names.joined(separator: " ")))"
    let characters: Set<Character> = ["[", "]", ":", "\\"]
    let summary = option.summary.reduce(into: "") { text, character in
      text += characters.contains(character) ? "\\\(character)" : String(character)
    }
    let value =
      option.takesValue
      ? ":\(option.name):\(zshAction(CompletedArgument(option)))" : ""
    return option.names.map { name in
      "'\(exclusion)\(name)\(option.takesValue ? "=" : "")[\(summary.quoted)]\(value)'"
    }
  }

  private func zshAction(_ argument: CompletedArgument) -> String {
    switch argument {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .list(let words): "_values -s , value \(words.joined(separator: " "))"
    case .file: "_files"
    case .folder: "_files -/"
    case .anything: " "
    }
  }
}

// MARK: - fish

extension CompletionScript {
  private var fish: String {
    let none = "not __fish_seen_subcommand_from \(commands.map(\.name).joined(separator: " "))"
    var lines = [
      "# Completes \(Self.tool) in fish. Save it as ~/.config/fish/completions/\(Self.tool).fish.",
      "complete -c \(Self.tool) -f",
    ]
    lines += options.map { fishLine("-n '\(none)'", $0) }
    for command in commands {
      lines.append(
        "complete -c \(Self.tool) -n '\(none)' -a \(command.name) -d '\(Self.escaped(command.summary))'"
      )
    }
    for command in commands {
      let seen = "-n '__fish_seen_subcommand_from \(command.name)'"
      lines += command.options.map { fishLine(seen, $0) }
      let operand = fishArguments(CompletedArgument(command.operands, of: commands))
      if !operand.isEmpty { lines.append("complete -c \(Self.tool) \(seen) \(operand)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func fishLine(_ condition: String, _ option: OptionDefinition) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let argument = CompletedArgument(option)
    // '-x' prevents fish from offering the files that an operand may be.
    let kind = argument == .file ? " -r " : " -x "
    let value = option.takesValue ? kind + fishArguments(argument) : ""
    return "complete -c \(Self.tool) \(condition)\(short) -l \(option.name)\(value) "
      + "-d '\(Self.escaped(option.summary))'"
  }

  private func fishArguments(_ argument: CompletedArgument) -> String {
    switch argument {
    case .words(let words): "-a '\(words.joined(separator: " "))'"
    case .list(let words): "-a '(__fish_append , \(words.joined(separator: " ")))'"
    case .file: "-F"
    case .folder: "-a '(__fish_complete_directories)'"
    case .anything: ""
    }
  }

  /// The text for use between single quotes in fish.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += "'\\".contains($1) ? "\\\($1)" : String($1) }
  }
}
