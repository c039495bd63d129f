extension Construct {
  /// Values, and what is done with them.
  static let values = [
    Construct(
      name: "scalars",
      schema: """
        enums: { Size: { cases: [s, m] } }
        entities:
          Item:
            attributes:
              id: int
              text: string
              size: Size?
              at: date?
              on: day?
              key: uuid?
              amount: decimal?
              price: "money?"
              file: data?
              any: json?
              count: { type: int, default: 1, invalid: keep }
        """,
      stages: [
        .rows("Item") { index, _ in
          """
          {"id":\(index),"text":"t","size":"s","at":"2026-01-01T00:00:00Z","on":"2026-01-01",
          "amount":"1.50","any":{"a":[1]},"count":"x"}
          """
        },
        .rows("Item") { index, count in #"{"id":\#(count - 1 - index),"text":"u"}"# },
        .rows("Item") { index, count in #"{"id":\#(index + count / 2),"text":"v"}"# },
      ]),
    Construct(
      name: "lists and dictionaries of values",
      schema: """
        types:
          Point: { x: int, y: { type: int, default: 0 } }
          Block: { tag: kind, cases: { text: { body: string }, line: {} } }
        entities:
          Page:
            attributes:
              id: int
              words: { type: "[string]", default: [] }
              points: { type: "[Point]", default: [] }
              blocks: { type: "[Block]", default: [] }
              places: { type: "[string: Point]", default: {} }
        """,
      stages: [
        .payload("Page") { count in
          """
          [{"id":1,"words":\(list(count) { #""w\#($0)""# }),
          "points":\(list(count) { #"{"x":\#($0)}"# }),
          "blocks":\(list(count) { #"{"kind":"text","body":"\#($0)"}"# })}]
          """
        }
      ]),
    Construct(
      name: "rejected and unknown values",
      schema: """
        entities:
          Item: { attributes: { id: int, text: string } }
        """,
      stages: [
        .rows("Item") { index, _ in
          index % 2 == 0
            ? #"{"id":\#(index),"text":{}}"# : #"{"id":\#(index),"text":"t","k\#(index)":1}"#
        }
      ]),
    Construct(
      name: "clocks",
      schema: """
        entities:
          Item: { attributes: { id: int, at: date?, text: "string?" }, sync: { clock: at } }
        """,
      stages: [
        .rows("Item") { index, _ in #"{"id":\#(index),"at":"2026-01-02"}"# },
        .rows("Item") { index, count in
          #"{"id":\#(count - 1 - index),"at":"2026-01-0\#(1 + index % 3)","text":"t"}"#
        },
      ]),
    Construct(
      name: "pending local writes",
      schema: """
        entities:
          Item:
            attributes: { id: int, text: "string?", note: "string?" }
            relations: { group: "Group?" }
            sync: { push: true }
          Group: { attributes: { id: int } }
        """,
      stages: [
        .rows("Item") { index, _ in #"{"id":\#(index),"text":"a","group_id":1}"# },
        .local("UPDATE items SET text = 'b'"),
        .rows("Item") { index, count in #"{"id":\#(count - 1 - index),"text":"c","note":"n"}"# },
        .local("DELETE FROM items WHERE id % 2 = 0"),
        .rows("Item") { index, count in #"{"id":\#(index),"text":"d","group":{"id":\#(index)}}"# },
      ]),
  ]
}
