public import SwiftSyncFoundation
import SwiftSyncValues

extension UUID: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .uuid }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    if value.kind == .blob {
      guard value.slice.count == UUIDText.byteCount else { return nil }
      self.init(
        uuid: UnsafeRawPointer(value.slice.start).loadUnaligned(as: uuid_t.self))
      return
    }
    guard value.kind == .text, value.slice.count == 36 else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isValid = withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.bindMemory(to: UInt8.self).baseAddress.map { UUIDText.read(value.slice, to: $0) }
        ?? false
    }
    guard isValid else { return nil }
    self.init(uuid: bytes)
  }

  /// In lower case, if it is not the bytes.
  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    withUnsafeBytes(of: uuid) { bytes in
      storage == .blob ? .blob(Array(bytes)) : .text(UUIDText.text(ofBytes: bytes))
    }
  }
}

extension URL: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .url }

  /// Percent-encodes characters that are not valid in a URL. The column keeps the text as it was
  /// sent.
  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text, URLText.isValid(value.slice) else { return nil }
    let text = value.slice.string
    guard let url = URL(string: text) ?? URL(string: URLText.encoded(value.slice)) else {
      return nil
    }
    self = url
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    absoluteString.isEmpty ? nil : .text(absoluteString)
  }
}

extension Date: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .date(DateForm(remote: .iso8601, storage: .text)) }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    switch value.kind {
    case .integer where DateText.range.contains(value.integer):
      self.init(microseconds: value.integer)
    case .text:
      guard let microseconds = DateText.microseconds(value.slice) else { return nil }
      self.init(microseconds: microseconds)
    default: return nil
    }
  }

  /// The date that a column of a storage holds; `nil` if it holds something else.
  @_spi(Generated)
  public init?(column value: BoundValue, in storage: StoredValue.Storage) {
    guard let microseconds = DateForm.Storage(in: storage).microseconds(value) else { return nil }
    self.init(microseconds: microseconds)
  }

  /// The date that is closest to `microseconds` since 1970.
  ///
  /// `Date` has its zero in 2001: a double is finest near it.
  package init(microseconds: Int64) {
    self.init(
      timeIntervalSinceReferenceDate: Double(microseconds - DateNumber.reference) / 1_000_000)
  }

  /// The rounded number of microseconds since 1970; `nil` outside the years 0001 to 9999.
  package var microseconds: Int64? {
    DateNumber.microseconds(
      ofSeconds: timeIntervalSinceReferenceDate, after: DateNumber.reference)
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    microseconds.map { .date($0, in: storage) }
  }
}
