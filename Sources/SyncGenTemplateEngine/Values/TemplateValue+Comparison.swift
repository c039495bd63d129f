extension TemplateValue {
  /// Whether `==` holds: numbers, strings and Booleans of the same kind and value, or both without
  /// a value.
  ///
  /// Lists and dictionaries are never equal, as in Stencil.
  func equals(_ other: TemplateValue) -> Bool {
    switch (self, other) {
    case (.string(let left), .string(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.undefined, _), (.null, _): other.isNothing
    default: numericOrder(to: other) == .same
    }
  }

  /// Whether `in` holds: an element of a list, or a part of a string.
  func isContained(in other: TemplateValue) -> Bool {
    switch (self, other) {
    case (.string(let part), .string(let whole)): return whole.containsText(part)
    case (_, .array(let values)):
      return !isNothing && values.contains { $0.isSameElement(as: self) }
    default: return isNothing && other.isNothing
    }
  }

  private func isSameElement(as other: TemplateValue) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSameElement(as: $1) }
    case (.object(let left), .object(let right)): left === right
    default: equals(other)
    }
  }

  enum Order {
    case less, same, more
  }

  /// The order of two numbers, or nil if one of the values is not a number.
  func numericOrder(to other: TemplateValue) -> Order? {
    switch (self, other) {
    case (.int(let left), .int(let right)): Self.order(left, right)
    case (.int(let left), .double(let right)): Self.order(Double(left), right)
    case (.double(let left), .int(let right)): Self.order(left, Double(right))
    case (.double(let left), .double(let right)): Self.order(left, right)
    default: nil
    }
  }

  private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> Order? {
    if left < right { return .less }
    if left > right { return .more }
    return left == right ? .same : nil
  }
}

extension String {
  /// Whether `part` occurs in the string. An empty part occurs everywhere.
  func containsText(_ part: String) -> Bool {
    part.isEmpty || firstRange(of: part, from: startIndex) != nil
  }

  /// The first occurrence of `part` at or after `start`, in whole characters.
  func firstRange(of part: String, from start: Index) -> Range<Index>? {
    guard let first = part.first else { return nil }
    var index = start
    while let found = self[index...].firstIndex(of: first) {
      let rest = self[found...]
      if rest.starts(with: part) { return found..<self.index(found, offsetBy: part.count) }
      index = self.index(after: found)
    }
    return nil
  }
}
