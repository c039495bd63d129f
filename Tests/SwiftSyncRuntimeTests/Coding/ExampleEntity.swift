public import Foundation
@_spi(Generated) public import SwiftSyncRuntime

// The expected output of the generator for an entity with each kind of attribute and relationship.

/// One unit of work in a project.
public struct Todo: Identifiable, Hashable, Sendable {
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

extension Todo: SyncedEntity {
  @_spi(Generated)
  public static let coding = EntityCoding(
    #"""
    {"name":"Todo","table":"tasks",
    "columns":[
    ["id","TEXT",true],
    ["title","TEXT",true],
    ["details","TEXT"],
    ["state","TEXT",true],
    ["state_label","TEXT"],
    ["severity","TEXT"],
    ["rank","INTEGER",true],
    ["estimate","TEXT"],
    ["price","TEXT",true],
    ["budget_minor","INTEGER"],
    ["budget_currency","TEXT"],
    ["fee_minor","INTEGER",true],
    ["fee_currency","TEXT",true],
    ["tags","TEXT",true],
    ["reminders","TEXT"],
    ["weights","TEXT"],
    ["points","INTEGER"],
    ["sort_index","REAL",true],
    ["is_archived","INTEGER",true],
    ["due_on","TEXT"],
    ["site","TEXT"],
    ["thumbnail","BLOB"],
    ["extra","TEXT"],
    ["draft_note","TEXT"],
    ["revision","INTEGER"],
    ["created_at","INTEGER",true],
    ["updated_at","TEXT",true],
    ["project_id","TEXT",true],
    ["assignee_id","TEXT"]],
    "attributes":[
    {"name":"id","type":"uuid","column":"id","remote":["id"]},
    {"name":"title","type":"string","column":"title","remote":["title"]},
    {"name":"details","type":"string","optional":true,"column":"details","remote":["description"]},
    {"name":"state","type":"textEnum","column":"state","remote":["state.id"],"default":["todo"]},
    {"name":"stateLabel","type":"string","optional":true,"column":"state_label","remote":["state.label"]},
    {"name":"severity","type":{"textEnum":["low","high"]},"optional":true,"column":"severity","remote":["severity"]},
    {"name":"rank","type":"integerEnum","column":"rank","remote":["rank"],"default":[1]},
    {"name":"estimate","type":"decimal","optional":true,"column":"estimate","remote":["estimate"]},
    {"name":"price","type":"decimal","column":"price","remote":["price"],"default":["9.95"]},
    {"name":"budget","type":"money","optional":true,"column":"budget_minor","remote":["budget_minor"],"currency":"budget_currency"},
    {"name":"fee","type":"money","column":"fee_minor","remote":["fee.cents"],"currency":"fee.code","default":[0,"EUR"]},
    {"name":"tags","type":{"array":"string"},"column":"tags","remote":["tags"],"default":["[]"]},
    {"name":"reminders","type":{"array":"date"},"optional":true,"column":"reminders","remote":["reminders"],"dates":"unix"},
    {"name":"weights","type":{"dictionary":"decimal"},"optional":true,"column":"weights","remote":["weights"]},
    {"name":"points","type":"int","optional":true,"column":"points","remote":["points","score","stats.points"]},
    {"name":"sortIndex","type":"double","column":"sort_index","remote":["sort_index"]},
    {"name":"isArchived","type":"bool","column":"is_archived","remote":["is_archived"],"default":[0]},
    {"name":"dueOn","type":"day","optional":true,"column":"due_on","remote":["due_on"],"empty-is-null":true},
    {"name":"site","type":"url","optional":true,"column":"site","remote":["site"]},
    {"name":"thumbnail","type":"data","optional":true,"column":"thumbnail","remote":["thumbnail"]},
    {"name":"extra","type":"json","optional":true,"column":"extra","remote":["extra"]},
    {"name":"draftNote","type":"string","optional":true,"column":"draft_note","remote":["draft_note"],"direction":"local"},
    {"name":"revision","type":"int","optional":true,"column":"revision","remote":["revision"],"direction":"pull"},
    {"name":"createdAt","type":"date","column":"created_at","remote":["created_at"],"dates":"unix-ms","storage":"integer"},
    {"name":"updatedAt","type":"date","column":"updated_at","remote":["updated_at"]}],
    "relations":[
    {"name":"project","to":"Project","kind":"toOne","type":"uuid","column":"project_id","inverse":"tasks","ids":["project_id"],"objects":["project"],"onDelete":"keep"},
    {"name":"assignee","to":"User","kind":"toOne","type":"uuid","column":"assignee_id","optional":true,"identity":["login"],"ids":["assignee"],"objects":["assignee"],"onDelete":"nullify"},
    {"name":"watchers","to":"User","kind":"manyToMany","joinTable":"task_watchers","side":"left","inverse":"watchedTasks","ids":["watcher_ids","watchers_ids"],"objects":["watchers"],"onDelete":"nullify"},
    {"name":"cover","to":"Cover","kind":"toOneInverse","inverse":"task","ids":["cover_id"],"objects":["cover"],"onDelete":"nullify"}],
    "identity":["id"],"sync":{"clock":"updatedAt"}}
    """#)

  public var identity: UUID { id }

  public struct QueriedMembers {
    public let id: QueriedColumn<UUID>
    public let title: QueriedColumn<String>
    public let details: QueriedColumn<String?>
    public let state: QueriedColumn<TaskState>
    public let stateLabel: QueriedColumn<String?>
    public let severity: QueriedColumn<Severity?>
    public let rank: QueriedColumn<Rank>
    public let estimate: QueriedColumn<Decimal?>
    public let price: QueriedColumn<Decimal>
    public let budget: QueriedColumn<Money?>
    public let fee: QueriedColumn<Money>
    public let tags: QueriedColumn<[String]>
    public let reminders: QueriedColumn<[Date]?>
    public let weights: QueriedColumn<[String: Decimal]?>
    public let points: QueriedColumn<Int?>
    public let sortIndex: QueriedColumn<Double>
    public let isArchived: QueriedColumn<Bool>
    public let dueOn: QueriedColumn<CalendarDay?>
    public let site: QueriedColumn<URL?>
    public let thumbnail: QueriedColumn<Data?>
    public let extra: QueriedColumn<JSONValue?>
    public let draftNote: QueriedColumn<String?>
    public let revision: QueriedColumn<Int?>
    public let createdAt: QueriedColumn<Date>
    public let updatedAt: QueriedColumn<Date>
    public let projectID: QueriedColumn<UUID>
    public let assigneeID: QueriedColumn<UUID?>
  }

  @_spi(Generated)
  public init(fields: inout FieldReader) throws {
    id = try fields.value()
    title = try fields.value()
    details = try fields.optional()
    state = try fields.value()
    stateLabel = try fields.optional()
    severity = try fields.optional()
    rank = try fields.value()
    estimate = try fields.optional()
    price = try fields.value()
    budget = try fields.optionalMoney()
    fee = try fields.money()
    tags = try fields.value()
    reminders = try fields.optional()
    weights = try fields.optional()
    points = try fields.optional()
    sortIndex = try fields.value()
    isArchived = try fields.value()
    dueOn = try fields.optional()
    site = try fields.optional()
    thumbnail = try fields.optional()
    extra = try fields.optional()
    draftNote = try fields.optional()
    revision = try fields.optional()
    createdAt = try fields.value()
    updatedAt = try fields.value()
    projectID = try fields.value()
    assigneeID = try fields.optional()
  }

  @_spi(Generated)
  public func write(to fields: inout FieldWriter) {
    fields.value(id)
    fields.value(title)
    fields.optional(details)
    fields.value(state)
    fields.optional(stateLabel)
    fields.optional(severity)
    fields.value(rank)
    fields.optional(estimate)
    fields.value(price)
    fields.money(budget)
    fields.money(fee)
    fields.value(tags)
    fields.optional(reminders)
    fields.optional(weights)
    fields.optional(points)
    fields.value(sortIndex)
    fields.value(isArchived)
    fields.optional(dueOn)
    fields.optional(site)
    fields.optional(thumbnail)
    fields.optional(extra)
    fields.optional(draftNote)
    fields.optional(revision)
    fields.value(createdAt)
    fields.value(updatedAt)
    fields.value(projectID)
    fields.optional(assigneeID)
  }
}
