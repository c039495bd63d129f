/// Bytes that grow at their end.
///
/// Templates write many pieces of a few bytes. An array takes as long to prepare for each of them as
/// it takes to copy some hundred bytes, so room is made ahead and counted here.
struct OutputBuffer {
  private var storage: [UInt8] = []
  private(set) var count = 0

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.isEmpty { return }
    if storage.count - count < bytes.count { grow(by: bytes.count) }
    storage.withUnsafeMutableBytes { storage in
      UnsafeMutableRawBufferPointer(rebasing: storage[count...])
        .copyMemory(from: UnsafeRawBufferPointer(bytes))
    }
    count += bytes.count
  }

  /// Room for as much again, so that bytes are moved a few times at most.
  private mutating func grow(by size: Int) {
    let room = max(256, count + size)
    storage.append(contentsOf: repeatElement(0, count: room))
  }

  /// The bytes from an offset on.
  func bytes(from start: Int = 0) -> [UInt8] {
    Array(storage[start..<count])
  }

  var text: String {
    String(decoding: storage[..<count], as: UTF8.self)
  }
}
