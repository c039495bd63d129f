import SwiftSyncValues
import SyncGenEmit

/// Reads what a program that generates files writes to standard output.
struct ProgramOutput {
  struct Mistake: Error, Hashable {
    /// What is wrong with the output, as the predicate of a sentence.
    let message: String
  }

  private static let member = "files"

  private let arena = ByteArena()
  private var files: [ProgramFiles.Stated] = []

  /// The files in the order in which they are stated. A path may occur twice.
  static func files(in output: [UInt8]) throws(Mistake) -> [ProgramFiles.Stated] {
    if output.allSatisfy({ $0 <= 0x20 }) { throw Mistake(message: "is empty") }
    var reader = ProgramOutput()
    let outcome = output.withUnsafeBufferPointer { bytes -> Result<Mistake?, JSONError> in
      Result { () throws(JSONError) in
        var scanner = JSONScanner(bytes, refusesInvalid: true)
        if let mistake = try reader.read(&scanner) { return mistake }
        try scanner.finish()
        return nil
      }
    }
    switch outcome {
    case .success(let mistake):
      if let mistake { throw mistake }
      return reader.files
    case .failure(let error):
      let place = TextPosition(of: error.offset, in: output)
      throw Mistake(
        message:
          "is not valid JSON: \(error.message), in line \(place.line), column \(place.column)")
    }
  }

  /// Reads the whole value; returns the mistake if it has another form.
  private mutating func read(_ scanner: inout JSONScanner) throws(JSONError) -> Mistake? {
    let kind = try scanner.peekKind()
    guard kind == .object else { return Mistake(message: "is \(kind.words), expected an object") }
    try scanner.beginObject()
    var isComplete = false
    while let key = try scanner.nextKey(arena)?.string {
      guard key == Self.member else {
        return Mistake(message: "has a member '\(key)', expected only '\(Self.member)'")
      }
      isComplete = true
      if let mistake = try readFiles(&scanner) { return mistake }
    }
    return isComplete ? nil : Mistake(message: "has no member '\(Self.member)'")
  }

  private mutating func readFiles(_ scanner: inout JSONScanner) throws(JSONError) -> Mistake? {
    let kind = try scanner.peekKind()
    guard kind == .object else {
      return Mistake(message: "has \(kind.words) as '\(Self.member)', expected an object")
    }
    try scanner.beginObject()
    while let path = try scanner.nextKey(arena)?.string {
      let text = try scanner.readValue()
      guard text.kind == .string else {
        return Mistake(
          message: "has \(text.kind.words) as the text of '\(path)', expected a string")
      }
      files.append(.init(path: path, text: text.text(in: arena).string))
    }
    return nil
  }
}
