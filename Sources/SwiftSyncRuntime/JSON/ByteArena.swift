/// Memory for bytes that live until the next `reset`; addresses stay while it lives.
final class ByteArena {
  private let chunkSize: Int
  private var chunks: [UnsafeMutableBufferPointer<UInt8>] = []
  private var chunk = 0
  private var used = 0
  /// Room for a text whose length is not known before; empty between uses.
  private var spare: [UInt8] = []

  /// Nothing is allocated before it is needed.
  init(chunkSize: Int = 64 << 10) {
    self.chunkSize = chunkSize
  }

  deinit {
    for chunk in chunks { chunk.deallocate() }
  }

  /// Gives up all bytes handed out so far, and keeps the memory.
  @inline(__always)
  func reset() {
    chunk = 0
    used = 0
  }

  /// Uninitialised room for `count` bytes.
  @inline(__always)
  func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if chunk < chunks.count, count <= chunks[chunk].count - used,
      let start = chunks[chunk].baseAddress
    {
      defer { used += count }
      return start + used
    }
    return allocateInNextChunk(count)
  }

  func copy(_ bytes: [UInt8]) -> JSONSlice {
    let target = allocate(bytes.count)
    for (index, byte) in bytes.enumerated() { target[index] = byte }
    return JSONSlice(target, bytes.count)
  }

  func copy(_ text: String) -> JSONSlice {
    let target = allocate(text.utf8.count)
    var count = 0
    for byte in text.utf8 {
      target[count] = byte
      count += 1
    }
    return JSONSlice(target, count)
  }

  /// The bytes that `write` appends; calls may nest.
  func build(_ write: (inout [UInt8]) -> Bool) -> JSONSlice? {
    var bytes: [UInt8] = []
    swap(&bytes, &spare)
    defer {
      bytes.removeAll(keepingCapacity: true)
      swap(&bytes, &spare)
    }
    return write(&bytes) ? copy(bytes) : nil
  }

  private func allocateInNextChunk(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    while chunk + 1 < chunks.count {
      chunk += 1
      used = 0
      if count <= chunks[chunk].count, let start = chunks[chunk].baseAddress {
        used = count
        return start
      }
    }
    let size = max(chunkSize, count)
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    chunks.append(UnsafeMutableBufferPointer(start: start, count: size))
    chunk = chunks.count - 1
    used = count
    return start
  }
}
