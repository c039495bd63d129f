public import SwiftSyncRuntime

// Handwritten code is in the same target as the schema and the generated code.
extension Loan {
  /// Whether the book has not been returned by the day on which it was due.
  public func isOverdue(on today: CalendarDay) -> Bool {
    returnedAt == nil && dueOn < today
  }
}
