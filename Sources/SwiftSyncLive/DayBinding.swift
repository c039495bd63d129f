#if canImport(SwiftUI)
  public import SwiftSyncFoundation
  public import SwiftSyncStore
  public import SwiftUI

  extension Binding where Value == CalendarDay {
    /// The start of the day as a date, for a `DatePicker`.
    ///
    /// ```swift
    /// DatePicker("Starts", selection: $draft.startsOn.date(), displayedComponents: .date)
    /// ```
    ///
    /// - Parameter timeZone: The time zone of the picker.
    public func date(in timeZone: TimeZone = .current) -> Binding<Date> {
      self[dynamicMember: \.[dateIn: timeZone]]
    }
  }
#endif
