import Testing

import SwiftSyncRuntime
@testable import SwiftSyncStore

/// The rows of a Core Data file in a store whose schema has members in another form than the model.
@Suite struct EditedMembersTests {
  // MARK: Money

  private static let items = """
      Item:
        attributes:
          id: int
          price: money
          tax: { type: "money?", remote: { minor: tax, currency: price_currency } }
          fee: { type: "money?", remote: { major: fee, currency-code: EUR } }
          tip: money?

    """

  private static let itemFile = """
    CREATE TABLE ZITEM (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTAXCENTS INTEGER, ZTIP INTEGER,
      ZFEE FLOAT, ZPRICE DECIMAL, ZPRICECURRENCY VARCHAR);
    INSERT INTO ZITEM VALUES
      (1, 1, 1, 210, 50, 0.5, 12.25, 'EUR'), (2, 1, 1, NULL, NULL, NULL, 1300, 'jpy'),
      (3, 1, 1, 0, 0, 1.005, -3, 'KWD'), (4, 1, 1, NULL, 1, NULL, 1.999, 'EUR'),
      (5, 1, 1, 1, 1, NULL, 1, NULL), (6, 1, 1, NULL, NULL, NULL, 1, 'XXX');

    """

  private static let itemNames = [
    "Item.tax.minor": "taxCents", "Item.tax.currency": "priceCurrency", "Item.tip.minor": "tip",
  ]

  @Test(arguments: [1, 1_000]) func copiesAmounts(batchSize: Int) async throws {
    let edited = try await EditedSchema(Self.items, [("Item", 0)], Self.itemFile)
    let report = try await edited.copy(
      Self.itemNames, currencies: ["Item.tip": "eur"], batchSize: batchSize)
    #expect(
      try edited.rows(
        """
        SELECT id, price_minor, price_currency, tax_minor, tax_currency, fee_minor, fee_currency,
          tip_minor, tip_currency FROM items ORDER BY id
        """) == [
          "1|1225|EUR|210|EUR|50|EUR|50|EUR", "2|1300|JPY|-|-|-|-|-|-",
          "3|-3000|KWD|0|KWD|-|-|0|EUR",
        ])
    #expect(
      report.unreadValues == [
        "Item.price (ZITEM.ZPRICE)": 3, "Item.fee (ZITEM.ZFEE)": 1, "Item.tax (ZITEM.ZTAXCENTS)": 1,
      ])
    #expect(
      report.entities["Item"]?.rejected.map(\.rule)
        == [.missingRequired, .missingRequired, .missingRequired])
    #expect(report.absentMembers == [])
    #expect(report.unusedColumns == [])
  }

  /// The currency that the app passes applies where the column is null.
  @Test func fillsMissingCurrencies() async throws {
    let edited = try await EditedSchema(Self.items, [("Item", 0)], Self.itemFile)
    let report = try await edited.copy(
      Self.itemNames, currencies: ["Item.tip": "EUR", "Item.price": "USD"])
    #expect(
      try edited.rows("SELECT price_minor, price_currency, tax_minor FROM items WHERE id = 5")
        == ["100|USD|-"])
    #expect(report.unreadValues["Item.price (ZITEM.ZPRICE)"] == 2)
  }

  /// Minor units are in the attribute `priceMinor`.
  @Test func findsMinorUnits() async throws {
    let edited = try await EditedSchema(
      Self.items, [("Item", 0)],
      """
      CREATE TABLE ZITEM (
        Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPRICEMINOR INTEGER,
        ZFEEMAJOR INTEGER, ZFEECURRENCY VARCHAR, ZPRICECURRENCY VARCHAR, ZTIP DECIMAL);
      INSERT INTO ZITEM VALUES
        (1, 1, 1, 1999, 2, NULL, 'EUR', 1), (2, 1, 1, 5, 3, 'USD', 'EUR', NULL);
      """)
    let report = try await edited.copy()
    #expect(
      try edited.rows(
        "SELECT price_minor, price_currency, fee_minor, fee_currency FROM items ORDER BY id")
        == ["1999|EUR|200|EUR", "5|EUR|-|-"])
    // The schema allows no other currency.
    #expect(report.unreadValues == ["Item.fee (ZITEM.ZFEEMAJOR)": 1])
    #expect(report.absentMembers == ["Item.tax", "Item.tip.currency"])
    #expect(report.unusedColumns == ["ZITEM.ZTIP"])
  }

  @Test func rejectsAmbiguousAmounts() async throws {
    let edited = try await EditedSchema(Self.items, [("Item", 0)], Self.itemFile)
    try await edited.expect(
      error:
        "column 'ZTIP' of table 'ZITEM' has integers, so 'Item.tip' may be in minor or in major "
        + "units; specify which: names: [\"Item.tip.minor\": \"tip\"] or "
        + "names: [\"Item.tip.major\": \"tip\"]")
    try await edited.expect(
      error: "table 'ZITEM' has no column 'ZCOIN', the name that 'names' gives for "
        + "'Item.price.currency'",
      ["Item.price.currency": "coin"])
    let without = try await EditedSchema(
      Self.items, [("Item", 0)],
      Self.itemFile + "ALTER TABLE ZITEM DROP COLUMN ZPRICECURRENCY;")
    try await without.expect(
      error:
        "'Item.price.currency' is required, but table 'ZITEM' has no column 'ZPRICECURRENCY' that "
        + "could hold it; state what the Core Data model calls it: "
        + "names: [\"Item.price.currency\": \"…\"], or the currency of all amounts: "
        + "currencies: [\"Item.price\": \"…\"]")
    #expect(try without.rows("SELECT count(*) FROM items") == ["0"])
  }

  @Test(arguments: [
    (["Item.id": "EUR"], "the schema has no 'Item.id' of the type money"),
    (["Item.tip": "Euro"], "'currencies' has 'Euro' for 'Item.tip', which is not a currency"),
    (
      ["Item.fee": "USD"],
      "'currencies' has 'USD' for 'Item.fee', whose currency in the schema is 'EUR'"
    ),
  ]) func rejectsInvalidCurrencies(_ currencies: [String: String], _ message: String) async throws {
    let edited = try await EditedSchema(Self.items, [("Item", 0)], Self.itemFile)
    await #expect(throws: SyncError.invalidOption(message)) {
      _ = try await edited.copy(currencies: currencies)
    }
  }

  // MARK: References to one of several entities

  private static let likes = """
      Post: { attributes: { id: string, likes: "int?" } }
      Photo: { attributes: { id: string } }
      Like:
        attributes: { id: int }
        relations:
          subject: { to-any: { Post: post, Photo: photo }, inverse: none }

    """

  private static let likeFile = """
    CREATE TABLE ZCONTENT (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZID VARCHAR);
    INSERT INTO ZCONTENT VALUES (1, 3, 1, 'a'), (2, 2, 1, 'a'), (3, 5, 1, 'c'), (4, 3, 1, NULL);
    CREATE TABLE ZLIKE (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSUBJECT INTEGER, Z1_SUBJECT INTEGER);
    INSERT INTO ZLIKE VALUES
      (1, 4, 1, 1, 3), (2, 4, 1, 2, 2), (3, 4, 1, NULL, NULL), (4, 4, 1, 3, 5), (5, 4, 1, 4, 3);

    """

  private static let likeNames = [
    ("Content", 0), ("Photo", 1), ("Post", 1), ("Like", 0), ("Video", 1),
  ]

  @Test func copiesToAnyReferences() async throws {
    let edited = try await EditedSchema(
      Self.likes.replacing(", inverse: none", with: ""), Self.likeNames, Self.likeFile)
    let report = try await edited.copy()
    #expect(
      try edited.rows("SELECT id, subject_type, subject_id FROM likes ORDER BY id")
        == ["1|post|a", "2|photo|a", "3|-|-", "4|-|-", "5|-|-"])
    #expect(report.unreadValues == ["Like.subject (ZLIKE.ZSUBJECT)": 2])
    #expect(report.otherRows == ["Video": 1])
    #expect(report.absentMembers == ["Post.likes"])
    #expect(report.unusedColumns == [])
  }

  @Test func readsTagsFromAttributes() async throws {
    let edited = try await EditedSchema(
      Self.likes.replacing(", inverse: none", with: ""), Self.likeNames,
      Self.likeFile + """
        DROP TABLE ZLIKE;
        CREATE TABLE ZLIKE (
          Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSUBJECTID VARCHAR,
          ZSUBJECTTYPE VARCHAR);
        INSERT INTO ZLIKE VALUES (1, 4, 1, 'a', 'photo'), (2, 4, 1, 'x', 'video');
        """)
    _ = try await edited.copy()
    #expect(
      try edited.rows("SELECT id, subject_type, subject_id FROM likes ORDER BY id")
        == ["1|photo|a", "2|video|x"])
  }

  @Test func rejectsMissingRequiredToAnyReference() async throws {
    let edited = try await EditedSchema(
      Self.likes.replacing(", inverse: none", with: ", required: true"), Self.likeNames,
      Self.likeFile + "ALTER TABLE ZLIKE DROP COLUMN ZSUBJECT;")
    try await edited.expect(
      error:
        "'Like.subject' is required, but table 'ZLIKE' has no column 'ZSUBJECT' that could hold "
        + "it; state what the Core Data model calls it: names: [\"Like.subject\": \"…\"]")
  }

  // MARK: Other forms

  @Test func copiesStorageFormats() async throws {
    let edited = try await EditedSchema(
      """
        Entry:
          attributes:
            id: int
            token: { type: uuid, storage: blob }
            readAt: { type: date, storage: reference-date }
            dueAt: { type: date, storage: seconds, dates: unix }
            dueOn: { type: day, dates: "dd.MM.yyyy" }
            tags: { type: [string], separator: "," }
            sizes: { type: [int], separator: "; " }

      """, [("Entry", 0)],
      """
      CREATE TABLE ZENTRY (
        Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTOKEN BLOB, ZREADAT TIMESTAMP,
        ZDUEAT TIMESTAMP, ZDUEON VARCHAR, ZTAGS VARCHAR, ZSIZES VARCHAR);
      INSERT INTO ZENTRY VALUES
        (1, 1, 1, x'00112233445566778899AABBCCDDEEFF', 0.25, 1.75, '2026-01-02', 'a,b c', '1; 2'),
        (2, 1, 1, '00112233-4455-6677-8899-aabbccddeeff', 0, 0, '2026-01-02', '', '[3]'),
        (3, 1, 1, x'00', 0, 0, '2026-01-02', '', 'many');
      """)
    let report = try await edited.copy()
    #expect(
      try edited.rows(
        "SELECT id, hex(token), read_at, due_at, due_on, tags, sizes FROM entries ORDER BY id")
        == [
          #"1|00112233445566778899AABBCCDDEEFF|0.25|978307201|2026-01-02|["a","b c"]|[1,2]"#,
          "2|00112233445566778899AABBCCDDEEFF|0.0|978307200|2026-01-02|[]|[3]",
        ])
    #expect(report.unreadValues == ["Entry.token (ZENTRY.ZTOKEN)": 1])
    #expect(report.entities["Entry"]?.rejectedCount == 1)
  }

  private static let through = """
      Post:
        attributes: { id: int }
        relations: { tags: { to: [Tag], through: PostTag, ordered: true } }
      Tag: { attributes: { id: int }, relations: { posts: { to: [Post], through: PostTag } } }
      PostTag:
        attributes: { note: "string?" }
        identity: [post, tag]
        relations: { post: Post, tag: Tag }

    """

  private static let throughFile = """
    CREATE TABLE ZPOST (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
    INSERT INTO ZPOST VALUES (1, 1, 1), (2, 1, 1);
    CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
    INSERT INTO ZTAG VALUES (1, 2, 1), (2, 2, 1);

    """

  /// The rows of a join table become rows of an entity.
  @Test func createsThroughEntityRows() async throws {
    let edited = try await EditedSchema(
      Self.through, [("Post", 0), ("Tag", 0)],
      Self.throughFile + """
        CREATE TABLE Z_1TAGS (Z_1POSTS INTEGER, Z_2TAGS INTEGER, Z_FOK_2TAGS INTEGER);
        INSERT INTO Z_1TAGS VALUES (1, 1, 2048), (1, 2, 1024), (2, 1, 1024);
        """)
    let report = try await edited.copy()
    #expect(
      try edited.rows("SELECT post_id, tag_id, position, note FROM post_tags ORDER BY 1, 2")
        == ["1|1|1|-", "1|2|0|-", "2|1|0|-"])
    #expect(report.absentMembers == ["PostTag"])
  }

  /// If the model has the entity, its rows are copied without an order.
  @Test func copiesThroughEntityRows() async throws {
    let edited = try await EditedSchema(
      Self.through, [("Post", 0), ("Tag", 0), ("PostTag", 0)],
      Self.throughFile + """
        CREATE TABLE ZPOSTTAG (
          Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPOST INTEGER, ZTAG INTEGER,
          ZNOTE VARCHAR);
        INSERT INTO ZPOSTTAG VALUES (1, 3, 1, 1, 2, 'x'), (2, 3, 1, 1, 1, NULL);
        """)
    let report = try await edited.copy()
    #expect(
      try edited.rows("SELECT post_id, tag_id, note FROM post_tags ORDER BY 1, 2")
        == ["1|1|-", "1|2|x"])
    #expect(report.absentMembers == ["Post.tags (order)"])
  }
}
