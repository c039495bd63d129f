@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

extension Construct {
  private static let library = """
    entities:
      Book:
        attributes: { id: int }
        relations: { author: "Person?", shelf: { to: "Shelf?", foreign-key: true } }
      Person: { attributes: { id: int, name: "string?" }, relations: { books: [Book] } }
      Shelf: { attributes: { id: int } }
    """

  /// To-one relationships.
  static let references = [
    Construct(
      name: "ids and objects of to-one relationships",
      schema: library,
      stages: [
        .rows("Book") { index, _ in #"{"id":\#(index),"author_id":\#(index)}"# },
        .rows("Person") { index, _ in #"{"id":\#(index)}"# },
        .rows("Book") { index, count in
          #"{"id":\#(index),"author":{"id":\#(count - index),"name":"n"},"shelf":{"id":\#(index)}}"#
        },
        .rows("Book") { index, _ in #"{"id":\#(index),"author":{"id":1,"books":[]},"shelf_id":1}"#
        },
        .rows("Book") { index, _ in #"{"id":\#(index),"author":null,"shelf":null}"# },
      ]),
    Construct(
      name: "references to one of several entities",
      schema: """
        entities:
          Post: { attributes: { id: int }, relations: { notes: { to: [Note], inverse: subject } } }
          Photo: { attributes: { id: int } }
          Note:
            attributes: { id: int }
            relations: { subject: { to-any: { Post: post, Photo: photo } } }
        """,
      stages: [
        .rows("Note") { index, _ in
          #"{"id":\#(index),"subject_type":"photo","subject_id":\#(index)}"#
        },
        .rows("Post") { index, count in #"{"id":\#(index),"note_ids":[\#(count - 1 - index)]}"# },
        .rows("Note") { index, _ in
          #"{"id":\#(index),"subject_type":"photo","subject":{"id":\#(index)}}"#
        },
        .payload("Post") { count in #"[{"id":1,"note_ids":\#(list(count) { "\($0)" })}]"# },
      ]),
    Construct(
      name: "one-to-one links",
      schema: """
        entities:
          Owner:
            attributes: { id: int }
            relations: { dog: { to: "Dog?", inverse: owner }, cat: { to: "Cat?", inverse: owner } }
          Dog: { attributes: { id: int }, relations: { owner: "Owner?" } }
          Cat: { attributes: { id: int }, relations: { owner: Owner } }
        """,
      stages: [
        .rows("Owner") { index, _ in
          #"{"id":\#(index),"dog":{"id":\#(index)},"cat":{"id":\#(index)}}"#
        },
        .rows("Owner") { index, count in
          #"{"id":\#(index),"dog":\#((index + 1) % count),"cat":\#((index + 1) % count)}"#
        },
        .rows("Dog") { index, count in #"{"id":\#(index),"owner_id":\#(count - 1 - index)}"# },
      ]),
  ]

  private static func family(_ list: String, _ child: String = "{ to: \"Box?\" }") -> String {
    """
    entities:
      Box:
        attributes: { id: int, more: "string?" }
        relations: { kids: { to: [Kid], inverse: box\(list) } }
      Kid:
        attributes: { id: int, note: "string?", rank: "double?" }
        relations: { box: \(child) }
    """
  }

  /// Calls that fill lists, change their order, move their rows, and clear them.
  private static func changes(partial: Bool = false) -> [Stage] {
    [
      .rows("Box") { index, _ in #"{"id":\#(index),"kids":[{"id":\#(index)}]}"# },
      .rows("Box") { index, count in #"{"id":\#(index),"kid_ids":[\#(count - 1 - index)]}"# },
      .payload("Box") { count in
        #"[{"id":1,"kids":\#(list(count) { #"{"id":\#($0),"note":"n"}"# })}]"#
      },
      .payload("Box") { count in #"[{"id":1,"kid_ids":\#(list(count) { "\(count - 1 - $0)" })}]"# },
      .payload("Box") { count in
        #"[{"id":1,"kids":\#(list(count) { $0 % 2 == 0 ? "\($0)" : #"{"id":\#($0)}"# })}]"#
      },
      // The list of one row, again and again.
      .rows("Box") { index, count in #"{"id":1,"kid_ids":[\#(count - 1 - index)]}"# },
      .rows("Box") { index, count in #"{"id":1,"kids":[{"id":\#(count + index)}]}"# },
      .rows("Kid") { index, _ in #"{"id":\#(index),"box_id":\#(index)}"# },
      .payload("Box") { count in #"[{"id":1,"kid_ids":\#(list(count) { "\(5 * count + $0)" })}]"# },
      .payload("Box") { count in
        #"[{"id":1,"kids":[{"id":1,"box":{"id":1,"kid_ids":\#(list(count) { "\($0)" })}}]}]"#
      },
      .payload("Box") { _ in #"[{"id":1,"kids":null}]"# },
    ]
  }

  /// Lists of children.
  static let lists = [
    Construct(name: "lists of children", schema: family(""), stages: changes()),
    Construct(name: "ordered lists", schema: family(", ordered: true"), stages: changes()),
    Construct(name: "partial lists", schema: family(", missing-rows: keep"), stages: changes()),
    Construct(
      name: "ordered partial lists", schema: family(", ordered: true, missing-rows: keep"),
      stages: changes()),
    Construct(
      name: "ordered lists that may continue",
      schema: family(", ordered: true, missing-rows: { keep-if: more }"),
      stages: changes()),
    Construct(
      name: "lists ordered by a value", schema: family(", ordered: rank"), stages: changes()),
    Construct(
      name: "lists whose rows go", schema: family(", on-delete: cascade"), stages: changes()),
    Construct(
      name: "lists with limited operations", schema: family(", operations: [insert, update]"),
      stages: changes()),
    Construct(
      name: "lists of required references", schema: family(", ordered: true", "Box"),
      stages: changes()),
    Construct(
      name: "lists under keys",
      schema: """
        entities:
          Box: { attributes: { id: int }, relations: { kids: { to: [Kid], inverse: box, keyed-by: name } } }
          Kid: { identity: [box, name], attributes: { name: string, n: "int?" }, relations: { box: Box } }
        """,
      stages: [
        .payload("Box") { count in
          #"[{"id":1,"kids":{\#((0..<count).map { #""k\#($0)":{"n":1}"# }.joined(separator: ","))}}]"#
        },
        .payload("Box") { count in
          #"[{"id":1,"kids":{\#((0..<count).map { #""k\#(2 * $0)":{}"# }.joined(separator: ","))}}]"#
        },
      ]),
  ]

  private static func tags(_ list: String, _ entities: String = "") -> String {
    """
    entities:
      Item: { attributes: { id: int }, relations: { tags: { to: [Tag]\(list) } } }
      Tag: { attributes: { id: int, name: "string?" }, relations: { items: [Item] } }
    \(entities)
    """
  }

  private static func taggings(_ list: String) -> String {
    """
    entities:
      Item: { attributes: { id: int }, relations: { tags: { to: [Tag], through: Tagging\(list) } } }
      Tag: { attributes: { id: int, name: "string?" }, relations: { items: { to: [Item], through: Tagging } } }
      Tagging: { identity: [item, tag], attributes: { n: "int?" }, relations: { item: Item, tag: Tag } }
    """
  }

  private static let memberChanges: [Stage] = [
    .rows("Item") { index, _ in #"{"id":\#(index),"tags":[{"id":\#(index)}]}"# },
    .rows("Item") { index, count in #"{"id":\#(index),"tag_ids":[\#(count - 1 - index)]}"# },
    .payload("Item") { count in #"[{"id":1,"tags":\#(list(count) { #"{"id":\#($0)}"# })}]"# },
    .payload("Item") { count in #"[{"id":1,"tag_ids":\#(list(count) { "\(count - 1 - $0)" })}]"# },
    .rows("Item") { index, count in #"{"id":1,"tag_ids":[\#(count - 1 - index)]}"# },
    .rows("Tag") { index, _ in #"{"id":\#(index),"item_ids":[1,2]}"# },
    .payload("Item") { _ in #"[{"id":1,"tags":[]}]"# },
    .payload("Tag", change: { $0.missingRows = .delete }) { _ in "[]" },
  ]

  /// Members that are added one by one, to a stored row and to a new one.
  private static let newMembers: [Stage] = [
    .rows("Item") { index, count in #"{"id":1,"tag_ids":[\#(count + index)]}"# },
    .rows("Item") { index, count in #"{"id":\#(count),"tag_ids":[\#(index)]}"# },
  ]

  /// Many-to-many relationships.
  static let members = [
    Construct(name: "members", schema: tags(""), stages: memberChanges),
    Construct(
      name: "ordered members", schema: tags(", ordered: true"),
      stages: Array(memberChanges.prefix(6)) + [
        .rows("Tag") { index, _ in #"{"id":\#(index),"item_ids":[2,3]}"# }
      ]),
    Construct(
      name: "partial members", schema: tags(", missing-rows: keep, direction: pull"),
      stages: Array(memberChanges.prefix(6)) + newMembers),
    Construct(
      name: "members that are only added",
      schema: tags(", ordered: true, operations: [insert, update]"),
      stages: Array(memberChanges.prefix(6)) + newMembers),
    Construct(
      name: "ordered partial members",
      schema: tags(", ordered: true, missing-rows: keep, direction: pull"),
      stages: Array(memberChanges.prefix(4))),
    Construct(name: "members through an entity", schema: taggings(""), stages: memberChanges),
    Construct(
      name: "members through an entity that are only added",
      schema: taggings(", operations: [insert, update]"),
      stages: Array(memberChanges.prefix(6)) + newMembers),
  ]
}
