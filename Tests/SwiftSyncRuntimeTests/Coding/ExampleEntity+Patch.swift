public import Foundation
@_spi(Generated) public import SwiftSyncRuntime

extension Task {
  /// What is to change of a `Task`, key by key.
  public struct Patch: EntityPatch {
    public typealias Entity = Task

    public var id: SwiftSyncRuntime.Patch<UUID>
    public var title: SwiftSyncRuntime.Patch<String>
    public var details: SwiftSyncRuntime.Patch<String>
    public var state: SwiftSyncRuntime.Patch<TaskState>
    public var stateLabel: SwiftSyncRuntime.Patch<String>
    public var severity: SwiftSyncRuntime.Patch<Severity>
    public var rank: SwiftSyncRuntime.Patch<Rank>
    public var estimate: SwiftSyncRuntime.Patch<Decimal>
    public var price: SwiftSyncRuntime.Patch<Decimal>
    public var budget: SwiftSyncRuntime.Patch<Money>
    public var fee: SwiftSyncRuntime.Patch<Money>
    public var tags: SwiftSyncRuntime.Patch<[String]>
    public var reminders: SwiftSyncRuntime.Patch<[Date]>
    public var weights: SwiftSyncRuntime.Patch<[String: Decimal]>
    public var points: SwiftSyncRuntime.Patch<Int>
    public var sortIndex: SwiftSyncRuntime.Patch<Double>
    public var isArchived: SwiftSyncRuntime.Patch<Bool>
    public var dueOn: SwiftSyncRuntime.Patch<CalendarDay>
    public var site: SwiftSyncRuntime.Patch<URL>
    public var thumbnail: SwiftSyncRuntime.Patch<Data>
    public var extra: SwiftSyncRuntime.Patch<JSONValue>
    public var draftNote: SwiftSyncRuntime.Patch<String>
    public var revision: SwiftSyncRuntime.Patch<Int>
    public var createdAt: SwiftSyncRuntime.Patch<Date>
    public var updatedAt: SwiftSyncRuntime.Patch<Date>
    public var projectID: SwiftSyncRuntime.Patch<UUID>
    public var assigneeID: SwiftSyncRuntime.Patch<UUID>
    public var watcherIDs: SwiftSyncRuntime.Patch<[UUID]>
    public var coverID: SwiftSyncRuntime.Patch<UUID>

    public init(
      id: SwiftSyncRuntime.Patch<UUID> = .missing,
      title: SwiftSyncRuntime.Patch<String> = .missing,
      details: SwiftSyncRuntime.Patch<String> = .missing,
      state: SwiftSyncRuntime.Patch<TaskState> = .missing,
      stateLabel: SwiftSyncRuntime.Patch<String> = .missing,
      severity: SwiftSyncRuntime.Patch<Severity> = .missing,
      rank: SwiftSyncRuntime.Patch<Rank> = .missing,
      estimate: SwiftSyncRuntime.Patch<Decimal> = .missing,
      price: SwiftSyncRuntime.Patch<Decimal> = .missing,
      budget: SwiftSyncRuntime.Patch<Money> = .missing,
      fee: SwiftSyncRuntime.Patch<Money> = .missing,
      tags: SwiftSyncRuntime.Patch<[String]> = .missing,
      reminders: SwiftSyncRuntime.Patch<[Date]> = .missing,
      weights: SwiftSyncRuntime.Patch<[String: Decimal]> = .missing,
      points: SwiftSyncRuntime.Patch<Int> = .missing,
      sortIndex: SwiftSyncRuntime.Patch<Double> = .missing,
      isArchived: SwiftSyncRuntime.Patch<Bool> = .missing,
      dueOn: SwiftSyncRuntime.Patch<CalendarDay> = .missing,
      site: SwiftSyncRuntime.Patch<URL> = .missing,
      thumbnail: SwiftSyncRuntime.Patch<Data> = .missing,
      extra: SwiftSyncRuntime.Patch<JSONValue> = .missing,
      draftNote: SwiftSyncRuntime.Patch<String> = .missing,
      revision: SwiftSyncRuntime.Patch<Int> = .missing,
      createdAt: SwiftSyncRuntime.Patch<Date> = .missing,
      updatedAt: SwiftSyncRuntime.Patch<Date> = .missing,
      projectID: SwiftSyncRuntime.Patch<UUID> = .missing,
      assigneeID: SwiftSyncRuntime.Patch<UUID> = .missing,
      watcherIDs: SwiftSyncRuntime.Patch<[UUID]> = .missing,
      coverID: SwiftSyncRuntime.Patch<UUID> = .missing
    ) {
      self.id = id
      self.title = title
      self.details = details
      self.state = state
      self.stateLabel = stateLabel
      self.severity = severity
      self.rank = rank
      self.estimate = estimate
      self.price = price
      self.budget = budget
      self.fee = fee
      self.tags = tags
      self.reminders = reminders
      self.weights = weights
      self.points = points
      self.sortIndex = sortIndex
      self.isArchived = isArchived
      self.dueOn = dueOn
      self.site = site
      self.thumbnail = thumbnail
      self.extra = extra
      self.draftNote = draftNote
      self.revision = revision
      self.createdAt = createdAt
      self.updatedAt = updatedAt
      self.projectID = projectID
      self.assigneeID = assigneeID
      self.watcherIDs = watcherIDs
      self.coverID = coverID
    }

    public init() {
      self.init(id: .missing)
    }

    @_spi(Generated)
    public mutating func visit(_ fields: inout FieldVisitor) {
      fields.value(&id)
      fields.value(&title)
      fields.value(&details)
      fields.value(&state)
      fields.value(&stateLabel)
      fields.value(&severity)
      fields.value(&rank)
      fields.value(&estimate)
      fields.value(&price)
      fields.money(&budget)
      fields.money(&fee)
      fields.value(&tags)
      fields.value(&reminders)
      fields.value(&weights)
      fields.value(&points)
      fields.value(&sortIndex)
      fields.value(&isArchived)
      fields.value(&dueOn)
      fields.value(&site)
      fields.value(&thumbnail)
      fields.value(&extra)
      fields.value(&draftNote)
      fields.value(&revision)
      fields.value(&createdAt)
      fields.value(&updatedAt)
      fields.value(&projectID)
      fields.value(&assigneeID)
      fields.ids(&watcherIDs)
      fields.value(&coverID)
    }
  }
}
