import SwiftSyncValues

/// Composes the text of fields.
extension ValueEncoder {
  /// Puts the parts of an object in order. Parts that are still missing have a default.
  mutating func compose(_ plan: ValuePlan, _ base: Int, from mark: Int) {
    let count = length(of: plan, base)
    let composed = arena.allocate(count)
    text.withUnsafeBufferPointer { text in
      var output = ByteOutput(composed)
      output.append(UInt8(ascii: "{"))
      for index in plan.order where found[base + index].state != .null {
        let slot = plan.slots[index]
        if output.count > 1 { output.append(UInt8(ascii: ",")) }
        output.append(slot.keyText)
        output.append(found[base + index], of: slot, in: text)
      }
      output.append(UInt8(ascii: "}"))
    }
    text.removeLast(text.count - mark)
    text.append(contentsOf: UnsafeBufferPointer(start: composed, count: count))
  }

  /// The length of an object's text.
  private func length(of plan: ValuePlan, _ base: Int) -> Int {
    var length = 2
    var count = 0
    for index in plan.order where found[base + index].state != .null {
      let slot = plan.slots[index]
      let value = found[base + index]
      length += slot.keyText.count
      switch value.state {
      case .text, .number: length += value.count
      case .string: length += value.count + 2
      case .missing, .null, .failed: length += slot.defaultText?.count ?? 0
      }
      count += 1
    }
    return length + max(0, count - 1)
  }

  mutating func repeatText(from start: Int, count: Int) {
    let end = text.count
    text.append(contentsOf: repeatElement(0, count: count))
    text.withUnsafeMutableBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
    }
  }
}

/// Writes bytes consecutively into reserved memory.
private struct ByteOutput {
  private let start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  init(_ start: UnsafeMutablePointer<UInt8>) {
    self.start = start
  }

  mutating func append(_ byte: UInt8) {
    start[count] = byte
    count += 1
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0.baseAddress, $0.count) }
  }

  /// - Parameter text: The text that the encoder has written.
  mutating func append(
    _ value: ValueEncoder.Found, of slot: ValuePlan.Slot, in text: UnsafeBufferPointer<UInt8>
  ) {
    switch value.state {
    case .text: append(text.baseAddress.map { $0 + value.start }, value.count)
    case .number: append(value.bytes, value.count)
    case .string:
      append(UInt8(ascii: "\""))
      append(value.bytes, value.count)
      append(UInt8(ascii: "\""))
    case .missing, .null, .failed: append(slot.defaultText ?? [])
    }
  }

  private mutating func append(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
    guard let bytes else { return }
    (start + self.count).update(from: bytes, count: count)
    self.count += count
  }
}
