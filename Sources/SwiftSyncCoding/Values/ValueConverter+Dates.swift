package import SwiftSyncValues

extension ValueConverter {
  /// Microseconds or canonical text, depending on the column.
  @inline(__always)
  package func date(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let value = microseconds(token, in: arena) else { return nil }
    if storage != .text { return storage.number(value) }
    if token.kind == .string, !token.hasEscapes, DateText.isCanonical(token.slice) {
      return .text(token.slice)
    }
    let target = arena.allocate(DateText.length)
    DateText.write(value, to: target)
    return .text(JSONSlice(target, DateText.length))
  }

  @inline(__always)
  private func microseconds(_ token: JSONToken, in arena: ByteArena) -> Int64? {
    switch token.kind {
    case .string: text(token.text(in: arena))
    case .number: NumberText(token.slice).flatMap(unix)
    default: nil
    }
  }

  @inline(__always)
  private func text(_ text: JSONSlice) -> Int64? {
    if remote == .iso8601 || remote == .auto, let value = DateText.microseconds(text) {
      return value
    }
    guard let number = NumberText(text), !number.hasExponent else { return nil }
    return unix(number)
  }

  private func unix(_ number: NumberText) -> Int64? { unix(number, remote) }

  package func unix(_ number: NumberText, _ remote: DateForm.Remote) -> Int64? {
    let digits = number.integerMagnitude
    let value: Int64?
    switch remote {
    case .iso8601: return nil
    case .unix: value = digits <= 11 ? number.scaled(by: 6, isRounded: true) : nil
    case .unixMilliseconds: value = digits <= 14 ? number.scaled(by: 3, isRounded: true) : nil
    case .auto:
      switch digits {
      case 9...11: value = number.scaled(by: 6, isRounded: true)
      case 12...14: value = number.scaled(by: 3, isRounded: true)
      case 15...17: value = number.scaled(by: 0, isRounded: true)
      default: value = nil
      }
    }
    return value.flatMap { DateText.range.contains($0) ? $0 : nil }
  }

  package func day(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard token.kind == .string else { return nil }
    return Self.day(token.text(in: arena), isStrict: rules.isStrict).map(BoundValue.text)
  }

  /// The day as written; also the day of a timestamp, unless strict.
  package static func day(_ text: JSONSlice, isStrict: Bool) -> JSONSlice? {
    if text.count == 10 { return DateText.days(text) == nil ? nil : text }
    guard !isStrict, text.count > 10, DateText.microseconds(text) != nil else { return nil }
    return JSONSlice(text.start, 10)
  }
}

extension NumberText {
  /// The number of digits of the whole part; 0 if it is zero.
  fileprivate var integerMagnitude: Int {
    let digits = significant
    return digits.isEmpty ? 0 : max(exponent(of: digits.lowerBound) + 1, 0)
  }
}
