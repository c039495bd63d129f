import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime

/// A reference, one part of which is under the key of another member (A14).
@Suite struct SharedPartTests {
  private func decode(_ json: String) throws -> Post {
    try JSONDecoder().decode(Post.self, from: Data(json.utf8))
  }

  @Test func sharedPartAloneIsNoReference() throws {
    let post = try decode(#"{"ts":"1","channel_id":"C"}"#)
    #expect(post == Post(ts: "1", channelID: "C"))
    #expect(try decode(#"{"ts":"1","channel_id":"C","thread_ts":null}"#) == post)
  }

  @Test func readsReferenceWithSharedPart() throws {
    let post = Post(ts: "1", threadChannelID: "C", threadTs: "0", channelID: "C")
    #expect(try decode(#"{"ts":"1","channel_id":"C","thread_ts":"0"}"#) == post)
    #expect(try decode(#"{"ts":"1","channel":{"id":"C"},"thread_ts":"0"}"#) == post)
  }

  @Test func patchIgnoresSharedPartAlone() throws {
    func patch(_ json: String) throws -> PostPatch {
      try JSONDecoder().decode(PostPatch.self, from: Data(json.utf8))
    }
    let rest = try patch(#"{"channel_id":"C"}"#)
    #expect(rest.threadChannelID.isMissing && rest.threadTs.isMissing)
    let removal = try patch(#"{"channel_id":"C","thread_ts":null}"#)
    #expect(removal.threadChannelID.isNull && removal.threadTs.isNull)
  }

  @Test func writesSharedKeyOnce() throws {
    let post = Post(ts: "1", threadChannelID: "D", threadTs: "0", channelID: "C")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(post), as: UTF8.self)
        == #"{"channel_id":"C","text":"","thread_ts":"0","ts":"1"}"#)
  }
}

private struct Post: Identifiable, Hashable, Sendable, SyncedEntity {
  var ts: String
  var text: String = ""
  var threadChannelID: String?
  var threadTs: String?
  var channelID: String

  struct Identity: EntityIdentity {
    var channelID: String
    var ts: String

    init(channelID: String, ts: String) {
      self.channelID = channelID
      self.ts = ts
    }

    init?(storedValues: [StoredValue]) {
      guard storedValues.count == 2,
        let part1 = String(storedValues: [storedValues[0]]),
        let part2 = String(storedValues: [storedValues[1]])
      else { return nil }
      self.init(channelID: part1, ts: part2)
    }

    var storedValues: [StoredValue] { channelID.storedValues + ts.storedValues }
  }

  var identity: Identity { Identity(channelID: channelID, ts: ts) }
  var id: Identity { identity }

  init(
    ts: String, text: String = "", threadChannelID: String? = nil, threadTs: String? = nil,
    channelID: String
  ) {
    self.ts = ts
    self.text = text
    self.threadChannelID = threadChannelID
    self.threadTs = threadTs
    self.channelID = channelID
  }

  static let coding = EntityCoding(
    #"""
    {"name":"Post","table":"posts",
    "columns":[
    ["ts","TEXT",true],
    ["text","TEXT",true],
    ["thread_channel_id","TEXT"],
    ["thread_ts","TEXT"],
    ["channel_id","TEXT",true]
    ],
    "attributes":[
    {"name":"ts","type":"string","column":"ts","remote":["ts"]},
    {"name":"text","type":"string","column":"text","remote":["text"],"default":[""]},
    {"name":"threadChannelID","type":"string","optional":true,"column":"thread_channel_id","remote":["channel_id"],"direction":"pull"},
    {"name":"threadTs","type":"string","optional":true,"column":"thread_ts","remote":["thread_ts"]}
    ],
    "relations":[
    {"name":"channel","to":"Channel","kind":"toOne","type":"string","column":"channel_id","ids":["channel_id"],"objects":["channel"],"onDelete":"keep"},
    {"name":"thread","to":"Post","kind":"toOne","type":"string","column":"thread_channel_id","parts":["thread_channel_id","thread_ts"],"optional":true,"ids":[],"objects":[],"onDelete":"nullify"}
    ],
    "identity":["channel_id","ts"],"sync":{}}
    """#)

  init(fields: inout FieldReader) throws {
    try self.init(
      ts: fields.string(), text: fields.string(), threadChannelID: fields.optionalString(),
      threadTs: fields.optionalString(), channelID: fields.string())
  }

  func write(to fields: inout FieldWriter) {
    fields.values(ts, text, threadChannelID, threadTs)
    fields.value(channelID)
  }

  struct QueriedMembers {
    let ts: QueriedColumn<String>
    let text: QueriedColumn<String>
    let threadChannelID: QueriedColumn<String?>
    let threadTs: QueriedColumn<String?>
    let channelID: QueriedColumn<String>
  }

  typealias Patch = PostPatch
}

private struct PostPatch: EntityPatch {
  typealias Entity = Post

  var ts: Patch<String> = .missing
  var text: Patch<String> = .missing
  var threadChannelID: Patch<String> = .missing
  var threadTs: Patch<String> = .missing
  var channelID: Patch<String> = .missing

  mutating func visit(_ fields: inout FieldVisitor) {
    fields.values(&ts, &text, &threadChannelID, &threadTs)
    fields.value(&channelID)
  }
}
