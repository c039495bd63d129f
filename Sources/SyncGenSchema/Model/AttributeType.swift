/// The type of an attribute, without its optionality.
package enum AttributeType: Hashable, Sendable {
  case scalar(ScalarType)
  case enumeration(EnumID)
  case money
  case value(ValueTypeID)
  case array(of: ElementType)
  /// A dictionary with string keys.
  case dictionary(of: ElementType)
}

/// The type of the elements of an array or a dictionary.
package enum ElementType: Hashable, Sendable {
  case scalar(ScalarType)
  case enumeration(EnumID)
  case value(ValueTypeID)
}

/// A type with a single value in JSON and a single column in SQLite.
package enum ScalarType: String, CaseIterable, Hashable, Sendable {
  case string
  case int
  case double
  case decimal
  case bool
  case date
  case day
  case uuid
  case url
  case data
  case json
}

/// The position of an enum in `Schema.enums`.
package struct EnumID: Hashable, Sendable {
  package let index: Int

  init(_ index: Int) {
    self.index = index
  }
}
