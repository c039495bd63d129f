import Foundation
import Programs
import SyncGenEmit
import SyncGenSchema
import Testing

/// Generated code compiles without warnings and is formatted, whatever names the schema has.
@Suite(.serialized) struct TortureTests {
  private func withToolchain(_ body: (SwiftToolchain) async throws -> Void) async throws {
    let toolchain = try SwiftToolchain()
    try await body(toolchain)
    try toolchain.remove()
  }

  @Test func oddNamesCompileAndSurviveRoundTrips() async throws {
    try await withToolchain { toolchain in
      try toolchain.write(SchemaFixture.files(TortureSchema.names(access: "public")))
      let lint = try await toolchain.lint()
      #expect(lint.output == "")
      #expect(lint.status == 0)
      try toolchain.write(TortureProgram.text(), to: "main.swift")
      let build = try await toolchain.build()
      try #require(build.output == "")
      let run = try await toolchain.run(["./main", "rows.sqlite"])
      let count = TortureSchema.entityNames.count + TortureSchema.wideEntities.count
      #expect(run.output == "\(count) entities\n")
      #expect(run.status == 0)
    }
  }

  @Test(arguments: [("internal", false), ("package", true), ("package", false)])
  func oddNamesCompile(access: String, features: Bool) async throws {
    try await withToolchain { toolchain in
      try toolchain.write(SchemaFixture.files(TortureSchema.names(access: access, count: 12)))
      let outcome = try await toolchain.typeCheck(features: features)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
      let lint = try await toolchain.lint()
      #expect(lint.output == "")
    }
  }

  /// The models of older versions are nested in their version, next to the newest models.
  @Test(arguments: [("internal", 12), ("public", 24)])
  func oddNamesCompileInOlderVersions(access: String, count: Int) async throws {
    let old = TortureSchema.names(access: access, count: count)
    let new =
      old.replacingOccurrences(of: "version: 1", with: "version: 2")
      + "\nmigrations: { 2: [{ custom: default }, { custom: plan, before: true }] }\n"
    try await withToolchain { toolchain in
      let files = try SchemaFixture.files(new, after: old)
      try toolchain.write(files.filter { $0.path.hasSuffix(".swift") })
      let lint = try await toolchain.lint()
      #expect(lint.output == "")
      let schema = try SchemaFixture.schema(new).name.name
      let prefix = access == "public" ? "public " : ""
      try toolchain.write(
        """
        extension \(schema)MigrationPlan {
          \(prefix)static func `default`(from old: OldRows1, to new: Rows2) throws {}
          \(prefix)static func plan(in old: Rows1) throws {}
        }
        """, to: "Stages.swift")
      let outcome = try await toolchain.typeCheck(features: true)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
    }
  }

  /// Also with internal access and without defaults, where Swift synthesizes the same initializer.
  @Test(arguments: GoldenTests.cases.filter { ![GoldenTests.otherSets, "cloudkit"].contains($0) })
  func goldensCompileAndAreFormatted(name: String) async throws {
    try await withToolchain { toolchain in
      try toolchain.write(SchemaFixture.files(GoldenTests.schema(of: name)))
      let lint = try await toolchain.lint()
      #expect(lint.output == "")
      #expect(lint.status == 0)
      let outcome = try await toolchain.typeCheck(features: true)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
    }
  }

  /// Value types have a nested type `Fields`, and `Optional` has cases `none` and `some`.
  @Test func nestedTypeAndOptionalCaseNamesCompile() async throws {
    let files = try SchemaFixture.files(
      """
      swiftsync: 1
      name: Hidden
      version: 1
      generate: { output: Out, access: public }
      enums:
        Sort: { cases: [none, some, name] }
      types:
        Fields: { name: string, sort: { type: Sort?, default: some } }
        Record: { fields: Fields, more: "[Fields]" }
      entities:
        Row:
          attributes:
            id: int
            record: Record
            fields: Fields?
            sort: { type: Sort?, default: none }
            order: { type: Sort, default: some }

      """)
    let text = files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(text.contains("sort: Sort? = Sort.none"))
    #expect(text.contains("sort: Sort? = Sort.some"))
    try await withToolchain { toolchain in
      try toolchain.write(files.filter { $0.path.hasSuffix(".swift") })
      let outcome = try await toolchain.typeCheck(features: true)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
      let lint = try await toolchain.lint()
      #expect(lint.output == "")
    }
  }

  /// Scalars with types of the app, also those that only header fields have, and several header
  /// fields of a client.
  @Test(arguments: ["internal", "public"], [true, false])
  func appScalarsAndHeadersCompile(access: String, features: Bool) async throws {
    let files = try SchemaFixture.files(
      ##"""
      swiftsync: 1
      name: Zoo
      version: 1
      generate: { output: Out, access: \##(access) }
      scalars:
        Slug: { type: string, swift: AppText }
        Code: { type: string, swift: AppText, pattern: "^x" }
        Instant: { type: date, swift: AppDate }
        Key: { type: uuid, swift: AppKey }
        Link: { type: url, swift: AppLink }
        Locale: { type: string, swift: AppLocale }
      types:
        Part: { link: { type: Link, default: "https://a.b" } }
        Shape: { tag: type, cases: { one: { fields: {}, value: 'a\#(y)' } } }
      entities:
        Pet:
          attributes:
            id: { type: Key, default: new }
            at: { type: Instant, default: now }
            slug: Slug
            code: Code?
            part: Part?
            shape: Shape?
      api:
        headers: { X-One: string, X-Two: int?, X-Locale: Locale, X-Fixed: { value: a } }
        endpoints:
          ping: { get: /ping, headers: { X-Slug: Slug } }

      """##)
    let prefix = access == "internal" ? "" : access + " "
    func type(_ name: String, _ stored: String) -> String {
      "\(prefix)struct \(name): StoredScalar {\n  \(prefix)let stored: \(stored)\n"
        + "  \(prefix)init(stored: \(stored)) throws { self.stored = stored }\n}\n"
    }
    let types = [
      ("Text", "String"), ("Date", "Date"), ("Key", "UUID"), ("Link", "URL"), ("Locale", "String"),
    ]
    try await withToolchain { toolchain in
      try toolchain.write(files.filter { $0.path.hasSuffix(".swift") })
      try toolchain.write(
        "\(prefix)import Foundation\n\(prefix)import SwiftSyncRuntime\n\n"
          + types.map { type("App" + $0, $1) }.joined(), to: "AppTypes.swift")
      let outcome = try await toolchain.typeCheck(features: features)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
    }
  }

  @Test func internalValueTypesUseMemberwiseInitializers() async throws {
    let files = try SchemaFixture.files(
      """
      swiftsync: 1
      name: Zoo
      version: 1
      types:
        Part: { city: string }
        Whole: { part: Part, count: int? }
        Other: { part: Part, count: { type: int, default: 3 } }
        Mark: { tag: type, cases: { one: { fields: { label: string } }, two: Part } }
      entities:
        Pet: { attributes: { id: int, part: Part?, whole: Whole?, other: Other?, mark: Mark? } }

      """)
    try await withToolchain { toolchain in
      try toolchain.write(files.filter { $0.path.hasSuffix(".swift") })
      try toolchain.write(
        "let whole = Whole(part: Part(city: \"a\"))\nlet other = Other(part: whole.part)",
        to: "Use.swift")
      let outcome = try await toolchain.typeCheck(features: true)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
      try FileManager.default.removeItem(at: toolchain.folder.appending(path: "Use.swift"))
      let lint = try await toolchain.lint()
      #expect(lint.output == "")
    }
  }

  @Test func manyEntitiesAndAttributesCompile() async throws {
    try await withToolchain { toolchain in
      try toolchain.write(SchemaFixture.files(TortureSchema.size()))
      let lint = try await toolchain.lint()
      #expect(lint.output == "")
      let outcome = try await toolchain.typeCheck(features: true)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
    }
  }
}
