import SwiftSyncValues

// Compiled as a part of the runtime, because its scanner and conversions are internal.

/// Scans the bytes, converts their value to every type, and checks the laws of conversions.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONScanner(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let arena = ByteArena(chunkSize: 64)
  let whole = scan(bytes, isFinal: true)
  checkCut(bytes, whole)
  guard case .success(let token) = whole else { return 0 }
  checkCanonicalText(token, arena)
  for type in ConversionLaws.types {
    ConversionLaws(type: type, arena: arena).check(token)
  }
  _ = ValueExpectation.shortened(token)
  return 0
}

private func scan(
  _ bytes: UnsafeBufferPointer<UInt8>, isFinal: Bool
) -> Result<JSONToken, JSONError> {
  var scanner = JSONScanner(bytes, baseOffset: 0, isFinal: isFinal)
  do throws(JSONError) {
    let token = try scanner.readValue()
    try scanner.finish()
    precondition(scanner.depth == 0)
    return .success(token)
  } catch {
    precondition((0...bytes.count).contains(error.offset))
    return .failure(error)
  }
}

/// A prefix of a string is valid or incomplete, or has the same error as the whole string.
private func checkCut(
  _ bytes: UnsafeBufferPointer<UInt8>, _ whole: Result<JSONToken, JSONError>
) {
  let cut = bytes.isEmpty ? 0 : Int(bytes[bytes.count / 2]) % bytes.count
  guard case .failure(let error) = scan(.init(rebasing: bytes[..<cut]), isFinal: false),
    error.reason != .incomplete
  else { return }
  guard case .failure(let other) = whole else { preconditionFailure("only the part is wrong") }
  precondition(other == error || error.reason == .trailingText)
}

/// A canonical text is its own canonical text.
private func checkCanonicalText(_ token: JSONToken, _ arena: ByteArena) {
  var once: [UInt8] = []
  precondition(JSONTree.append(token, to: &once, arena))
  once.withUnsafeBufferPointer { bytes in
    guard case .success(let again) = scan(bytes, isFinal: true) else {
      preconditionFailure("the canonical text cannot be read")
    }
    var twice: [UInt8] = []
    precondition(JSONTree.append(again, to: &twice, arena) && twice.elementsEqual(bytes))
  }
}

private struct ConversionLaws {
  static let types: [ValueType] = {
    let dates = [DateForm.Remote.auto, .iso8601, .unix, .unixMilliseconds].flatMap { remote in
      [DateForm.Storage.text, .integer, .seconds, .referenceDate].map {
        ValueType.date(DateForm(remote: remote, storage: $0))
      }
    }
    let scalars: [ValueType] =
      [
        .string, .int, .double, .decimal, .bool, .day, .uuid, .uuidBlob, .url, .data, .json,
        .textEnum(allowing: nil), .textEnum(allowing: ["a"]), .integerEnum(allowing: [1]),
      ] + dates
    return scalars + scalars.map { .array($0) } + scalars.map { .dictionary($0) } + [.money]
  }()

  let type: ValueType
  let arena: ByteArena

  /// A value that is written and read again stays the same.
  func check(_ token: JSONToken) {
    _ = ValueConverter(type, ValueRules(isStrict: true)).convert(token, in: arena)
    _ = ValueConverter.currency().convert(token, in: arena)
    let converter = ValueConverter(type)
    guard let value = converter.convert(token, in: arena), !value.isNull else { return }
    var text: [UInt8] = []
    precondition(JSONText.append(value, of: type, form: .export(dates: nil), to: &text))
    text.withUnsafeBufferPointer { bytes in
      guard case .success(let written) = scan(bytes, isFinal: true) else {
        preconditionFailure("the written text cannot be read")
      }
      let again = converter.convert(written, in: arena)
      precondition(again.map { $0 == value } ?? false)
    }
  }
}
