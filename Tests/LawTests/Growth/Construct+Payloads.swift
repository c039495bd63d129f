@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

extension Construct {
  private static let shop = """
    types:
      Catalog:
        goods: [Good]
        makers: { type: [Maker], missing-rows: delete }
        labels: "[string: Label]"
        stores: { type: [Store], remote: data.stores }
      Reply:
        data: Good
        included: { tag: kind, cases: { Good: good, Maker: maker, Label: label }, unknown: ignore }
    entities:
      Good:
        attributes: { id: int }
        relations:
          maker: "Maker?"
          store: { to: "Store?", foreign-key: true }
          labels: { to: [Label], ordered: true }
      Maker:
        attributes: { id: int, email: { type: "string?", unique: true } }
        relations: { goods: { to: [Good], inverse: maker, ordered: true } }
      Label: { attributes: { id: int, name: "string?" }, relations: { goods: [Good] } }
      Store: { attributes: { id: int } }
    """

  /// Documents.
  static let documents = [
    Construct(
      name: "documents",
      schema: shop,
      stages: [
        // References to rows that follow.
        .document("Catalog") { count in
          """
          {"goods":\(list(count) {
            #"{"id":\#($0),"maker_id":\#($0),"store_id":\#($0),"label_ids":[\#($0),1]}"#
          }),"makers":\(list(count) { #"{"id":\#($0),"email":"e\#($0)"}"# }),
          "labels":\(keyed(count) { #"{"name":"n\#($0)"}"# }),
          "data":{"stores":\(list(count) { #"{"id":\#($0)}"# })}}
          """
        },
        // The same links from the other side, and rows that take others' values.
        .document("Catalog") { count in
          """
          {"makers":\(list(count) {
            #"{"id":\#($0),"email":"e\#(($0 + 1) % count)","good_ids":[\#(count - 1 - $0)]}"#
          }),"labels":\(keyed(count) { #"{"good_ids":[\#($0),2]}"# })}
          """
        },
        // Rows of each list that contain rows of the others.
        .document("Catalog") { count in
          """
          {"goods":\(list(count) {
            #"{"id":\#($0),"maker":{"id":\#(count - $0)},"labels":[{"id":\#($0)}]}"#
          }),"makers":\(list(count) {
            #"{"id":\#($0),"goods":[{"id":\#($0),"store":{"id":\#(2 * $0)}}]}"#
          })}
          """
        },
        // Missing rows, to which the other list refers.
        .document("Catalog") { count in
          """
          {"makers":\(list(count / 2) { #"{"id":\#(4 * $0)}"# }),
          "goods":\(list(count) { #"{"id":\#($0),"maker_id":\#($0)}"# })}
          """
        },
        .document("Catalog") { _ in #"{"makers":[]}"# },
        .export("Maker", .nested),
      ]),
    Construct(
      name: "lists of rows of several entities",
      schema: shop,
      stages: [
        .document("Reply") { count in
          """
          {"included":\(list(count) {
            switch $0 % 4 {
            case 0: #"{"kind":"good","id":\#($0),"maker_id":\#($0 + 1),"label_ids":[\#($0 + 2)]}"#
            case 1: #"{"kind":"maker","id":\#($0),"good_ids":[\#($0 + 3)]}"#
            case 2: #"{"kind":"label","id":\#($0),"name":"n"}"#
            default: #"{"kind":"k\#($0)","id":\#($0)}"#
            }
          }),"data":{"id":1,"label_ids":\(list(count) { "\($0)" })}}
          """
        },
        // The same rows again and again.
        .document("Reply") { count in
          """
          {"data":{"id":1},"included":\(list(count) {
            $0 % 2 == 0
              ? #"{"kind":"good","id":1,"maker_id":\#($0),"label_ids":[\#($0)]}"#
              : #"{"kind":"maker","id":1,"good_ids":[\#($0)]}"#
          })}
          """
        },
      ]),
  ]

  /// Documents of JSON:API.
  static let resources = [
    Construct(
      name: "documents of JSON:API",
      schema: """
        conventions: { envelope: json-api }
        entities:
          Article:
            attributes: { id: int, title: "string?" }
            relations:
              author: "Author?"
              notes: { to: [Note], inverse: article, ordered: true }
              labels: { to: [Label], ordered: true }
          Author: { attributes: { id: int, name: "string?" } }
          Note: { attributes: { id: int }, relations: { article: { to: "Article?", on-delete: cascade } } }
          Label: { attributes: { id: int }, relations: { articles: [Article] } }
        """,
      stages: [
        .payload("Article") { count in
          """
          {"data":\(list(count) {
            resource("articles", $0, [
              "author": linkage("authors", [$0], isList: false), "notes": linkage("notes", [$0]),
              "labels": linkage("labels", [$0, 1]),
            ])
          }),"included":\(list(3 * count) {
            resource(["authors", "notes", "labels"][$0 % 3], $0 / 3)
          })}
          """
        },
        // Included rows before the data, with the same links from the other side.
        .payload("Article") { count in
          """
          {"included":\(list(2 * count) {
            $0 % 2 == 0
              ? resource("notes", $0 / 2, [
                "article": linkage("articles", [count - 1 - $0 / 2], isList: false)
              ])
              : resource("labels", $0 / 2, ["articles": linkage("articles", [$0 / 2, 2])])
          }),"data":\(list(count) { resource("articles", $0) })}
          """
        },
        // One row with many links, and types that are not in the schema.
        .payload("Article") { count in
          """
          {"data":\(resource("articles", 1, [
            "notes": linkage("notes", Array((0..<count).reversed())),
            "labels": linkage("labels", Array(0..<count)),
          ])),"included":\(list(count) { resource($0 % 2 == 0 ? "notes" : "t\($0)", $0) })}
          """
        },
        // One row again and again, among the data and among the included rows.
        .payload("Article") { count in
          """
          {"data":\(list(count) {
            resource("articles", 1, ["labels": linkage("labels", [$0])])
          }),"included":\(list(count) {
            resource("articles", 1, ["notes": linkage("notes", [$0])])
          })}
          """
        },
        .export("Article", .ids),
        .payload("Article", change: { $0.missingRows = .delete }) { _ in #"{"data":[]}"# },
      ])
  ]

  /// Exports in each form.
  static let exports = [
    Construct(
      name: "exports",
      schema: """
        entities:
          Box:
            attributes: { id: int, name: "string?", words: { type: "[string]", default: [] } }
            relations:
              kids: { to: [Kid], inverse: box, ordered: true }
              tags: { to: [Tag], ordered: true }
              owner: { to: "Owner?", inverse: box }
              slots: { to: [Slot], inverse: box, on-delete: cascade }
          Kid:
            attributes: { id: int }
            relations: { box: "Box?", parent: "Kid?", kids: { to: [Kid], inverse: parent } }
          Tag: { attributes: { id: int }, relations: { boxes: [Box] } }
          Owner: { attributes: { id: int }, relations: { box: { to: "Box?", inverse: owner } } }
          Slot: { identity: [box, name], attributes: { name: string }, relations: { box: Box } }
        """,
      stages: [
        .rows("Box") { index, _ in
          """
          {"id":\(index),"name":"n","words":["a","b"],"kids":[{"id":\(index)}],
          "tags":[{"id":\(index)},{"id":0}],"owner":{"id":\(index)},"slots":[{"name":"s"}]}
          """
        }
      ] + entities.flatMap { exports(of: $0) }
        + [
          // One row with everything.
          .payload("Box") { count in
            """
            [{"id":1,"words":\(list(count) { #""w\#($0)""# }),
            "kids":\(list(count) { #"{"id":\#($0),"parent_id":\#($0 % 8)}"# }),
            "tag_ids":\(list(count) { "\($0)" }),
            "slots":\(list(count) { #"{"name":"s\#($0)"}"# })}]
            """
          }
          // Nested in each of its own rows, that row would be written as often.
        ] + exports(of: "Box") + entities.map { .export($0, .ids) })
  ]

  private static let entities = ["Box", "Kid", "Tag", "Slot"]

  private static func exports(of entity: String) -> [Stage] {
    ExportOptions.Relations.allCases.map { .export(entity, $0) }
  }

  /// A resource object.
  private static func resource(
    _ type: String, _ id: Int, _ relationships: [String: String] = [:]
  ) -> String {
    let members = relationships.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }
    let text = members.joined(separator: ",")
    return #"{"type":"\#(type)","id":"\#(id)","relationships":{\#(text)}}"#
  }

  /// A relationship with resource identifiers, or with a single one.
  private static func linkage(_ type: String, _ ids: [Int], isList: Bool = true) -> String {
    let identifiers = ids.map { #"{"type":"\#(type)","id":"\#($0)"}"# }.joined(separator: ",")
    return isList ? #"{"data":[\#(identifiers)]}"# : #"{"data":\#(identifiers)}"#
  }

  /// Rows in an object, keyed by identity.
  private static func keyed(_ count: Int, _ row: (Int) -> String) -> String {
    "{" + (0..<count).map { #""\#($0)":\#(row($0))"# }.joined(separator: ",") + "}"
  }
}
