package import SwiftSyncValues

/// Values of the schema's scalars: their checks, and the app's types that store them.
extension ValueConverter {
  func checked(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let value = details?.element?.convert(token, in: arena),
      let stored = scalarValue(value, in: arena)
    else { return nil }
    // An app's type can make an empty string of another one. Sent and received, it would be null.
    return rules.isEmptyNull && stored.kind == .text && stored.slice.isEmpty ? .null : stored
  }

  /// What the column holds for a value of the base type; `nil` if the value does not meet the
  /// scalar's rules.
  ///
  /// A value that the app's type changes must meet the rules afterwards, and the type must not
  /// change it again: the store reads what it has stored.
  private func scalarValue(_ value: BoundValue, in arena: ByteArena) -> BoundValue? {
    guard let form = storedForm(of: value) else { return nil }
    guard case .type(let stored) = form else { return value }
    if stored.withBound({ $0 == value }) { return value }
    let changed = BoundValue(stored, in: arena)
    guard case .type(let again)? = storedForm(of: changed), again == stored else { return nil }
    return changed
  }

  private func storedForm(of value: BoundValue) -> ScalarMetadata.StoredForm? {
    guard let details, let base = details.element, let scalar = details.scalar else { return .same }
    // A type of the app reads dates as Swift's `Date` does.
    guard base.rule == .date || base.rule == .formattedDate else {
      return scalar.stored(value, as: base.rule, in: value.storage)
    }
    let type = ValueType.date(DateForm(remote: base.remote, storage: base.storage))
    return scalar.stored(type.readable(value), as: base.rule, in: base.storage.column)
  }

  /// The rule without the check.
  package var baseRule: Rule { rule == .checked ? details?.element?.rule ?? rule : rule }

  /// Whether a value, or a value inside it, must pass a check.
  package var isChecked: Bool {
    rule == .checked || details?.element?.isChecked == true
      || details?.content?.shape.isChecked == true
  }

  /// The reason why a column's value, or a value inside it, does not pass its check; `nil` if it
  /// does.
  ///
  /// - Parameter expectation: The expected kind of value, with its article.
  package func refusal(
    ofStored value: BoundValue, expected expectation: String, in arena: ByteArena
  ) -> String? {
    if rule == .checked {
      let isStoredForm = scalarValue(value, in: arena).map { $0 == value } ?? false
      return isStoredForm ? nil : "expected \(expectation), found \(value.stored.text)"
    }
    guard value.kind == .text else { return nil }
    var scanner = JSONScanner(value.slice)
    do throws(JSONError) {
      let token = try scanner.readValue()
      if let content = details?.content {
        return checkFailure(token, content, in: arena).map {
          "\($0.path.isEmpty ? "" : "at \($0.path.dropFirst()), ")\($0.message)"
        }
      }
      return restored(token, in: arena) == nil
        ? ValueExpectation.message(expected: expectation, found: token) : nil
    } catch {
      return error.message
    }
  }

  /// A column's value as the apps' types inside it store it; `nil` if it is not of the type.
  package func restored(_ value: BoundValue, in arena: ByteArena) -> BoundValue? {
    if rule == .checked { return scalarValue(value, in: arena) }
    guard value.kind == .text else { return value }
    var scanner = JSONScanner(value.slice)
    do throws(JSONError) {
      let token = try scanner.readValue()
      guard let content = details?.content else { return restored(token, in: arena) }
      return checkedText(token, content, in: arena)
    } catch {
      return nil
    }
  }

  /// A column stores the elements of a separated string as a list.
  private func restored(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    rule == .separated ? array(token, in: arena) : convert(token, in: arena)
  }
}

extension BoundValue {
  /// The storage class of a column that holds the value as it is.
  fileprivate var storage: StoredValue.Storage {
    switch kind {
    case .integer: .integer
    case .real: .real
    case .blob: .blob
    case .missing, .null, .text: .text
    }
  }
}
