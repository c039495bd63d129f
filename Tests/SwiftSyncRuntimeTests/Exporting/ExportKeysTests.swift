import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore

/// Keys in the style that a call requests.
@Suite struct ExportKeysTests {
  @Test(arguments: [
    ("projectIDs", "project_ids"), ("userIDs", "user_ids"), ("projectURLs", "project_urls"),
    ("urlString", "url_string"), ("iOSVersion", "ios_version"), ("line1", "line1"), ("x", "x"),
    ("htmlBody2Text", "html_body2_text"), ("address2Line", "address2_line"),
    ("isHTTPSOnly", "is_https_only"), ("avatarURL", "avatar_url"), ("watcherIds", "watcher_ids"),
    ("watcher_ids", "watcher_ids"),
  ])
  func convertsNamesToSnakeCase(name: String, snake: String) {
    #expect(KeySpelling.snake(name) == snake)
  }

  private func attribute(
    _ name: String, _ remote: String..., column: Int
  ) -> AttributeMetadata {
    AttributeMetadata(name, FieldMetadata(.string, optional: true, remote: remote), column: column)
  }

  private static let entity = EntityMetadata(
    name: "Page", table: "pages",
    columns: [ColumnMetadata("avatar_url", .text), ColumnMetadata("details", .text)],
    attributes: [], identity: [0])

  @Test(arguments: ["avatar_url", "avatarUrl", "avatarURL"])
  func convertsDerivedKeys(remote: String) {
    let attribute = attribute("avatarURL", remote, column: 0)
    let entity = Self.entity
    #expect(ExportKeys(style: nil).path(of: attribute, in: entity) == remote)
    #expect(ExportKeys(style: .snakeCase).path(of: attribute, in: entity) == "avatar_url")
    #expect(ExportKeys(style: .camelCase).path(of: attribute, in: entity) == "avatarUrl")
  }

  @Test(arguments: ["long_description", "longDescription", "text.long_form"])
  func keepsStatedKeys(remote: String) {
    let attribute = attribute("details", remote, "details", column: 1)
    #expect(ExportKeys(style: .camelCase).path(of: attribute, in: Self.entity) == remote)
    #expect(ExportKeys(style: .snakeCase).path(of: attribute, in: Self.entity) == remote)
  }

  @Test func convertsRelationKeys() {
    let watchers = RelationMetadata(
      "taskWatchers", to: "User", .toMany(.none), inverse: "task",
      ids: ["task_watcher_ids", "task_watchers_ids"], objects: ["task_watchers"], onDelete: .keep)
    let camel = ExportKeys(style: .camelCase)
    #expect(camel.idsPath(of: watchers) == "taskWatcherIds")
    #expect(camel.objectsPath(of: watchers, .nested) == "taskWatchers")
    #expect(camel.objectsPath(of: watchers, .nestedAttributes) == "taskWatchersAttributes")
    let stated = RelationMetadata(
      "taskWatchers", to: "User", .toMany(.none), inverse: "task", ids: ["seen_by"],
      objects: ["seen_by"], onDelete: .keep)
    #expect(camel.idsPath(of: stated) == "seen_by")
    #expect(camel.objectsPath(of: stated, .nested) == "seen_by")
  }
}
