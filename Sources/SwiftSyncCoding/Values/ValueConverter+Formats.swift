package import SwiftSyncValues

/// Dates and days with formats of the schema, which are tried in order.
extension ValueConverter {
  package func formattedDate(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let value = first(token, in: arena, { microseconds($0, $1) }) else { return nil }
    if storage != .text { return storage.number(value) }
    let target = arena.allocate(DateText.length)
    DateText.write(value, to: target)
    return .text(JSONSlice(target, DateText.length))
  }

  package func formattedDay(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    if token.kind == .string {
      let text = token.text(in: arena)
      for format in details?.dates ?? [] where format == .auto || format == .iso8601 {
        if let day = Self.day(text, isStrict: rules.isStrict) { return .text(day) }
      }
    }
    guard let days = first(token, in: arena, { days($0, $1) }) else { return nil }
    let target = arena.allocate(DateText.length)
    DateText.write(Int64(days) * 86_400_000_000, to: target)
    return .text(JSONSlice(target, 10))
  }

  /// The value that the first fitting format reads. A number has no text, and digits in a string
  /// are also read as a number.
  private func first<Value>(
    _ token: JSONToken, in arena: ByteArena,
    _ read: (DateFormat, (text: JSONSlice?, number: NumberText?)) -> Value?
  ) -> Value? {
    var found: (text: JSONSlice?, number: NumberText?) = (nil, nil)
    switch token.kind {
    case .string:
      let text = token.text(in: arena)
      found.text = text
      if let number = NumberText(text), !number.hasExponent { found.number = number }
    case .number: found.number = NumberText(token.slice)
    default: return nil
    }
    for format in details?.dates ?? [] {
      if let value = read(format, found) { return value }
    }
    return nil
  }

  private func microseconds(
    _ format: DateFormat, _ found: (text: JSONSlice?, number: NumberText?)
  ) -> Int64? {
    switch format {
    case .auto, .iso8601: found.text.flatMap(DateText.microseconds) ?? unix(format, found.number)
    case .unix, .unixMilliseconds: unix(format, found.number)
    case .rfc2822: found.text.flatMap(InternetDate.fields)?.microseconds
    case .pattern(let pattern): found.text.flatMap(pattern.fields)?.microseconds
    }
  }

  private func unix(_ format: DateFormat, _ number: NumberText?) -> Int64? {
    guard let number, let remote = DateForm.Remote(format) else { return nil }
    return unix(number, remote)
  }

  /// The days from 1970-01-01 to the day as written. A unix time is in UTC.
  private func days(
    _ format: DateFormat, _ found: (text: JSONSlice?, number: NumberText?)
  ) -> Int? {
    switch format {
    case .auto, .iso8601, .unix, .unixMilliseconds:
      unix(format, found.number).map { Int($0.flooringDivision(by: 86_400_000_000).quotient) }
    case .rfc2822: found.text.flatMap(InternetDate.fields)?.days
    case .pattern(let pattern): found.text.flatMap(pattern.fields)?.days
    }
  }
}
