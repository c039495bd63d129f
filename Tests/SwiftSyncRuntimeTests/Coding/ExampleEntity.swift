public import Foundation
public import SwiftSyncRuntime

// What the generator is to emit for an entity that uses each kind of attribute and relation.

/// One unit of work in a project.
public struct Task: Identifiable, Hashable, Sendable {
  public var id: UUID
  public var title: String
  public var details: String?
  public var state: TaskState
  public var stateLabel: String?
  public var severity: Severity?
  public var rank: Rank
  public var estimate: Decimal?
  public var price: Decimal
  public var budget: Money?
  public var fee: Money
  public var tags: [String]
  public var reminders: [Date]?
  public var weights: [String: Decimal]?
  public var points: Int?
  public var sortIndex: Double
  public var isArchived: Bool
  public var dueOn: CalendarDay?
  public var site: URL?
  public var thumbnail: Data?
  public var extra: JSONValue?
  public var draftNote: String?
  public var revision: Int?
  public var createdAt: Date
  public var updatedAt: Date
  public var projectID: UUID
  public var assigneeID: UUID?

  public init(
    id: UUID = UUID(),
    title: String,
    details: String? = nil,
    state: TaskState = .todo,
    stateLabel: String? = nil,
    severity: Severity? = nil,
    rank: Rank = .first,
    estimate: Decimal? = nil,
    price: Decimal = Decimal(sign: .plus, exponent: -2, significand: 995),
    budget: Money? = nil,
    fee: Money = Money(minorUnits: 0, currency: "EUR"),
    tags: [String] = [],
    reminders: [Date]? = nil,
    weights: [String: Decimal]? = nil,
    points: Int? = nil,
    sortIndex: Double,
    isArchived: Bool = false,
    dueOn: CalendarDay? = nil,
    site: URL? = nil,
    thumbnail: Data? = nil,
    extra: JSONValue? = nil,
    draftNote: String? = nil,
    revision: Int? = nil,
    createdAt: Date,
    updatedAt: Date,
    projectID: UUID,
    assigneeID: UUID? = nil
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
  }
}

extension Task: SyncedEntity {
  public static let metadata = EntityMetadata(
    name: "Task",
    table: "tasks",
    columns: [
      ColumnMetadata("id", .text, required: true),
      ColumnMetadata("title", .text, required: true),
      ColumnMetadata("details", .text),
      ColumnMetadata("state", .text, required: true),
      ColumnMetadata("state_label", .text),
      ColumnMetadata("severity", .text),
      ColumnMetadata("rank", .integer, required: true),
      ColumnMetadata("estimate", .text),
      ColumnMetadata("price", .text, required: true),
      ColumnMetadata("budget_minor", .integer),
      ColumnMetadata("budget_currency", .text),
      ColumnMetadata("fee_minor", .integer, required: true),
      ColumnMetadata("fee_currency", .text, required: true),
      ColumnMetadata("tags", .text, required: true),
      ColumnMetadata("reminders", .text),
      ColumnMetadata("weights", .text),
      ColumnMetadata("points", .integer),
      ColumnMetadata("sort_index", .real, required: true),
      ColumnMetadata("is_archived", .integer, required: true),
      ColumnMetadata("due_on", .text),
      ColumnMetadata("site", .text),
      ColumnMetadata("thumbnail", .blob),
      ColumnMetadata("extra", .text),
      ColumnMetadata("draft_note", .text),
      ColumnMetadata("revision", .integer),
      ColumnMetadata("created_at", .integer, required: true),
      ColumnMetadata("updated_at", .text, required: true),
      ColumnMetadata("project_id", .text, required: true),
      ColumnMetadata("assignee_id", .text),
    ],
    attributes: [
      AttributeMetadata("id", .uuid, column: 0, remote: ["id"]),
      AttributeMetadata("title", .string, column: 1, remote: ["title"]),
      AttributeMetadata("details", .string, optional: true, column: 2, remote: ["description"]),
      AttributeMetadata(
        "state", .textEnum(reject: nil), column: 3, remote: ["state.id"], default: [.text("todo")]),
      AttributeMetadata("stateLabel", .string, optional: true, column: 4, remote: ["state.label"]),
      AttributeMetadata(
        "severity", .textEnum(reject: ["low", "high"]), optional: true, column: 5,
        remote: ["severity"]),
      AttributeMetadata(
        "rank", .integerEnum(reject: nil), column: 6, remote: ["rank"], default: [.integer(1)]),
      AttributeMetadata("estimate", .decimal, optional: true, column: 7, remote: ["estimate"]),
      AttributeMetadata("price", .decimal, column: 8, remote: ["price"], default: [.text("9.95")]),
      AttributeMetadata(
        "budget", .money, optional: true, column: 9, remote: ["budget_minor"],
        currency: "budget_currency"),
      AttributeMetadata(
        "fee", .money, column: 11, remote: ["fee.cents"], currency: "fee.code",
        default: [.integer(0), .text("EUR")]),
      AttributeMetadata(
        "tags", .array(.string), column: 13, remote: ["tags"], default: [.text("[]")]),
      AttributeMetadata(
        "reminders", .array(.date(DateForm(remote: .unix, storage: .text))), optional: true,
        column: 14, remote: ["reminders"]),
      AttributeMetadata(
        "weights", .dictionary(.decimal), optional: true, column: 15, remote: ["weights"]),
      AttributeMetadata(
        "points", .int, optional: true, column: 16, remote: ["points", "score", "stats.points"]),
      AttributeMetadata("sortIndex", .double, column: 17, remote: ["sort_index"]),
      AttributeMetadata(
        "isArchived", .bool, column: 18, remote: ["is_archived"], default: [.integer(0)]),
      AttributeMetadata(
        "dueOn", .day, optional: true, column: 19, remote: ["due_on"], emptyIsNull: true),
      AttributeMetadata("site", .url, optional: true, column: 20, remote: ["site"]),
      AttributeMetadata("thumbnail", .data, optional: true, column: 21, remote: ["thumbnail"]),
      AttributeMetadata("extra", .json, optional: true, column: 22, remote: ["extra"]),
      AttributeMetadata(
        "draftNote", .string, optional: true, column: 23, remote: ["draft_note"], direction: .local),
      AttributeMetadata(
        "revision", .int, optional: true, column: 24, remote: ["revision"], direction: .import),
      AttributeMetadata(
        "createdAt", .date(DateForm(remote: .unixMilliseconds, storage: .integer)), column: 25,
        remote: ["created_at"]),
      AttributeMetadata(
        "updatedAt", .date(DateForm(remote: .auto, storage: .text)), column: 26,
        remote: ["updated_at"]),
    ],
    relations: [
      RelationMetadata(
        "project", to: "Project", .toOne(.init(.uuid, column: 27)), inverse: "tasks",
        ids: ["project_id"], objects: ["project"], onDelete: .keep),
      RelationMetadata(
        "assignee", to: "User", .toOne(.init(.uuid, column: 28, optional: true)),
        ids: ["assignee"], objects: ["assignee"], onDelete: .nullify),
      RelationMetadata(
        "watchers", to: "User", .manyToMany(joinTable: "task_watchers", side: .left, .none),
        inverse: "watchedTasks", ids: ["watcher_ids", "watchers_ids"], objects: ["watchers"],
        onDelete: .nullify),
      RelationMetadata(
        "cover", to: "Cover", .toOneInverse, inverse: "task", ids: ["cover_id"],
        objects: ["cover"], onDelete: .nullify),
    ],
    identity: [0],
    sync: EntitySyncMetadata(clock: 24)
  )

  public static let coding = EntityCoding(metadata, identities: ["assignee": ["login"]])

  public var identity: UUID { id }

  public init(from decoder: any Decoder) throws {
    let values = try EntityDecoder(decoder, Self.coding)
    id = try values.value(0)
    title = try values.value(1)
    details = try values.optional(2)
    state = try values.value(3)
    stateLabel = try values.optional(4)
    severity = try values.optional(5)
    rank = try values.value(6)
    estimate = try values.optional(7)
    price = try values.value(8)
    budget = try values.optionalMoney(9)
    fee = try values.money(10)
    tags = try values.value(11)
    reminders = try values.optional(12)
    weights = try values.optional(13)
    points = try values.optional(14)
    sortIndex = try values.value(15)
    isArchived = try values.value(16)
    dueOn = try values.optional(17)
    site = try values.optional(18)
    thumbnail = try values.optional(19)
    extra = try values.optional(20)
    draftNote = try values.optional(21)
    revision = try values.optional(22)
    createdAt = try values.value(23)
    updatedAt = try values.value(24)
    projectID = try values.value(25)
    assigneeID = try values.optional(26)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = EntityEncoder(encoder, Self.coding)
    try values.set(0, id)
    try values.set(1, title)
    try values.set(2, details)
    try values.set(3, state)
    try values.set(4, stateLabel)
    try values.set(5, severity)
    try values.set(6, rank)
    try values.set(7, estimate)
    try values.set(8, price)
    try values.set(9, money: budget)
    try values.set(10, money: fee)
    try values.set(11, tags)
    try values.set(12, reminders)
    try values.set(13, weights)
    try values.set(14, points)
    try values.set(15, sortIndex)
    try values.set(16, isArchived)
    try values.set(17, dueOn)
    try values.set(18, site)
    try values.set(19, thumbnail)
    try values.set(20, extra)
    try values.set(21, draftNote)
    try values.set(22, revision)
    try values.set(23, createdAt)
    try values.set(24, updatedAt)
    try values.set(25, projectID)
    try values.set(26, assigneeID)
  }

  public init(row: borrowing Row) throws {
    id = try row.value(0)
    title = try row.value(1)
    details = try row.optional(2)
    state = try row.value(3)
    stateLabel = try row.optional(4)
    severity = try row.optional(5)
    rank = try row.value(6)
    estimate = try row.optional(7)
    price = try row.value(8)
    budget = try row.optionalMoney(9)
    fee = try row.money(11)
    tags = try row.value(13)
    reminders = try row.optional(14)
    weights = try row.optional(15)
    points = try row.optional(16)
    sortIndex = try row.value(17)
    isArchived = try row.value(18)
    dueOn = try row.optional(19)
    site = try row.optional(20)
    thumbnail = try row.optional(21)
    extra = try row.optional(22)
    draftNote = try row.optional(23)
    revision = try row.optional(24)
    createdAt = try row.value(25)
    updatedAt = try row.value(26)
    projectID = try row.value(27)
    assigneeID = try row.optional(28)
  }

  public func write(to row: inout RowWriter) {
    row.set(0, id)
    row.set(1, title)
    row.set(2, details)
    row.set(3, state)
    row.set(4, stateLabel)
    row.set(5, severity)
    row.set(6, rank)
    row.set(7, estimate)
    row.set(8, price)
    row.set(9, money: budget)
    row.set(11, money: fee)
    row.set(13, tags)
    row.set(14, reminders)
    row.set(15, weights)
    row.set(16, points)
    row.set(17, sortIndex)
    row.set(18, isArchived)
    row.set(19, dueOn)
    row.set(20, site)
    row.set(21, thumbnail)
    row.set(22, extra)
    row.set(23, draftNote)
    row.set(24, revision)
    row.set(25, createdAt)
    row.set(26, updatedAt)
    row.set(27, projectID)
    row.set(28, assigneeID)
  }
}

extension Task {
  /// What is to change of a `Task`, key by key.
  public struct Patch: EntityPatch {
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
      id = .missing
      title = .missing
      details = .missing
      state = .missing
      stateLabel = .missing
      severity = .missing
      rank = .missing
      estimate = .missing
      price = .missing
      budget = .missing
      fee = .missing
      tags = .missing
      reminders = .missing
      weights = .missing
      points = .missing
      sortIndex = .missing
      isArchived = .missing
      dueOn = .missing
      site = .missing
      thumbnail = .missing
      extra = .missing
      draftNote = .missing
      revision = .missing
      createdAt = .missing
      updatedAt = .missing
      projectID = .missing
      assigneeID = .missing
      watcherIDs = .missing
      coverID = .missing
    }

    /// Every attribute and reference of the task as a value.
    public init(_ task: Task) {
      id = .init(task.id)
      title = .init(task.title)
      details = .init(task.details)
      state = .init(task.state)
      stateLabel = .init(task.stateLabel)
      severity = .init(task.severity)
      rank = .init(task.rank)
      estimate = .init(task.estimate)
      price = .init(task.price)
      budget = .init(task.budget)
      fee = .init(task.fee)
      tags = .init(task.tags)
      reminders = .init(task.reminders)
      weights = .init(task.weights)
      points = .init(task.points)
      sortIndex = .init(task.sortIndex)
      isArchived = .init(task.isArchived)
      dueOn = .init(task.dueOn)
      site = .init(task.site)
      thumbnail = .init(task.thumbnail)
      extra = .init(task.extra)
      draftNote = .init(task.draftNote)
      revision = .init(task.revision)
      createdAt = .init(task.createdAt)
      updatedAt = .init(task.updatedAt)
      projectID = .init(task.projectID)
      assigneeID = .init(task.assigneeID)
      watcherIDs = .missing
      coverID = .missing
    }

    /// The change that leads from one state of a task to another.
    public static func diff(from old: Task, to new: Task) -> Patch {
      var patch = Patch()
      patch.id = .difference(from: old.id, to: new.id)
      patch.title = .difference(from: old.title, to: new.title)
      patch.details = .difference(from: old.details, to: new.details)
      patch.state = .difference(from: old.state, to: new.state)
      patch.stateLabel = .difference(from: old.stateLabel, to: new.stateLabel)
      patch.severity = .difference(from: old.severity, to: new.severity)
      patch.rank = .difference(from: old.rank, to: new.rank)
      patch.estimate = .difference(from: old.estimate, to: new.estimate)
      patch.price = .difference(from: old.price, to: new.price)
      patch.budget = .difference(from: old.budget, to: new.budget)
      patch.fee = .difference(from: old.fee, to: new.fee)
      patch.tags = .difference(from: old.tags, to: new.tags)
      patch.reminders = .difference(from: old.reminders, to: new.reminders)
      patch.weights = .difference(from: old.weights, to: new.weights)
      patch.points = .difference(from: old.points, to: new.points)
      patch.sortIndex = .difference(from: old.sortIndex, to: new.sortIndex)
      patch.isArchived = .difference(from: old.isArchived, to: new.isArchived)
      patch.dueOn = .difference(from: old.dueOn, to: new.dueOn)
      patch.site = .difference(from: old.site, to: new.site)
      patch.thumbnail = .difference(from: old.thumbnail, to: new.thumbnail)
      patch.extra = .difference(from: old.extra, to: new.extra)
      patch.draftNote = .difference(from: old.draftNote, to: new.draftNote)
      patch.revision = .difference(from: old.revision, to: new.revision)
      patch.createdAt = .difference(from: old.createdAt, to: new.createdAt)
      patch.updatedAt = .difference(from: old.updatedAt, to: new.updatedAt)
      patch.projectID = .difference(from: old.projectID, to: new.projectID)
      patch.assigneeID = .difference(from: old.assigneeID, to: new.assigneeID)
      return patch
    }

    /// - Throws: `SyncError.nullRequired` if a required member without a default is null.
    public func apply(to task: inout Task) throws {
      var result = task
      try Task.coding.apply(0, id, to: &result.id)
      try Task.coding.apply(1, title, to: &result.title)
      result.details = details.applied(to: result.details)
      try Task.coding.apply(3, state, to: &result.state)
      result.stateLabel = stateLabel.applied(to: result.stateLabel)
      result.severity = severity.applied(to: result.severity)
      try Task.coding.apply(6, rank, to: &result.rank)
      result.estimate = estimate.applied(to: result.estimate)
      try Task.coding.apply(8, price, to: &result.price)
      result.budget = budget.applied(to: result.budget)
      try Task.coding.apply(10, money: fee, to: &result.fee)
      try Task.coding.apply(11, tags, to: &result.tags)
      result.reminders = reminders.applied(to: result.reminders)
      result.weights = weights.applied(to: result.weights)
      result.points = points.applied(to: result.points)
      try Task.coding.apply(15, sortIndex, to: &result.sortIndex)
      try Task.coding.apply(16, isArchived, to: &result.isArchived)
      result.dueOn = dueOn.applied(to: result.dueOn)
      result.site = site.applied(to: result.site)
      result.thumbnail = thumbnail.applied(to: result.thumbnail)
      result.extra = extra.applied(to: result.extra)
      result.draftNote = draftNote.applied(to: result.draftNote)
      result.revision = revision.applied(to: result.revision)
      try Task.coding.apply(23, createdAt, to: &result.createdAt)
      try Task.coding.apply(24, updatedAt, to: &result.updatedAt)
      try Task.coding.apply(25, projectID, to: &result.projectID)
      result.assigneeID = assigneeID.applied(to: result.assigneeID)
      task = result
    }

    /// This patch with what a newer one says laid over it.
    public func merging(_ newer: Patch) -> Patch {
      var patch = self
      patch.id = id.merging(newer.id)
      patch.title = title.merging(newer.title)
      patch.details = details.merging(newer.details)
      patch.state = state.merging(newer.state)
      patch.stateLabel = stateLabel.merging(newer.stateLabel)
      patch.severity = severity.merging(newer.severity)
      patch.rank = rank.merging(newer.rank)
      patch.estimate = estimate.merging(newer.estimate)
      patch.price = price.merging(newer.price)
      patch.budget = budget.merging(newer.budget)
      patch.fee = fee.merging(newer.fee)
      patch.tags = tags.merging(newer.tags)
      patch.reminders = reminders.merging(newer.reminders)
      patch.weights = weights.merging(newer.weights)
      patch.points = points.merging(newer.points)
      patch.sortIndex = sortIndex.merging(newer.sortIndex)
      patch.isArchived = isArchived.merging(newer.isArchived)
      patch.dueOn = dueOn.merging(newer.dueOn)
      patch.site = site.merging(newer.site)
      patch.thumbnail = thumbnail.merging(newer.thumbnail)
      patch.extra = extra.merging(newer.extra)
      patch.draftNote = draftNote.merging(newer.draftNote)
      patch.revision = revision.merging(newer.revision)
      patch.createdAt = createdAt.merging(newer.createdAt)
      patch.updatedAt = updatedAt.merging(newer.updatedAt)
      patch.projectID = projectID.merging(newer.projectID)
      patch.assigneeID = assigneeID.merging(newer.assigneeID)
      patch.watcherIDs = watcherIDs.merging(newer.watcherIDs)
      patch.coverID = coverID.merging(newer.coverID)
      return patch
    }

    public init(from decoder: any Decoder) throws {
      let values = try PatchDecoder(decoder, Task.coding)
      id = try values.value(0)
      title = try values.value(1)
      details = try values.value(2)
      state = try values.value(3)
      stateLabel = try values.value(4)
      severity = try values.value(5)
      rank = try values.value(6)
      estimate = try values.value(7)
      price = try values.value(8)
      budget = try values.money(9)
      fee = try values.money(10)
      tags = try values.value(11)
      reminders = try values.value(12)
      weights = try values.value(13)
      points = try values.value(14)
      sortIndex = try values.value(15)
      isArchived = try values.value(16)
      dueOn = try values.value(17)
      site = try values.value(18)
      thumbnail = try values.value(19)
      extra = try values.value(20)
      draftNote = try values.value(21)
      revision = try values.value(22)
      createdAt = try values.value(23)
      updatedAt = try values.value(24)
      projectID = try values.value(25)
      assigneeID = try values.value(26)
      watcherIDs = try values.ids(27)
      coverID = try values.value(28)
    }

    public func encode(to encoder: any Encoder) throws {
      var values = PatchEncoder(encoder, Task.coding)
      try values.set(0, id)
      try values.set(1, title)
      try values.set(2, details)
      try values.set(3, state)
      try values.set(4, stateLabel)
      try values.set(5, severity)
      try values.set(6, rank)
      try values.set(7, estimate)
      try values.set(8, price)
      try values.set(9, money: budget)
      try values.set(10, money: fee)
      try values.set(11, tags)
      try values.set(12, reminders)
      try values.set(13, weights)
      try values.set(14, points)
      try values.set(15, sortIndex)
      try values.set(16, isArchived)
      try values.set(17, dueOn)
      try values.set(18, site)
      try values.set(19, thumbnail)
      try values.set(20, extra)
      try values.set(21, draftNote)
      try values.set(22, revision)
      try values.set(23, createdAt)
      try values.set(24, updatedAt)
      try values.set(25, projectID)
      try values.set(26, assigneeID)
      try values.set(27, ids: watcherIDs)
      try values.set(28, coverID)
    }

    public func write(to row: inout RowWriter) {
      row.set(0, patch: id)
      row.set(1, patch: title)
      row.set(2, patch: details)
      row.set(3, patch: state)
      row.set(4, patch: stateLabel)
      row.set(5, patch: severity)
      row.set(6, patch: rank)
      row.set(7, patch: estimate)
      row.set(8, patch: price)
      row.set(9, money: budget)
      row.set(11, money: fee)
      row.set(13, patch: tags)
      row.set(14, patch: reminders)
      row.set(15, patch: weights)
      row.set(16, patch: points)
      row.set(17, patch: sortIndex)
      row.set(18, patch: isArchived)
      row.set(19, patch: dueOn)
      row.set(20, patch: site)
      row.set(21, patch: thumbnail)
      row.set(22, patch: extra)
      row.set(23, patch: draftNote)
      row.set(24, patch: revision)
      row.set(25, patch: createdAt)
      row.set(26, patch: updatedAt)
      row.set(27, patch: projectID)
      row.set(28, patch: assigneeID)
    }
  }
}

/// An enum that keeps values it does not know.
public enum TaskState: TextEnum {
  case todo
  case inProgress
  case done
  /// A value that this version of the schema does not know.
  case unknown(String)

  public init(rawValue: String) {
    switch rawValue {
    case "todo": self = .todo
    case "in_progress": self = .inProgress
    case "done": self = .done
    default: self = .unknown(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .todo: "todo"
    case .inProgress: "in_progress"
    case .done: "done"
    case .unknown(let value): value
    }
  }
}

/// An enum that rejects values it does not know.
public enum Severity: String, TextEnum {
  case low
  case high
}

/// An enum of integers that keeps values it does not know.
public enum Rank: IntegerEnum {
  case first
  case second
  /// A value that this version of the schema does not know.
  case unknown(Int)

  public init(rawValue: Int) {
    switch rawValue {
    case 1: self = .first
    case 2: self = .second
    default: self = .unknown(rawValue)
    }
  }

  public var rawValue: Int {
    switch self {
    case .first: 1
    case .second: 2
    case .unknown(let value): value
    }
  }
}
