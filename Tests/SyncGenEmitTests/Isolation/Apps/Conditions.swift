/// Conditions of five terms, which the compiler must check quickly, and orders.
enum Conditions {
  static func urgent(_ text: String, by day: CalendarDay) -> Query<Todo> {
    Todo.where {
      $0.state != .done && $0.priority >= .high && $0.dueOn < day && $0.title.contains(text)
        && $0.isBillable
    }
  }

  static func flags() -> Query<Todo> {
    Todo.where {
      $0.isBillable && !$0.project.isArchived && $0.project.hasSLA && $0.number != 5
        && $0.assigneeID != nil
    }
  }

  static func mixed(_ ids: [UUID]) -> Query<Todo> {
    Todo.where {
      ($0.isBillable || $0.sortIndex > 2) && !($0.dueOn < .today(plusDays: 7))
        && ids.contains($0.id)
        && $0.labels.contains { $0.slug == "ui" } && $0.items.count { $0.isDone } > 1
    }
  }

  static func numbers() -> Query<Todo> {
    Todo.where {
      $0.number == 1 || $0.number.isIn(2...3) || $0.number == 4 || $0.sortIndex == 5
        || (6..<8).contains($0.number)
    }
  }

  static func texts() -> Query<Todo> {
    Todo.where {
      $0.title == "a" && $0.details == "b" && $0.project.name == "c"
        && $0.assignee.displayName == "d" && $0.draftNote == "e"
    }
  }

  static func computed() -> Query<Todo> {
    Todo.where {
      $0.sortIndex * 2 + 1 > 5 && $0.number + 1 < 4 && $0.isBillable && $0.number != 3
        && $0.createdAt < $0.updatedAt
    }
  }

  static func orders(_ query: Query<Todo>, byDay: Bool) -> [Query<Todo>] {
    [
      query.order(\.dueOn, \.project.name, \.title.descending),
      query.order {
        if byDay { $0.dueOn }
        $0.items.count { $0.isDone }.descending
        $0.title
      },
    ]
  }
}
