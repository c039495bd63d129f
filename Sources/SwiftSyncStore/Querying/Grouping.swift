extension Query {
  /// The rows of a query in groups of equal values. `select` gives a result for each group.
  ///
  /// ```swift
  /// let counts = try await store.fetch(
  ///   Todo.where { $0.dueOn < .today() }.group { $0.state }.select { ($0.state, $0.count) })
  /// ```
  ///
  /// The groups are sorted by their values. Rows with nil form a separate group.
  public struct Groups: Hashable, Selectable, Sendable {
    /// A group, whose values, count and aggregates can be selected.
    public typealias Source = Group

    @_spi(Generated)
    public private(set) var selected: SelectedRows<Row>

    init(_ query: Query, _ groups: [QueryOperand]) {
      selected = SelectedRows(query: query, groups: groups)
    }

    func ordered(by terms: [SortTerm]) -> Groups {
      var groups = self
      groups.selected.order = terms
      return groups
    }

    /// Returns at most the given number of groups; `nil` for all.
    public func limit(_ count: Int?) -> Groups {
      var groups = self
      groups.selected.limit = count
      return groups
    }
  }

  /// A group of rows in the closures of `select` and `order`.
  @dynamicMemberLookup
  public struct Group: QueriedMember {
    private let row: QueriedRow<Row>

    @_spi(Generated)
    public init(_ place: ColumnPath) {
      row = QueriedRow(place)
    }

    /// The number of rows in the group.
    public var count: ComputedValue<Int> { ComputedValue(.aggregate("count", nil)) }

    /// A column: its value if the rows are grouped by it, otherwise the operand of an aggregate such
    /// as `$0.estimate.sum`.
    public subscript<Member: QueriedMember>(
      dynamicMember member: any KeyPath<Row.QueriedMembers, Member> & Sendable
    ) -> Member {
      row[dynamicMember: member]
    }
  }
}

extension Query {
  /// Groups the rows by a value.
  public func group<A: QueriedValue>(by value: (QueriedRow<Row>) -> A) -> Groups {
    Groups(self, [value(QueriedRow(.root)).operand])
  }

  /// Groups the rows by two values.
  public func group<A: QueriedValue, B: QueriedValue>(
    by values: (QueriedRow<Row>) -> (A, B)
  ) -> Groups {
    let values = values(QueriedRow(.root))
    return Groups(self, [values.0.operand, values.1.operand])
  }

  /// Groups the rows by three values.
  public func group<A: QueriedValue, B: QueriedValue, C: QueriedValue>(
    by values: (QueriedRow<Row>) -> (A, B, C)
  ) -> Groups {
    let values = values(QueriedRow(.root))
    return Groups(self, [values.0.operand, values.1.operand, values.2.operand])
  }
}

extension SyncedEntity {
  /// Groups all rows by a value. See `Query.Groups`.
  public static func group<A: QueriedValue>(
    by value: (QueriedRow<Self>) -> A
  ) -> Query<Self>.Groups {
    all.group(by: value)
  }

  /// Groups all rows by two values.
  public static func group<A: QueriedValue, B: QueriedValue>(
    by values: (QueriedRow<Self>) -> (A, B)
  ) -> Query<Self>.Groups {
    all.group(by: values)
  }
}
