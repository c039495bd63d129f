import Foundation

/// Payloads of random rows, reproducible from a seed.
struct GalleryPayload {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  private mutating func number(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  private mutating func pick(_ choices: [String]) -> String { choices[number(choices.count)] }

  private mutating func list(_ bound: Int, _ element: (inout Self) -> String) -> String {
    var elements: [String] = []
    for _ in 0..<number(bound) { elements.append(element(&self)) }
    return "[\(elements.joined(separator: ","))]"
  }

  /// The numbers below a bound in a random order, some of them left out.
  private mutating func some(of bound: Int) -> [Int] {
    var places = (0..<bound).filter { _ in number(3) > 0 }
    for index in places.indices { places.swapAt(index, number(places.count)) }
    return places
  }

  static func hallID(_ number: Int) -> String {
    "\"0000000\(number)-00aa-4bb0-8000-0123456789ab\""
  }

  private static let texts = [
    #""plain words""#, #""""#, #""quote \" backslash \\ slash \/""#, #""tab\tline\nnul\u0000end""#,
    #""Grüße, 世界, 🎨""#, #""exactly8""#, #""\u001f\u007f\b\f\r""#, #""seven é""#,
  ]

  mutating func tags() -> String {
    "[" + (0..<4).map { "{\"id\":\"tag \($0)\"}" }.joined(separator: ",") + "]"
  }

  mutating func pieces() -> String {
    var rows: [String] = []
    let twins = some(of: 6)
    for id in 0..<6 {
      var members = ["\"id\":\(id)"]
      for (key, value) in values() where number(5) > 0 { members.append("\"\(key)\":\(value)") }
      // The list may also name tags that are not stored yet.
      let tagIDs = some(of: 5).map { "\"tag \($0)\"" }.joined(separator: ",")
      members.append("\"tag_ids\":[\(tagIDs)]")
      if twins.indices.contains(id) { members.append("\"twin_id\":\(twins[id])") }
      rows.append("{\(members.joined(separator: ","))}")
    }
    return "[\(rows.joined(separator: ","))]"
  }

  private mutating func values() -> [(String, String)] {
    let date = "2026-0\(1 + number(9))-1\(number(9))T0\(number(9)):05:06"
    let fraction = pick(["", ".5", ".25", ".000001", ".123456", ".120000"])
    return [
      ("label", "{\"main\":{\"title\":\(pick(Self.texts))},\"price\":\(decimal())}"),
      ("weight", pick(["1.5", "-0.1", "3", "1e21", "5e-324", "null", "123456789.125"])),
      ("is_sold", pick(["true", "false", "null"])),
      ("made_at", pick(["\"\(date)\(fraction)Z\"", "null", "\"0001-01-01\""])),
      ("seen_at", pick(["\(number(2_000_000_000))", "-12.5", "1.000001", "null"])),
      ("sold_at", pick(["\(number(2_000_000_000))000", "-1", "12.345", "null"])),
      ("born_on", pick(["\"2024-02-29\"", "\"0001-01-01\"", "null"])),
      ("token", pick(["\"ABCDEF01-2345-6789-ABCD-EF0123456789\"", "null"])),
      ("site", pick(["\"https://example.test/a?b=%20c\"", "null"])),
      ("photo", pick(["\"\"", "\"AAECAw==\"", "\"/+8=\"", "null"])),
      (
        "extra", pick(["{\"b\":[1.0,null],\"a\":\"é\\n\"}", "[]", "\"t\"", "12e3", "true", "null"])
      ),
      // Either both parts of an amount of money, or neither.
      ("insured_currency", "\"EUR\",\"insured_minor\":\(number(9000) - 100)"),
      ("phase", pick(["{\"key\":\"unheard_of\"}", "null", "{\"key\":null}"])),
      ("rank", "\(number(5))"),
      ("names", list(3) { $0.pick(Self.texts) }),
      ("shown", list(3) { _ in "\"\(date)\(fraction)Z\"" }),
      ("counts", "{\"z\":\(number(9)),\"a\\\"b\":-1}"),
    ]
  }

  private mutating func decimal() -> String {
    pick(["\"0.10\"", "12345678901234567890.123456789", "-7", "1e5", "null"])
  }

  /// Distributes the pieces among the halls.
  mutating func halls() -> String {
    let pieces = some(of: 6)
    var rows: [String] = []
    for hall in 0..<3 {
      let own = pieces.filter { $0 % 3 == hall }.map(String.init).joined(separator: ",")
      let seats = (0..<number(3)).map { "{\"id\":\($0),\"row_label\":\(pick(Self.texts))}" }
      rows.append(
        """
        {"id":\(Self.hallID(hall)),"floor_area":\(pick(["12.5", "null", "40"])),\
        "piece_ids":[\(own)],"seats":[\(seats.joined(separator: ","))]}
        """)
    }
    return "[\(rows.joined(separator: ","))]"
  }
}
