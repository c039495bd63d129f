/// The files of a Core Data model in several versions, as Xcode writes them.
enum BlogModel {
  static let currentVersion = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>_XCCurrentVersionName</key>
    \t<string>Blog 4.xcdatamodel</string>
    </dict>
    </plist>
    """

  /// `contents` of a version: version 2 renames an attribute, 3 drops one, and 4 renames an entity
  /// and drops another.
  static func text(_ version: Int) -> String {
    let parts =
      [
        author(version), profile, content, post(version), comment, tag,
        version < 2 ? "" : category,
        version < 4 ? entity("Draft", attribute("text", "String", optional)) : "",
        memo(version), vote, setting,
      ] + [version < 3 ? "" : photo]
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      \(parts.joined())    <fetchRequest name="AllPosts" entity="Post" predicateString="TRUEPREDICATE"/>
      </model>
      """
  }

  private static let optional = #" optional="YES""#
  private static let scalar = #" usesScalarValueType="YES""#

  private static func entity(_ name: String, _ body: String, _ more: String = "") -> String {
    "    <entity name=\"\(name)\" representedClassName=\"\(name)\" syncable=\"YES\"\(more)>\n\(body)    </entity>\n"
  }

  private static func attribute(
    _ name: String, _ type: String, _ more: String = "", info: [String: String] = [:]
  ) -> String {
    let start = "        <attribute name=\"\(name)\" attributeType=\"\(type)\"\(more)"
    return info.isEmpty ? start + "/>\n" : "\(start)>\n\(userInfo(info))        </attribute>\n"
  }

  private static func relation(
    _ name: String, _ target: String, _ inverse: String, isMany: Bool = false,
    _ more: String = optional,
    rule: String = "Nullify", info: [String: String] = [:]
  ) -> String {
    let count = isMany ? "toMany=\"YES\"" : "maxCount=\"1\""
    let start =
      "        <relationship name=\"\(name)\" \(count) deletionRule=\"\(rule)\" "
      + "destinationEntity=\"\(target)\" inverseName=\"\(inverse)\" inverseEntity=\"\(target)\"\(more)"
    return info.isEmpty ? start + "/>\n" : "\(start)>\n\(userInfo(info))        </relationship>\n"
  }

  private static func userInfo(_ info: [String: String]) -> String {
    let entries = info.sorted { $0.key < $1.key }.map {
      "                <entry key=\"\($0.key)\" value=\"\($0.value)\"/>\n"
    }
    return "            <userInfo>\n\(entries.joined())            </userInfo>\n"
  }

  private static func unique(_ names: String...) -> String {
    let parts = names.map { "<constraint value=\"\($0)\"/>" }.joined()
    return
      "        <uniquenessConstraints><uniquenessConstraint>\(parts)</uniquenessConstraint></uniquenessConstraints>\n"
  }

  // MARK: Entities

  private static func author(_ version: Int) -> String {
    let key = ["hyper.remoteKey": "profile.full_name"]
    let former = version == 2 ? #" elementID="name""# : ""
    return entity(
      "Author",
      attribute("remoteID", "Integer 64", scalar + #" defaultValueString="0""#)
        + attribute(version < 2 ? "name" : "fullName", "String", optional + former, info: key)
        + attribute("authorDescription", "String", optional)
        + attribute(
          "email", "String", optional + #" minValueString="3" regularExpressionString=".+@.+""#)
        + (version < 3 ? attribute("nick", "String", optional) : "")
        + relation("posts", "Post", "author", isMany: true, rule: "Cascade")
        + relation("profile", "Profile", "author", rule: "Cascade") + unique("email"))
  }

  private static let profile = entity(
    "Profile",
    attribute("id", "UUID", scalar) + attribute("bio", "String", optional)
      + attribute("avatar", "Binary", optional + #" allowsExternalBinaryDataStorage="YES""#)
      + relation("author", "Author", "profile", ""))

  private static let content = entity(
    "Content",
    attribute(
      "id", "Integer 64", scalar + #" defaultValueString="0""#, info: ["sync.isPrimaryKey": "YES"])
      + attribute("createdAt", "Date", optional + scalar + #" defaultDateTimeInterval="599616000""#),
    #" isAbstract="YES""#)

  private static func post(_ version: Int) -> String {
    entity(
      "Post", postAttributes(version) + postRelations(version) + postIndexes,
      #" parentEntity="Content""#)
  }

  private static func postAttributes(_ version: Int) -> String {
    attribute("title", "String", #" defaultValueString="Untitled &amp; &quot;new&quot;""#)
      + attribute("isDraft", "Boolean", scalar + #" defaultValueString="YES""#)
      + attribute("score", "Double", optional + scalar + #" defaultValueString="0.0""#)
      + attribute(
        "views", version < 3 ? "Integer 32" : "Integer 64", scalar + #" defaultValueString="0""#)
      + attribute("temporary", "String", optional + #" transient="YES""#)
      + attribute(
        "titleLower", "String",
        optional + #" derived="YES" derivationExpression="lowercase:(title)""#)
      + attribute(
        "meta", "Transformable", optional + #" valueTransformerName="NSSecureUnarchiveFromData""#,
        info: ["sync.valueTransformer": "MetaTransformer"])
      + attribute(
        "secret", "String", optional, info: ["sync.nonExportable": "YES", "color": "red"])
  }

  private static func postRelations(_ version: Int) -> String {
    relation("author", "Author", "posts", "")
      + relation(
        "tags", "Tag", "posts", isMany: true, optional + #" ordered="YES""#,
        info: ["sync.remoteKey": "tag_list"])
      + relation(
        "comments", "Comment", "post", isMany: true, optional + #" ordered="YES""#, rule: "Cascade")
      + (version < 2 ? "" : relation("category", "Category", "posts"))
  }

  private static let postIndexes = """
            <fetchIndex name="byTitle">
                <fetchIndexElement property="title" type="Binary" order="ascending"/>
            </fetchIndex>
            <fetchIndex name="byDraft">
                <fetchIndexElement property="isDraft" type="Binary" order="ascending"/>
                <fetchIndexElement property="views" type="Binary" order="descending"/>
            </fetchIndex>
            <fetchIndex name="odd">
                <fetchIndexElement expression="title" type="Binary" order="ascending"/>
            </fetchIndex>
            <fetchedProperty name="similar" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Post" predicateString="title == 1"/>
            </fetchedProperty>

    """

  private static let comment = entity(
    "Comment",
    attribute("text", "String") + relation("post", "Post", "comments", "")
      + relation("replies", "Comment", "replyTo", isMany: true)
      + relation("replyTo", "Comment", "replies"), #" parentEntity="Content""#)

  private static let tag = entity(
    "Tag",
    attribute("slug", "String", info: ["sync.isPrimaryKey": "true"])
      + attribute("name", "String", optional) + relation("posts", "Post", "tags", isMany: true))

  private static let category = entity(
    "Category",
    attribute("identifier", "String")
      + attribute("price", "Decimal", optional + #" defaultValueString="1.50""#)
      + relation("posts", "Post", "category", isMany: true, rule: "Deny"))

  private static func memo(_ version: Int) -> String {
    let members = attribute("text", "String", optional) + attribute("link", "URI", optional)
    return version < 4
      ? entity("Memo", members) : entity("Note", members, #" elementID="Memo""#)
  }

  private static let vote = entity(
    "Vote",
    attribute("user", "String") + attribute("day", "String")
      + attribute("value", "Integer 16", scalar + #" defaultValueString="1""#)
      + unique("user", "day"))

  private static let setting = entity(
    "Setting",
    attribute("key", "String") + attribute("value", "String", optional)
      + attribute("weird", "Object ID", optional) + relation("target", "Content", "x")
      + unique("key"))

  private static let photo = entity(
    "Photo", attribute("url", "URI", optional) + attribute("width", "Float", optional),
    #" parentEntity="Post""#)
}
