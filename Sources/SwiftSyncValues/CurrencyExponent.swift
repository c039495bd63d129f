/// The number of decimals of ISO 4217 currencies.
package enum CurrencyExponent {
  /// The number of decimals; `nil` for a code that is not a currency, or that has no defined
  /// decimals, such as gold.
  package static func of(_ code: String) -> Int? {
    code.utf8.count == 3 ? exponents[code.uppercased()] : nil
  }

  private static let exponents: [String: Int] = {
    var exponents: [String: Int] = [:]
    for (digits, codes) in table {
      for code in codes.split(separator: " ") { exponents[String(code)] = digits }
    }
    return exponents
  }()

  private static let table: [(digits: Int, codes: String)] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (
      2,
      """
      AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF \
      CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK \
      HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR \
      MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP \
      SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER \
      ZAR ZMW ZWG ZWL
      """
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
  ]

  /// An amount in major units with all decimals of its currency, e.g. `19.99`.
  package static func text(minorUnits: Int64, exponent: Int) -> String {
    let digits = String(minorUnits.magnitude)
    let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.utf8.count)) + digits
    let sign = minorUnits < 0 ? "-" : ""
    guard exponent > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(exponent)).\(padded.suffix(exponent))"
  }
}
