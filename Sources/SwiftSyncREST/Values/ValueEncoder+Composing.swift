import SwiftSyncValues

/// Puts the texts of fields together.
extension ValueEncoder {
  /// Puts the parts of an object in their order. What is still missing has a default.
  mutating func compose(_ plan: ValuePlan, _ base: Int, from mark: Int) {
    let start = text.count
    let length = length(of: plan, base)
    text.append(contentsOf: repeatElement(0, count: length))
    text.withUnsafeMutableBytes { text in
      var output = ByteOutput(text, at: start)
      output.append(UInt8(ascii: "{"))
      for index in plan.order where found[base + index].state != .null {
        let slot = plan.slots[index]
        if output.position > start + 1 { output.append(UInt8(ascii: ",")) }
        output.append(slot.keyText)
        let value = found[base + index]
        if value.state == .text {
          output.append(UnsafeRawBufferPointer(text)[value.start..<value.start + value.count])
        } else {
          output.append(slot.defaultText ?? [])
        }
      }
      output.append(UInt8(ascii: "}"))
    }
    text.removeSubrange(mark..<start)
  }

  /// How long the text of an object is.
  private func length(of plan: ValuePlan, _ base: Int) -> Int {
    var length = 2
    var count = 0
    for index in plan.order where found[base + index].state != .null {
      let slot = plan.slots[index]
      let value = found[base + index]
      length += slot.keyText.count
      length += value.state == .text ? value.count : slot.defaultText?.count ?? 0
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

/// Writes bytes one after the other into room for them.
private struct ByteOutput {
  private let target: UnsafeMutableRawBufferPointer
  private(set) var position: Int

  init(_ target: UnsafeMutableRawBufferPointer, at position: Int) {
    self.target = target
    self.position = position
  }

  mutating func append(_ byte: UInt8) {
    target[position] = byte
    position += 1
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0[...]) }
  }

  mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    let end = position + bytes.count
    UnsafeMutableRawBufferPointer(rebasing: target[position..<end])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
    position = end
  }
}
