/// What the tool tells the program that started it. There are no others.
package enum ExitStatus: Int32, CaseIterable, Hashable, Sendable {
  case done = 0
  /// The check failed or the input is wrong; diagnostics say why.
  case failed = 1
  /// The command line alone shows that it cannot work.
  case usage = 64
  /// A bug in the tool.
  case bug = 70
}
