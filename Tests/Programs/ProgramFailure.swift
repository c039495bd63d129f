import Foundation

/// A program that cannot be started.
package struct ProgramFailure: Error, CustomStringConvertible {
  let path: String
  let code: Int32

  package var description: String {
    "\(path) cannot be started: \(String(cString: strerror(code)))"
  }
}
