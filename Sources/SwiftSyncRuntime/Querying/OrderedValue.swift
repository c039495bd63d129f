public import SwiftSyncFoundation

/// A type whose values SQLite orders as one expects, so that `<` and sorting are offered.
///
/// Texts, URLs, UUIDs and enums with text are ordered by the bytes of what is stored; `false` comes
/// before `true`. Decimals are not among them: they are stored as text, digit by digit, and text is
/// not ordered by number. What has to be ordered is better a `double`, an `int` or `money`.
public protocol OrderedValue: SyncedValue {}

extension String: OrderedValue {}
extension Int: OrderedValue {}
extension Int64: OrderedValue {}
extension Double: OrderedValue {}
extension Bool: OrderedValue {}
extension Date: OrderedValue {}
extension CalendarDay: OrderedValue {}
extension UUID: OrderedValue {}
extension URL: OrderedValue {}
