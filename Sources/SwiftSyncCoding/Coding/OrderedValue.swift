public import SwiftSyncFoundation

/// A type whose stored values SQLite sorts in the order of the values. It supports `<` and sorting.
///
/// Strings, URLs, UUIDs and string enums are sorted by the bytes of their stored form, and `false`
/// comes before `true`. Decimals do not conform, because they are stored as text, which does not
/// sort by value. Use `double`, `int` or `money` for values that you sort by.
public protocol OrderedValue: SyncedValue {}

extension String: OrderedValue {}
extension Int: OrderedValue {}
extension Int64: OrderedValue {}
extension UInt64: OrderedValue {}
extension Double: OrderedValue {}
extension Bool: OrderedValue {}
extension Date: OrderedValue {}
extension CalendarDay: OrderedValue {}
extension UUID: OrderedValue {}
extension URL: OrderedValue {}
