import SwiftSyncValues
import SyncGenCommandLine

/// Reads the values of a JSON text into a shape. Values larger than a piece of the file are read in
/// parts.
struct AnswerReader {
  private let window: JSONWindow
  private let scanner = ShapeScanner()
  private let resources: ResourceShapes

  /// - Parameter resources: Receives the resource objects, if the text is a JSON:API document.
  init(_ reader: FileReader, _ resources: ResourceShapes) {
    window = JSONWindow(reader)
    self.resources = resources
  }

  /// Adds all values of the text: one, or one for each line.
  ///
  /// - Returns: The number of values.
  func read(into shape: Shape) throws -> Int {
    try window.passByteOrderMark()
    var count = 0
    while try window.peek() != nil {
      try add(to: shape, as: .document, depth: 0)
      count += 1
    }
    if count > 1 { resources.giveUp() }
    guard count > 0 else { throw window.failure("there is no JSON") }
    return count
  }

  private func add(to shape: Shape, as role: ResourceShapes.Role, depth: Int) throws {
    let first = try window.peek()
    let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    guard
      let text = try window.read(
        depth: depth, isBounded: isContainer,
        { (scanner) throws(JSONError) in try scanner.skipValue() })
    else {
      return try first == UInt8(ascii: "{")
        ? addMembers(to: shape, as: role, depth: depth)
        : addElements(to: shape, as: role.element, depth: depth)
    }
    // The text remains in memory until more is loaded.
    do throws(JSONError) {
      try scanner.add(text, to: shape)
      try resources.read(text, as: role)
    } catch {
      throw window.failure(error.message)
    }
  }

  private func addElements(to shape: Shape, as role: ResourceShapes.Role, depth: Int) throws {
    shape.arrays += 1
    try window.pass(UInt8(ascii: "["))
    let element = shape.elementShape()
    while try window.peek() != UInt8(ascii: "]") {
      try add(to: element, as: role, depth: depth + 1)
      if try !passComma(before: UInt8(ascii: "]")) { break }
    }
    try window.pass(UInt8(ascii: "]"))
  }

  private func addMembers(to shape: Shape, as role: ResourceShapes.Role, depth: Int) throws {
    switch role {
    case .document, .other: break
    // A resource object is read as a whole.
    case .resources, .resource: resources.giveUp()
    }
    shape.objects += 1
    let object = shape.objectShape()
    let first = scanner.positions.count
    try window.pass(UInt8(ascii: "{"))
    while try window.peek() != UInt8(ascii: "}") {
      guard try window.peek() == UInt8(ascii: "\"") else { throw window.unexpected() }
      let key = try window.read(depth: depth) { (scanner) throws(JSONError) in
        let arena = ByteArena(chunkSize: 256)
        return Array(try scanner.readValue().text(in: arena).bytes)
      }
      try window.pass(UInt8(ascii: ":"))
      let position = (key ?? []).withUnsafeBufferPointer {
        object.position(of: JSONSlice($0), hint: scanner.positions.count - first)
      }
      scanner.positions.append(position)
      try add(to: object.place(at: position), as: role.member(key ?? []), depth: depth + 1)
      if try !passComma(before: UInt8(ascii: "}")) { break }
    }
    try window.pass(UInt8(ascii: "}"))
    object.end(scanner.positions[first...], tags: [], content: nil)
    scanner.positions.removeSubrange(first...)
  }

  private func passComma(before end: UInt8) throws -> Bool {
    guard try window.peek() == UInt8(ascii: ",") else { return false }
    try window.pass(UInt8(ascii: ","))
    guard try window.peek() != end else { throw window.unexpected() }
    return true
  }
}
