public import SwiftSyncRuntime

// Code by hand lies beside the schema, in the same target as what is generated from it.
extension Loan {
  /// Whether the book is still away after the day on which it should have been back.
  public func isOverdue(on today: CalendarDay) -> Bool {
    returnedAt == nil && dueOn < today
  }
}
