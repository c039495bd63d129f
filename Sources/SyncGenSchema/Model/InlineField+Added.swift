package import SyncGenDiagnostics

extension InlineField {
  /// A parameter that a request has besides those that the schema lists. It is optional.
  package init(
    added remote: String, type: PayloadType, scalar: NamedScalar? = nil, dates: DateFormats? = nil,
    span: SourceSpan
  ) {
    var settings = FieldSettings()
    if let dates { settings.remoteDates = dates }
    self.init(
      name: SwiftIdentifier(Self.name(of: remote)), remote: RemotePath([remote]),
      currencyRemote: nil, type: type, scalar: scalar, isOptional: true, defaultValue: nil,
      settings: settings, span: span)
  }

  /// The words of a key as a name, e.g. `pageSize` for `page[size]`.
  private static func name(of key: String) -> String {
    let words = key.split { !$0.isLetter && !$0.isNumber }
    let name = words.dropFirst().reduce(
      words.first.map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? ""
    ) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
    return name.first?.isLetter == true ? name : "parameter" + name
  }
}
