/// Replaces Latin letters with ASCII letters, because names consist of ASCII letters.
enum LatinLetters {
  private static let table: [Unicode.Scalar: String] = {
    let rows = [
      ("a", "àáâãäåāăą"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"),
      ("h", "ĥħ"), ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"),
      ("o", "òóôõöøōŏő"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűų"),
      ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
      ("A", "ÀÁÂÃÄÅĀĂĄ"), ("C", "ÇĆĈĊČ"), ("D", "ĎĐÐ"), ("E", "ÈÉÊËĒĔĖĘĚ"), ("G", "ĜĞĠĢ"),
      ("H", "ĤĦ"), ("I", "ÌÍÎÏĨĪĬĮİ"), ("J", "Ĵ"), ("K", "Ķ"), ("L", "ĹĻĽĿŁ"), ("N", "ÑŃŅŇ"),
      ("O", "ÒÓÔÕÖØŌŎŐ"), ("R", "ŔŖŘ"), ("S", "ŚŜŞŠȘ"), ("T", "ŢŤŦȚ"), ("U", "ÙÚÛÜŨŪŬŮŰŲ"),
      ("W", "Ŵ"), ("Y", "ÝŸŶ"), ("Z", "ŹŻŽ"),
      ("ae", "æ"), ("oe", "œ"), ("ss", "ß"), ("th", "þ"), ("AE", "Æ"), ("OE", "Œ"), ("SS", "ẞ"),
      ("TH", "Þ"),
    ]
    var table: [Unicode.Scalar: String] = [:]
    for (plain, letters) in rows {
      for letter in letters.unicodeScalars { table[letter] = plain }
    }
    return table
  }()

  /// The text with its letters replaced. Combining accents, as in file names on macOS, are dropped.
  static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars where !isAccent(scalar) {
      if let plain = table[scalar] { result += plain } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value)
  }
}
