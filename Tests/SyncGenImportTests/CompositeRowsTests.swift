import Testing

@testable import SwiftSyncSession
@testable import SwiftSyncStore

/// The rows of a Core Data file in a store whose schema has composite identities.
@Suite struct CompositeRowsTests {
  private static let entities = """
      Tenant:
        attributes: { id: uuid, name: string }
        relations:
          invoices: { to: [Invoice], inverse: tenant }
          rooms: { to: [Room], inverse: tenant, ordered: true }
      Room:
        attributes: { code: string, size: "int?" }
        identity: [tenant, code]
        relations: { tenant: Tenant }
      Invoice:
        attributes: { number: int, note: "string?" }
        identity: [tenant, number]
        relations:
          tenant: Tenant
          previous: { to: "Invoice?", foreign-key: true, inverse: none }
          lines: { to: [Line], inverse: invoice, ordered: true }
          payments: { to: [Payment], inverse: invoice, ordered: true }
          labels: { to: [Label], inverse: invoices, ordered: true }
      Payment:
        attributes: { number: int, text: "string?" }
        identity: [invoice, number]
        relations: { invoice: Invoice, main: { to: [Line], inverse: payment, ordered: true } }
      Line:
        attributes: { id: int, text: string }
        relations: { invoice: "Invoice?", payment: "Payment?" }
      Label:
        attributes: { name: string, color: { type: string, default: red } }
        identity: [tenant, name]
        relations: { tenant: Tenant, invoices: { to: [Invoice], inverse: labels } }

    """

  private static let names = [
    ("Invoice", 0), ("Label", 0), ("Line", 0), ("Payment", 0), ("Room", 0), ("Tenant", 0),
  ]

  private static let file = """
    CREATE TABLE ZTENANT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    INSERT INTO ZTENANT VALUES (1, 6, 1, 'A'), (2, 6, 1, 'B');
    CREATE TABLE ZROOM (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTENANT INTEGER,
      Z_FOK_TENANT INTEGER, ZSIZE INTEGER, ZCODE VARCHAR);
    INSERT INTO ZROOM VALUES
      (1, 5, 1, 1, 2048, 3, 'x'), (2, 5, 1, 1, 1024, NULL, 'y'), (3, 5, 1, 2, 1024, 5, 'x');
    CREATE TABLE ZINVOICE (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTENANT INTEGER, ZPREVIOUS INTEGER,
      ZNUMBER INTEGER, ZNOTE VARCHAR);
    INSERT INTO ZINVOICE VALUES
      (1, 1, 1, 1, 2, 7, 'seven'), (2, 1, 1, 1, NULL, 6, NULL), (3, 1, 1, 2, NULL, 7, NULL);
    CREATE TABLE ZPAYMENT (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZINVOICE INTEGER,
      Z_FOK_INVOICE INTEGER, ZNUMBER INTEGER, ZTEXT VARCHAR);
    INSERT INTO ZPAYMENT VALUES
      (1, 4, 1, 1, 2048, 1, 'p1'), (2, 4, 1, 1, 1024, 2, 'p2'), (3, 4, 1, 3, 1024, 1, NULL);
    CREATE TABLE ZLINE (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZINVOICE INTEGER,
      Z_FOK_INVOICE INTEGER, ZPAYMENT INTEGER, Z_FOK_PAYMENT INTEGER, ZTEXT VARCHAR);
    INSERT INTO ZLINE VALUES
      (1, 3, 1, 1, 3072, 1, 2048, 'l1'), (2, 3, 1, 1, 1024, 1, 1024, 'l2'),
      (3, 3, 1, 3, 1024, NULL, NULL, 'l3'), (4, 3, 1, NULL, NULL, NULL, NULL, 'l4');
    CREATE TABLE ZLABEL (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTENANT INTEGER, ZNAME VARCHAR,
      ZCOLOR VARCHAR);
    INSERT INTO ZLABEL VALUES
      (1, 2, 1, 1, 'late', 'blue'), (2, 2, 1, 1, 'paid', 'green'), (3, 2, 1, 2, 'late', 'grey');
    CREATE TABLE Z_1LABELS (
      Z_1INVOICES INTEGER, Z_2LABELS INTEGER, Z_FOK_2LABELS INTEGER,
      PRIMARY KEY (Z_1INVOICES, Z_2LABELS));
    INSERT INTO Z_1LABELS VALUES (1, 1, 2048), (1, 2, 1024), (3, 3, 1024);

    """

  private static func tenant(_ key: Int64) -> String {
    CoreDataValue.uuid(ofRow: key, in: "ZTENANT", of: "edited")
  }

  /// The rows in the store, with `A` and `B` for the tenants.
  private static func expectRows(of edited: EditedSchema) throws {
    func rows(_ sql: String) throws -> [String] {
      try edited.rows(sql).map {
        $0.replacing(tenant(1), with: "A").replacing(tenant(2), with: "B")
      }
    }
    #expect(try rows("SELECT id, name FROM tenants ORDER BY name") == ["A|A", "B|B"])
    #expect(
      try rows("SELECT tenant_id, code, size, rooms_position FROM rooms ORDER BY size")
        == ["A|y|-|0", "A|x|3|1", "B|x|5|0"])
    #expect(
      try rows(
        "SELECT tenant_id, number, note, previous_tenant_id, previous_number FROM invoices "
          + "ORDER BY number, note"
      ).sorted() == ["A|6|-|-|-", "A|7|seven|A|6", "B|7|-|-|-"])
    #expect(
      try rows(
        "SELECT invoice_tenant_id, invoice_number, number, text, payments_position FROM payments"
      )
      .sorted() == ["A|7|1|p1|1", "A|7|2|p2|0", "B|7|1|-|0"])
    #expect(
      try rows(
        """
        SELECT id, text, invoice_tenant_id, invoice_number, lines_position,
          payment_invoice_tenant_id, payment_invoice_number, payment_number, main_position
        FROM lines ORDER BY id
        """) == [
          "1|l1|A|7|1|A|7|1|1", "2|l2|A|7|0|A|7|1|0", "3|l3|B|7|0|-|-|-|-", "4|l4|-|-|-|-|-|-|-",
        ])
    #expect(
      try rows("SELECT tenant_id, name, color FROM labels").sorted()
        == ["A|late|blue", "A|paid|green", "B|late|grey"])
    #expect(
      try rows(
        """
        SELECT invoice_tenant_id, invoice_number, label_tenant_id, label_name, position
        FROM invoice_labels
        """
      ).sorted() == ["A|7|A|late|1", "A|7|A|paid|0", "B|7|B|late|0"])
    #expect(try rows("SELECT * FROM swiftsync_links") == [])
  }

  /// Each row is inserted separately: lists only name rows that are copied later.
  @Test(arguments: [1, 2, 1_000]) func copiesAllRows(batchSize: Int) async throws {
    let edited = try await EditedSchema(Self.entities, Self.names, Self.file)
    let report = try await edited.copy(batchSize: batchSize)
    try Self.expectRows(of: edited)
    #expect(
      report.entities.mapValues { [$0.inserted, $0.updated, $0.rejectedCount] } == [
        "Tenant": [2, 0, 0], "Room": [3, 0, 0], "Invoice": [3, 0, 0], "Payment": [3, 0, 0],
        "Line": [4, 0, 0], "Label": [3, 0, 0],
      ])
    #expect(report.unreadValues == [:])
    #expect(report.repeatedIdentities == [:])
    #expect(report.absentMembers == [])
    #expect(report.unusedColumns == [])
  }

  /// A call that fails in any entity keeps the rows that it has copied, and the next call
  /// continues.
  @Test(arguments: ["tenants", "rooms", "invoices", "payments", "lines", "labels"])
  func resumesAfterFailure(after table: String) async throws {
    let edited = try await EditedSchema(Self.entities, Self.names, Self.file)
    try edited.execute(
      """
      CREATE TRIGGER stop BEFORE INSERT ON \(table) WHEN (SELECT count(*) FROM \(table)) = 1
      BEGIN SELECT raise(ABORT, 'stopped'); END
      """)
    await #expect(throws: SyncError.self) { _ = try await edited.copy(batchSize: 1) }
    #expect(try edited.rows("SELECT count(*) < 2 FROM \(table)") == ["1"])
    try edited.execute("DROP TRIGGER stop")
    _ = try await edited.copy(batchSize: 1)
    try Self.expectRows(of: edited)
    #expect(try await edited.copy().wasComplete)
  }

  /// A link to a row that does not exist, or that has no identity, is reported.
  @Test func reportsLinksWithoutIdentity() async throws {
    let edited = try await EditedSchema(
      Self.entities, Self.names,
      Self.file + """
        UPDATE ZLINE SET ZINVOICE = 9 WHERE Z_PK = 4;
        UPDATE ZINVOICE SET ZTENANT = NULL WHERE Z_PK = 3;
        INSERT INTO Z_1LABELS VALUES (1, 9, 4096);
        """)
    let report = try await edited.copy()
    #expect(
      report.unreadValues == [
        "Line.invoice (ZLINE.ZINVOICE)": 2, "Payment.invoice (ZPAYMENT.ZINVOICE)": 1,
        "Invoice.labels (Z_1LABELS.Z_2LABELS)": 1,
      ])
    #expect(report.entities["Invoice"]?.rejected.map(\.rule) == [.missingIdentity])
    #expect(report.entities["Payment"]?.rejected.map(\.rule) == [.missingIdentity])
    #expect(
      try edited.rows("SELECT id, invoice_number FROM lines ORDER BY id")
        == ["1|7", "2|7", "3|-", "4|-"])
  }

  /// Rows with the same identity are counted, in one transaction or in several.
  @Test(arguments: [1, 1_000]) func reportsRepeatedIdentities(batchSize: Int) async throws {
    let edited = try await EditedSchema(
      Self.entities, Self.names,
      Self.file + "INSERT INTO ZINVOICE VALUES (4, 1, 1, 2, NULL, 7, 'again');")
    let report = try await edited.copy(batchSize: batchSize)
    #expect(report.repeatedIdentities == ["Invoice": 1])
    #expect(
      try edited.rows("SELECT note FROM invoices WHERE note IS NOT NULL ORDER BY 1")
        == ["again", "seven"])
  }

  /// The model may have attributes for the parts instead of a relationship.
  @Test func readsIdentityPartsFromAttributes() async throws {
    let edited = try await EditedSchema(
      """
        Seat: { attributes: { row: string, number: int }, identity: [row, number] }
        Ticket:
          attributes: { id: int }
          relations: { seat: { to: "Seat?", inverse: none }, swap: { to: "Seat?", inverse: none } }

      """, [("Seat", 0), ("Ticket", 0)],
      """
      CREATE TABLE ZSEAT (
        Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER, ZROW VARCHAR);
      INSERT INTO ZSEAT VALUES (1, 1, 1, 4, 'A');
      CREATE TABLE ZTICKET (
        Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSEATNUMBER INTEGER,
        ZSEATROW VARCHAR, ZSWAPROW VARCHAR);
      INSERT INTO ZTICKET VALUES (1, 2, 1, 4, 'A', 'B');
      """)
    let report = try await edited.copy()
    #expect(
      try edited.rows("SELECT id, seat_row, seat_number, swap_row FROM tickets") == ["1|A|4|-"])
    #expect(report.absentMembers == ["Ticket.swap"])
    #expect(report.unusedColumns == ["ZTICKET.ZSWAPROW"])
  }

  @Test func rejectsRequiredReferenceWithoutColumn() async throws {
    let edited = try await EditedSchema(
      Self.entities, Self.names, Self.file + "ALTER TABLE ZPAYMENT DROP COLUMN ZINVOICE;")
    try await edited.expect(
      error:
        "'Payment.invoice' is required, but table 'ZPAYMENT' has no column 'ZINVOICE' that could "
        + "hold it; state what the Core Data model calls it: names: [\"Payment.invoice\": \"…\"]")
  }

  /// Orders that are not in the file, and tables of relationships without a list.
  @Test func reportsMissingOrders() async throws {
    let edited = try await EditedSchema(
      Self.entities, Self.names,
      Self.file + """
        ALTER TABLE ZPAYMENT DROP COLUMN Z_FOK_INVOICE;
        ALTER TABLE Z_1LABELS DROP COLUMN Z_FOK_2LABELS;
        CREATE TABLE Z_3FRIENDS (Z_3FRIENDS INTEGER, Z_4LINES INTEGER);
        """)
    let report = try await edited.copy()
    #expect(report.absentMembers == ["Invoice.labels (order)", "Invoice.payments (order)"])
    #expect(report.unusedColumns == ["Z_3FRIENDS.Z_3FRIENDS", "Z_3FRIENDS.Z_4LINES"])
    #expect(try edited.rows("SELECT count(*) FROM payments") == ["3"])
    #expect(try edited.rows("SELECT count(*) FROM invoice_labels") == ["3"])
  }
}
