extension RowWriter {
  /// A column and what it is set to.
  struct Setting {
    let column: Int
    let value: StoredValue
  }

  /// The columns that were set.
  var settings: [Setting] {
    get throws(SyncError) {
      if let problem { throw problem }
      return values.enumerated().compactMap { column, value in
        value.map { Setting(column: column, value: $0) }
      }
    }
  }

  /// The columns that a patch sets; null in a required one is the default.
  func patchedSettings(of entity: EntityMetadata) throws(SyncError) -> [Setting] {
    var settings = try settings
    for (index, setting) in settings.enumerated() {
      guard setting.value == .null, entity.columns[setting.column].isRequired else { continue }
      guard let value = entity.defaultValue(of: setting.column) else {
        throw .nullRequired(entity: entity.name, member: entity.member(of: setting.column))
      }
      settings[index] = Setting(column: setting.column, value: value)
    }
    return settings
  }
}

extension EntityMetadata {
  /// The constant default of a column.
  fileprivate func defaultValue(of column: Int) -> StoredValue? {
    for attribute in attributes {
      let part = column - attribute.column
      if attribute.defaultValues.indices.contains(part) { return attribute.defaultValues[part] }
    }
    return nil
  }

  /// The name of the attribute or the relation that a column belongs to.
  fileprivate func member(of column: Int) -> String {
    attributes.last { $0.column <= column && column <= $0.column + ($0.currency == nil ? 0 : 1) }?
      .name ?? columns[column].name
  }
}
