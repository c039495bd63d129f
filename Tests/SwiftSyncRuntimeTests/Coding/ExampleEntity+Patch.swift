public import Foundation
@_spi(Generated) public import SwiftSyncRuntime

/// A partial update of `Todo`. Each member is missing, null or a value.
public struct TodoPatch: EntityPatch {
  public typealias Entity = Todo

  public var id: Patch<UUID>
  public var title: Patch<String>
  public var details: Patch<String>
  public var state: Patch<TaskState>
  public var stateLabel: Patch<String>
  public var severity: Patch<Severity>
  public var rank: Patch<Rank>
  public var estimate: Patch<Decimal>
  public var price: Patch<Decimal>
  public var budget: Patch<Money>
  public var fee: Patch<Money>
  public var tags: Patch<[String]>
  public var reminders: Patch<[Date]>
  public var weights: Patch<[String: Decimal]>
  public var points: Patch<Int>
  public var sortIndex: Patch<Double>
  public var isArchived: Patch<Bool>
  public var dueOn: Patch<CalendarDay>
  public var site: Patch<URL>
  public var thumbnail: Patch<Data>
  public var extra: Patch<JSONValue>
  public var draftNote: Patch<String>
  public var revision: Patch<Int>
  public var createdAt: Patch<Date>
  public var updatedAt: Patch<Date>
  public var projectID: Patch<UUID>
  public var assigneeID: Patch<UUID>
  public var watcherIDs: Patch<[UUID]>
  public var coverID: Patch<UUID>

  public init(
    id: Patch<UUID> = .missing,
    title: Patch<String> = .missing,
    details: Patch<String> = .missing,
    state: Patch<TaskState> = .missing,
    stateLabel: Patch<String> = .missing,
    severity: Patch<Severity> = .missing,
    rank: Patch<Rank> = .missing,
    estimate: Patch<Decimal> = .missing,
    price: Patch<Decimal> = .missing,
    budget: Patch<Money> = .missing,
    fee: Patch<Money> = .missing,
    tags: Patch<[String]> = .missing,
    reminders: Patch<[Date]> = .missing,
    weights: Patch<[String: Decimal]> = .missing,
    points: Patch<Int> = .missing,
    sortIndex: Patch<Double> = .missing,
    isArchived: Patch<Bool> = .missing,
    dueOn: Patch<CalendarDay> = .missing,
    site: Patch<URL> = .missing,
    thumbnail: Patch<Data> = .missing,
    extra: Patch<JSONValue> = .missing,
    draftNote: Patch<String> = .missing,
    revision: Patch<Int> = .missing,
    createdAt: Patch<Date> = .missing,
    updatedAt: Patch<Date> = .missing,
    projectID: Patch<UUID> = .missing,
    assigneeID: Patch<UUID> = .missing,
    watcherIDs: Patch<[UUID]> = .missing,
    coverID: Patch<UUID> = .missing
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

extension Todo {
  public typealias Patch = TodoPatch
}
