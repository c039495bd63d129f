@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

extension Construct {
  /// Identities of several parts.
  static let identities = [
    Construct(
      name: "composite identities",
      schema: """
        entities:
          Hall:
            attributes: { id: int }
            relations: { seats: { to: [Seat], inverse: hall, ordered: true, missing-rows: keep } }
          Seat:
            attributes: { row: string, number: int, price: { type: int, default: 0 } }
            identity: [row, number]
            relations: { hall: "Hall?", tickets: { to: [Ticket], inverse: seat, ordered: true, missing-rows: keep } }
          Ticket: { attributes: { id: int }, relations: { seat: "Seat?" } }
        """,
      stages: [
        .payload("Hall") { count in
          #"[{"id":1,"seats":\#(list(count) { #"{"row":"A","number":\#($0),"tickets":[\#($0)]}"# })}]"#
        },
        .payload("Hall") { count in
          #"[{"id":1,"seat_ids":\#(list(count) { #"{"row":"A","number":\#(count - $0)}"# })}]"#
        },
        .rows("Ticket") { index, _ in #"{"id":\#(index),"seat":{"row":"A","number":\#(index)}}"# },
        .rows("Seat") { index, _ in #"{"row":"A","number":1,"ticket_ids":[\#(index)]}"# },
      ]),
    Construct(
      name: "identities in a parent",
      schema: """
        entities:
          Todo:
            attributes: { id: int }
            relations: { steps: { to: [Step], on-delete: cascade, ordered: true } }
          Step: { identity: [todo, number], attributes: { number: int }, relations: { todo: Todo } }
        """,
      stages: [
        .rows("Todo") { index, _ in #"{"id":\#(index),"steps":[{"number":1},{"number":2}]}"# },
        .payload("Todo") { count in #"[{"id":1,"steps":\#(list(count) { #"{"number":\#($0)}"# })}]"#
        },
        .payload("Todo") { count in #"[{"id":1,"step_ids":\#(list(count) { "\(2 * $0)" })}]"# },
        .rows("Step") { index, _ in #"{"todo_id":\#(index % 10),"number":\#(index)}"# },
      ]),
  ]

  private static func owners(_ rule: String) -> Construct {
    Construct(
      name: "tombstones with on-delete: \(rule)",
      schema: """
        entities:
          Owner:
            attributes: { id: int, goneAt: date? }
            relations: { pets: { to: [Pet], inverse: owner }, tags: { to: [Tag], inverse: none } }
            sync: { tombstone: goneAt }
          Pet:
            attributes: { id: int }
            relations: { owner: { to: "Owner?", on-delete: \(rule) }, toys: { to: [Toy], inverse: pet } }
          Toy: { attributes: { id: int }, relations: { pet: { to: "Pet?", on-delete: cascade } } }
          Tag: { attributes: { id: int } }
        """,
      stages: [
        .rows("Owner") { index, _ in
          #"{"id":\#(index),"pets":[{"id":\#(index),"toys":[{"id":\#(index)}]}],"tag_ids":[\#(index),1]}"#
        },
        .rows("Owner", change: { $0.missingRows = .keep }) { index, _ in
          #"{"id":\#(3 * index),"gone_at":"2026-01-01"}"#
        },
        .rows("Owner") { index, _ in #"{"id":1,"gone_at":"2026-01-01","pet_ids":[\#(index)]}"# },
        .rows("Owner", change: { $0.missingRows = .keep }) { index, _ in
          index % 2 == 0
            ? #"{"id":\#(index),"pet_ids":[\#(index)]}"#
            : #"{"id":\#(index - 1),"gone_at":"2026-01-01"}"#
        },
      ])
  }

  /// Rows that are deleted.
  static let deletions =
    ["nullify", "cascade", "keep"].map(owners) + [
      Construct(
        name: "purged rows with children",
        schema: """
          entities:
            Owner:
              attributes: { id: int, goneAt: date? }
              relations: { pets: { to: [Pet], inverse: owner } }
              sync: { tombstone: { attribute: goneAt, soft-delete: true, retention: 30d } }
            Pet:
              attributes: { id: int }
              relations: { owner: { to: "Owner?", on-delete: cascade } }
            Bill: { attributes: { id: int }, relations: { pet: { to: "Pet?", on-delete: deny } } }
          """,
        stages: [
          .rows("Owner") { index, _ in #"{"id":\#(index),"pets":[{"id":\#(index)}]}"# },
          .rows("Bill") { index, _ in #"{"id":\#(index),"pet_id":\#(2 * index)}"# },
          .rows("Owner", change: { $0.missingRows = .keep }) { index, _ in
            #"{"id":\#(index),"gone_at":"2020-01-01"}"#
          },
          .rows("Owner", change: { $0.missingRows = .keep }) { index, count in
            #"{"id":\#(index + count),"gone_at":"2020-01-01"}"#
          },
        ]),
      Construct(
        name: "chains of rows",
        schema: """
          entities:
            Node:
              attributes: { id: int }
              relations: { parent: { to: "Node?", on-delete: cascade }, kids: { to: [Node], inverse: parent } }
          """,
        stages: [
          .rows("Node") { index, _ in #"{"id":\#(index),"parent_id":\#(index - 1)}"# },
          .rows("Node") { index, _ in #"{"id":\#(index),"kid_ids":[\#(index + 1)]}"# },
          .rows("Node") { index, count in #"{"id":\#(count - index),"kid_ids":[]}"# },
          .payload("Node", change: { $0.missingRows = .delete }) { _ in "[]" },
        ]),
    ]

  private static let people = """
    entities:
      Person:
        attributes: { id: int, email: { type: "string?", unique: true }, note: "string?" }
        relations: { boss: { to: "Person?", inverse: none, foreign-key: true } }
    """

  /// Rows that depend on each other.
  static let dependents = [
    Construct(
      name: "unique values and enforced references",
      schema: people,
      stages: [
        .rows("Person") { index, count in
          #"{"id":\#(index),"email":"e\#(index)","boss_id":\#(count - 1)}"#
        },
        .rows("Person") { index, count in
          #"{"id":\#(index),"email":"e\#((index + 1) % count)","boss_id":\#((index + 1) % count)}"#
        },
        // One row that takes what others have, again and again, and in the end does not.
        .rows("Person") { index, count in
          index < count - 1
            ? #"{"id":0,"email":"e\#(index)","boss_id":\#(10 * count),"note":"n"}"#
            : #"{"id":0,"email":"free","boss_id":null}"#
        },
        .rows("Person") { index, count in
          index == 0
            ? #"{"id":0}"# : #"{"id":1,"email":"e\#(index)","boss_id":\#(10 * count + index)}"#
        },
      ])
  ]
}
