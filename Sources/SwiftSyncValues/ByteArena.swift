/// Memory for bytes that are valid until the next `reset`. Addresses do not change until then.
public final class ByteArena {
  /// The free part of the chunk that is being filled.
  @usableFromInline
  struct Room {
    @usableFromInline var next: UnsafeMutablePointer<UInt8>?
    @usableFromInline var count: Int
  }

  private let chunkSize: Int
  private var chunks: [UnsafeMutableBufferPointer<UInt8>] = []
  private var chunk = 0
  /// Behind a pointer, because Swift checks each access to a property of a class for exclusivity.
  @usableFromInline let room: UnsafeMutablePointer<Room>
  /// A buffer for a string of unknown length; empty between uses.
  private var spare: [UInt8] = []

  /// Creates an arena. Nothing is allocated before it is needed.
  public init(chunkSize: Int = 64 << 10) {
    self.chunkSize = chunkSize
    room = .allocate(capacity: 1)
    room.initialize(to: Room(next: nil, count: 0))
  }

  deinit {
    for chunk in chunks { chunk.deallocate() }
    room.deallocate()
  }

  /// Releases all allocated bytes, and keeps the memory.
  public func reset() {
    chunk = 0
    room.pointee = Room(next: chunks.first?.baseAddress, count: chunks.first?.count ?? 0)
  }

  /// Returns uninitialized memory for `count` bytes.
  @inlinable
  @inline(__always)
  public func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if count <= room.pointee.count, let start = room.pointee.next {
      room.pointee.next = start + count
      room.pointee.count -= count
      return start
    }
    return allocateInNextChunk(count)
  }

  public func copy(_ bytes: [UInt8]) -> JSONSlice {
    let target = allocate(bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { target.update(from: start, count: bytes.count) }
    }
    return JSONSlice(target, bytes.count)
  }

  public func copy(_ text: String) -> JSONSlice {
    let target = allocate(text.utf8.count)
    var count = 0
    for byte in text.utf8 {
      target[count] = byte
      count += 1
    }
    return JSONSlice(target, count)
  }

  /// Returns the bytes that `write` appends. Calls may be nested.
  public func build(_ write: (inout [UInt8]) -> Bool) -> JSONSlice? {
    var bytes: [UInt8] = []
    swap(&bytes, &spare)
    defer {
      bytes.removeAll(keepingCapacity: true)
      swap(&bytes, &spare)
    }
    return write(&bytes) ? copy(bytes) : nil
  }

  @usableFromInline
  func allocateInNextChunk(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    while chunk + 1 < chunks.count {
      chunk += 1
      if let start = take(count, of: chunks[chunk]) { return start }
    }
    let size = max(chunkSize, count)
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    chunks.append(UnsafeMutableBufferPointer(start: start, count: size))
    chunk = chunks.count - 1
    room.pointee = Room(next: start + count, count: size - count)
    return start
  }

  private func take(
    _ count: Int, of chunk: UnsafeMutableBufferPointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8>? {
    guard count <= chunk.count, let start = chunk.baseAddress else { return nil }
    room.pointee = Room(next: start + count, count: chunk.count - count)
    return start
  }
}

extension ByteArena {
  /// The text of a string whose escapes a scanner has validated.
  ///
  /// A lone surrogate becomes the three bytes that UTF-8 would use for it. No valid string contains
  /// them, so a key with one never equals a known key.
  public func unescape(_ slice: JSONSlice) -> JSONSlice {
    let target = allocate(slice.count)
    var written = 0
    var index = 0
    while index < slice.count {
      let byte = slice[index]
      if byte != UInt8(ascii: "\\") {
        target[written] = byte
        written += 1
        index += 1
      } else if slice[index + 1] == UInt8(ascii: "u") {
        var scalar = Self.hexadecimal(slice, at: index + 2)
        index += 6
        if scalar & 0xFC00 == 0xD800, let low = Self.lowSurrogate(slice, at: index) {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
          index += 6
        }
        written += Self.encode(scalar, to: target + written)
      } else {
        target[written] = Self.character(escapedBy: slice[index + 1])
        written += 1
        index += 2
      }
    }
    return JSONSlice(target, written)
  }

  private static func character(escapedBy letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// The second half of a surrogate pair if its escape is at `index`.
  private static func lowSurrogate(_ slice: JSONSlice, at index: Int) -> UInt32? {
    guard index + 6 <= slice.count, slice[index] == UInt8(ascii: "\\"),
      slice[index + 1] == UInt8(ascii: "u")
    else { return nil }
    let unit = hexadecimal(slice, at: index + 2)
    return unit & 0xFC00 == 0xDC00 ? unit : nil
  }

  private static func hexadecimal(_ slice: JSONSlice, at index: Int) -> UInt32 {
    var value: UInt32 = 0
    for offset in 0..<4 {
      value = value << 4 | UInt32(slice[index + offset].hexadecimalValue ?? 0)
    }
    return value
  }

  private static func encode(_ scalar: UInt32, to target: UnsafeMutablePointer<UInt8>) -> Int {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3F) }
    switch scalar {
    case 0..<0x80:
      target[0] = UInt8(scalar)
      return 1
    case 0x80..<0x800:
      target[0] = UInt8(0xC0 | scalar >> 6)
      target[1] = continuation(0)
      return 2
    case 0x800..<0x10000:
      target[0] = UInt8(0xE0 | scalar >> 12)
      target[1] = continuation(6)
      target[2] = continuation(0)
      return 3
    default:
      target[0] = UInt8(0xF0 | scalar >> 18)
      target[1] = continuation(12)
      target[2] = continuation(6)
      target[3] = continuation(0)
      return 4
    }
  }
}
