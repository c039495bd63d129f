import Foundation
import SyncGenDiagnostics
import SyncGenSchema
import Testing

@testable import SyncGenImport

/// Core Data models, and the schemas that are created from them.
@Suite struct CoreDataImportTests {
  private func file(_ text: String) -> SourceFile {
    SourceFile(path: "contents", bytes: Array(text.utf8))
  }

  /// A bundle with five versions of the model, the fourth of which is the current one.
  private func withBundle(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("core-data-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let bundle = folder.appendingPathComponent("Blog.xcdatamodeld")
    for version in 1...5 {
      let name = version == 1 ? "Blog" : "Blog \(version)"
      let place = bundle.appendingPathComponent("\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(BlogModel.text(version).utf8).write(to: place.appendingPathComponent("contents"))
    }
    try Data(BlogModel.currentVersion.utf8)
      .write(to: bundle.appendingPathComponent(".xccurrentversion"))
    try body(bundle.path)
  }

  @Test func readsBundleWithVersions() throws {
    try withBundle { path in
      let schema = try SourceReaders.read([path], ImportOptions())
      var bag = DiagnosticBag()
      let versions = try #require(
        try ImportedVersions.make(schema, ImportedText.check("Blog"), into: &bag))
      let (text, remarks) = ImportedText.parts(versions.newest)
      #expect(
        text == #"""
          scalars:
            Email: { type: string, pattern: "^(?:.+@.+)$" } # at least 3 characters

          entities:
            Author:
              attributes:
                remoteID: { type: int, remote: id }
                fullName: { type: "string?", remote: profile.full_name }
                authorDescription: { type: "string?", remote: description } # the key that Sync derives
                email: { type: "Email?", unique: true }
              relations:
                posts: { to: [Post], inverse: author, on-delete: cascade }
                profile: Profile?
              identity: remoteID

            Profile:
              attributes:
                id: uuid
                bio: string?
                avatar: data?
              relations:
                author: { to: Author, inverse: profile, on-delete: cascade }

            # has the members of Content
            Post:
              attributes:
                id: int
                createdAt: date = "2020-01-02T00:00:00Z"
                title: { type: 'string = "Untitled & \"new\""', index: true }
                isDraft: bool = true
                score: double = 0.0
                views: int = 0
                meta: json? # guessed: a transformable value, with the transformer 'NSSecureUnarchiveFromData'
                secret: { type: "string?", direction: pull, x-color: red }
              relations:
                author: Author
                tags: { to: [Tag], inverse: posts, remote: tag_list, ordered: true }
                comments: { to: [Comment], inverse: post, ordered: true, on-delete: cascade }
                category: Category?
              indexes: [[isDraft, views]]

            # has the members of Content
            Comment:
              attributes:
                id: int
                createdAt: date = "2020-01-02T00:00:00Z"
                text: string
              relations:
                post: Post
                replies: { to: [Comment], inverse: replyTo }
                replyTo: Comment?

            Tag:
              attributes:
                slug: string
                name: string?
              relations:
                posts: [Post]
              identity: slug

            Category:
              attributes:
                identifier: string # guessed: identifies rows, by its name
                price: decimal? = 1.50
              relations:
                posts: { to: [Post], inverse: category, on-delete: deny }
              identity: identifier

            Note:
              renamed-from: Memo
              attributes:
                id: uuid = new # added: the entity has no identity of its own
                text: string?
                link: url?

            Vote:
              attributes:
                user: string
                day: string
                value: int = 1
              identity: [user, day]

            Setting:
              attributes:
                key: string
                value: string?
              relations:
                # guessed: 'Content' is abstract; the tags are the names of its entities
                target: { to-any: { Post: post, Comment: comment, Photo: photo } }
              identity: key

            # has the members of Content, Post
            Photo:
              attributes:
                id: int
                createdAt: date = "2020-01-02T00:00:00Z"
                title: { type: 'string = "Untitled & \"new\""', index: true }
                isDraft: bool = true
                score: double = 0.0
                views: int = 0
                meta: json? # guessed: a transformable value, with the transformer 'NSSecureUnarchiveFromData'
                secret: { type: "string?", direction: pull, x-color: red }
                url: url?
                width: double?
              relations:
                author: Author
                tags: { to: [Tag], inverse: none, remote: tag_list, ordered: true }
                comments: { to: [Comment], inverse: none, ordered: true }
                category: Category?
              indexes: [[isDraft, views]]

          migrations:
            4:
              - { drops: [Draft] }

          """#)
      #expect(
        remarks.split(separator: "\n").map {
          $0.hasPrefix(path) ? $0.dropFirst(path.count + 1) : $0
        }
        .joined(separator: "\n") == #"""
          Blog 4.xcdatamodel/contents:22: abstract entity 'Content': its members are those of Post, Comment, Photo
          Blog 4.xcdatamodel/contents:30: subentities of 'Post' are separate entities: Photo
          Blog 4.xcdatamodel/contents:35: attribute Post.temporary is transient and not imported
          Blog 4.xcdatamodel/contents:36: attribute Post.titleLower is derived and not imported: lowercase:(title)
          Blog 4.xcdatamodel/contents:37: attribute Post.meta is JSON: it has a transformable value, with the transformer 'NSSecureUnarchiveFromData'
          Blog 4.xcdatamodel/contents:37: Post.meta: the value transformer 'MetaTransformer' is not imported
          Blog 4.xcdatamodel/contents:59: fetch index Post.byDraft: descending order
          Blog 4.xcdatamodel/contents:63: fetch index Post.odd is left out: it has expressions or is an R-tree
          Blog 4.xcdatamodel/contents:66: fetched property Post.similar is not imported
          Blog 4.xcdatamodel/contents:103: attribute Setting.weird is left out: it has the type 'Object ID'
          Blog 4.xcdatamodel/contents:35: attribute Photo.temporary is transient and not imported
          Blog 4.xcdatamodel/contents:36: attribute Photo.titleLower is derived and not imported: lowercase:(title)
          Blog 4.xcdatamodel/contents:37: attribute Photo.meta is JSON: it has a transformable value, with the transformer 'NSSecureUnarchiveFromData'
          Blog 4.xcdatamodel/contents:37: Photo.meta: the value transformer 'MetaTransformer' is not imported
          Blog 4.xcdatamodel/contents:59: fetch index Photo.byDraft: descending order
          Blog 4.xcdatamodel/contents:63: fetch index Photo.odd is left out: it has expressions or is an R-tree
          Blog 4.xcdatamodel/contents:107: Photo.comments: delete rule 'Cascade' is left out, because it would delete the referenced row
          Blog 4.xcdatamodel/contents:111: fetchRequest 'AllPosts' is not imported
          Blog 5.xcdatamodel: the version is newer than the current one and not imported
          Blog.xcdatamodel/contents:23: abstract entity 'Content': its members are those of Post, Comment
          """#)
      #expect(versions.frozen.map(\.version) == [1, 2, 3])
      #expect(
        zip(versions.frozen, versions.frozen.dropFirst()).allSatisfy {
          $0.fingerprint == $1.predecessor
        })
      #expect(
        versions.frozen.map { $0.schema.migrations.flatMap(\.steps).count } == [0, 0, 1])
    }
  }

  @Test func keepsNamesOfPreviousVersion() throws {
    try withBundle { path in
      let schema = try SourceReaders.read([path], ImportOptions())
      let authors = (schema.olderVersions + [schema]).map { version in
        version.entities.first { $0.name == "Author" }?.attributes.first { $0.name.contains("ame") }
      }
      #expect(authors.map(\.?.name) == ["name", "fullName", "fullName", "fullName"])
      #expect(authors.map(\.?.renamedFrom) == [nil, "name", nil, nil])
      #expect(schema.entities.compactMap(\.renamedFrom) == ["Memo"])
    }
  }

  @Test func leavesOutVersionsOfOlderXcode() throws {
    try withBundle { path in
      let older = path + "/Blog 2.xcdatamodel"
      try FileManager.default.moveItem(atPath: older + "/contents", toPath: older + "/elements")
      let schema = try SourceReaders.read([path], ImportOptions())
      #expect(schema.olderVersions.count == 2)
      let lines = schema.remarks.filter { $0.place == older }.map(\.message)
      #expect(
        lines == [
          "the version has no file 'contents', as of older versions of Xcode, and is not imported"
        ])
      let current = path + "/Blog 4.xcdatamodel"
      try FileManager.default.removeItem(atPath: current + "/contents")
      let failure = ImportFailure(
        at: current,
        "the current version has no file 'contents'; save the model with a newer version of Xcode")
      #expect(throws: failure) { try SourceReaders.read([path], ImportOptions()) }
    }
  }

  /// Xcode keeps a default if the type of its attribute changes.
  @Test func readsDefaultsOfOtherTypes() throws {
    let attributes = [
      ("Integer 64", "0.0"), ("Integer 16", "NO"), ("Integer 32", "YES"), ("Integer 64", "1.5"),
      ("Boolean", "0.0"), ("Boolean", "1"), ("Boolean", "true"), ("Boolean", "maybe"),
    ].enumerated().map { index, one in
      "<attribute name='a\(index)' attributeType='\(one.0)' defaultValueString='\(one.1)'/>"
    }
    let schema = try CoreDataImport.read([
      file("<model><entity name='One'>\(attributes.joined())</entity></model>")
    ])
    let members = schema.entities[0].attributes.filter { $0.name.hasPrefix("a") }
    #expect(
      members.map(\.defaultValue) == [
        .number(0), .number(0), .number(1), nil, .flag(false), .flag(true), .flag(true), nil,
      ])
    #expect(
      schema.remarks.map(\.message) == [
        "the default '1.5' of 'a3' is left out", "the default 'maybe' of 'a7' is left out",
      ])
  }

  @Test func takesUniqueURLForIdentity() throws {
    let schema = try CoreDataImport.read([
      file(
        """
        <model><entity name='Bookmark'><attribute name='link' attributeType='URI'/>
        <uniquenessConstraints><uniquenessConstraint><constraint value='link'/></uniquenessConstraint>
        </uniquenessConstraints></entity></model>
        """)
    ])
    #expect(
      try ImportedText.of(schema, "App").text == """
        entities:
          Bookmark:
            attributes:
              link: url
            identity: link

        """)
  }

  /// `importRows` looks for the names of the model, in upper case for members.
  @Test func notesNamesThatCopyingNeeds() throws {
    let schema = try CoreDataImport.read([
      file(
        """
        <model><entity name='todo_item'><attribute name='id' attributeType='UUID'/>
        <attribute name='is_done' attributeType='Boolean'/>
        <attribute name='urlText' optional='YES' attributeType='String'/>
        <relationship name='listRef' optional='YES' maxCount='1' destinationEntity='List'
          inverseName='all_items' inverseEntity='List'/></entity>
        <entity name='List'><attribute name='title' attributeType='String'/>
        <relationship name='all_items' optional='YES' toMany='YES' destinationEntity='todo_item'
          inverseName='listRef' inverseEntity='todo_item'/></entity></model>
        """)
    ])
    var bag = DiagnosticBag()
    let result = try #require(try ImportedText.check("App").run(schema, into: &bag))
    #expect(
      ImportedText.parts(result).text == """
        entities:
          # to copy rows, CoreDataStore needs names: ["TodoItem": "todo_item"]
          TodoItem:
            attributes:
              id: uuid
              isDone: bool # to copy rows, CoreDataStore needs names: ["TodoItem.isDone": "is_done"]
              urlText: string?
            relations:
              listRef: Listing?

          # not 'List': SwiftUI has a type of that name
          # to copy rows, CoreDataStore needs names: ["Listing": "List"]
          Listing:
            attributes:
              id: uuid = new # added: the entity has no identity of its own
              title: string
            relations:
              # to copy rows, CoreDataStore needs names: ["Listing.allItems": "all_items"]
              allItems: { to: [TodoItem], inverse: listRef }

        """)
    #expect(
      result.model.suggestions == [
        "to copy the rows of a store of this model, give 'CoreDataStore' the names that differ: names: "
          + #"["TodoItem": "todo_item", "TodoItem.isDone": "is_done", "Listing": "List", "#
          + #""Listing.allItems": "all_items"]"#
      ])
  }

  @Test(arguments: [
    ("", "contents:1: an element is expected"),
    ("<a", "contents:1: a blank is expected before an attribute"),
    ("<model>\n<b></model>", "contents:2: '</b>' is expected"),
    ("<model a='1' a='2'/>", "contents:1: 'a' is set twice"),
    ("<model a=\"&x;\"/>", "contents:1: '&x;' is not known"),
    (
      "<!DOCTYPE m [<!ENTITY x \"y\">]><model/>",
      "contents:1: a document type with declarations is not supported"
    ),
    ("<model/><model/>", "contents:1: unexpected content after the last element"),
    ("<plist/>", "contents:1: '<model>' is expected"),
  ])
  func rejectsInvalidModels(text: String, message: String) {
    #expect(throws: FileReadError(message)) { try CoreDataImport.read([file(text)]) }
  }

  @Test func readsXMLText() throws {
    let element = try XMLReader.read(
      Array(
        "<?xml version=\"1.0\"?>\n<!-- a --><a b='&#x41;&#66;'>x &lt;<![CDATA[<y>]]><!-- z --><c/></a>\n"
          .utf8))
    #expect(element["b"] == "AB")
    #expect(element.text == "x <<y>")
    #expect(element.children.map(\.name) == ["c"])
    #expect(element.line == 2)
  }
}
