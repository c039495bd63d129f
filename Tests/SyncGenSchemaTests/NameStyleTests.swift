import SyncGenSchema
import Testing

@Suite struct NameStyleTests {
  static let pairs = [
    ("avatarURL", "avatar_url"), ("projectID", "project_id"), ("projectIDs", "project_ids"),
    ("userIDs", "user_ids"), ("projectURLs", "project_urls"), ("urlString", "url_string"),
    ("iOSVersion", "ios_version"), ("htmlBody2Text", "html_body2_text"),
    ("address2Line", "address2_line"), ("sha256Hash", "sha256_hash"), ("line1", "line1"),
    ("x", "x"), ("isHTTPSOnly", "is_https_only"), ("userIDFirst", "user_id_first"),
    ("integer16", "integer16"), ("driverIdentifier", "driver_identifier"), ("id", "id"),
    ("ids", "ids"), ("isHTTPSURL", "is_https_url"), ("userIDURL", "user_id_url"),
    ("apiURLs", "api_urls"), ("minIOSVersion", "min_ios_version"), ("iOS", "ios"),
    ("createdAt", "created_at"), ("xAxis", "x_axis"), ("aSong", "a_song"), ("isA", "is_a"),
    ("jsonAPI", "json_api"), ("pdfPNGJPG", "pdf_png_jpg"), ("uuidsOfURIs", "uuids_of_uris"),
  ]

  @Test(arguments: pairs) func convertsBetweenCamelAndSnakeCase(_ camel: String, _ snake: String) {
    let style = NameStyle()
    #expect(style.snakeCase(camel) == snake)
    #expect(style.camelCase(snake) == camel)
  }

  @Test func usesCustomAcronyms() {
    let style = NameStyle(acronyms: ["GTIN"])
    #expect(style.snakeCase("itemGTIN") == "item_gtin")
    #expect(style.snakeCase("itemGTINs") == "item_gtins")
    #expect(style.snakeCase("itemGTINURL") == "item_gtin_url")
    #expect(style.camelCase("item_gtin") == "itemGTIN")
    #expect(style.camelCase("item_gtins") == "itemGTINs")
    #expect(NameStyle().camelCase("item_gtin") == "itemGtin")
  }

  @Test func convertsTypeNames() {
    let style = NameStyle()
    let names = [
      ("TaskItem", "task_item"), ("URL", "url"), ("HTTPServer", "http_server"),
      ("APIKey", "api_key"), ("Data", "data"), ("OAuth2Token", "o_auth2_token"),
    ]
    for (camel, snake) in names { #expect(style.snakeCase(camel) == snake) }
    #expect(style.upperCamelCase("api_key") == "APIKey")
    #expect(style.upperCamelCase("task_item") == "TaskItem")
  }

  /// Any sequence of words survives the conversion to camel case and back, including acronyms and
  /// their plurals.
  @Test func anyWordsRoundTrip() {
    let style = NameStyle()
    let words =
      ["user", "sha256", "body2", "created", "at", "is", "main"] + NameStyle.usualAcronyms
      + ["ids", "urls", "apis", "pdfs"]
    for first in words {
      for second in words {
        for third in words {
          let snake = [first, second, third].joined(separator: "_")
          #expect(style.snakeCase(style.camelCase(snake)) == snake)
        }
      }
    }
  }
}
