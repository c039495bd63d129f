import SwiftSyncValues

// Compiled as a part of the runtime, because its scanner is internal.

/// For any bytes, the scanner terminates, and reading and skipping accept the same texts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: data, count: count)
  let whole = walked(bytes)
  let skipped = skippedOver(bytes)
  precondition(whole == skipped, "reading and skipping differ")
  return 0
}

/// Whether the text is one value. Reads every key, element and string in it.
private func walked(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var scanner = JSONScanner(bytes)
  let arena = ByteArena()
  do {
    try walk(&scanner, arena)
    try scanner.finish()
    return true
  } catch {
    return false
  }
}

private func walk(_ scanner: inout JSONScanner, _ arena: ByteArena) throws(JSONError) {
  switch try scanner.peekKind() {
  case .object:
    try scanner.beginObject()
    while try scanner.nextKey(arena) != nil { try walk(&scanner, arena) }
  case .array:
    try scanner.beginArray()
    while try scanner.nextElement() { try walk(&scanner, arena) }
  case .string:
    _ = try scanner.readValue().text(in: arena)
  case .number, .bool, .null:
    _ = try scanner.readValue()
  }
}

private func skippedOver(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var scanner = JSONScanner(bytes)
  do {
    _ = try scanner.skipValue()
    try scanner.finish()
    return true
  } catch {
    return false
  }
}
