package import SwiftSyncValues
package import SyncGenDiagnostics

/// The settings that attributes, fields of types and parameters share.
///
/// Each is stated, resolved, frozen and compared here only; `FieldKeys` has their keys.
package struct FieldSettings: NotedSettings {
  package var direction = SyncDirection.both
  /// How payloads write dates and days, also those in lists and dictionaries.
  package var remoteDates = DateFormats.auto
  /// Whether white space at the ends of strings in payloads is removed.
  package var isTrimmed = false
  /// Whether an empty string in a payload is null.
  package var isEmptyNull = false
  /// How a payload value that does not fit is handled; `nil` if it rejects the row.
  package var invalidValues: InvalidValues?
  /// The separator of a list that payloads write as one string.
  package var separator: String?
  /// How dates and UUIDs are stored.
  package var storage = ValueStorage.text
  package var collation = TextCollation.binary
  /// Whether every local write sets it to the current time.
  package var isTouched = false
  /// Whether descriptions of requests and errors hide the value.
  package var isSecret = false
  /// For a list of rows in a document, what happens to stored rows that it does not contain.
  package var missingRows = MissingRows.keep
  package var notes = Notes()

  package init() {}
}

/// What decides where a setting of a field has an effect.
struct FieldFacts: Sendable {
  enum Owner: Sendable {
    case attribute(isIdentity: Bool)
    case field
    case parameter
  }

  let owner: Owner
  /// `nil` if it is none that an attribute can have.
  let type: AttributeType?
  let isOptional: Bool
  let hasDates: Bool
  let hasDays: Bool

  init(_ owner: Owner, _ type: AttributeType, isOptional: Bool) {
    self.owner = owner
    self.type = type
    self.isOptional = isOptional
    (hasDates, hasDays) = (type.hasDates, type.hasDays)
  }

  /// The facts of a parameter, or of a field of a type that only payloads contain.
  init(_ type: PayloadType, isOptional: Bool) {
    owner = .parameter
    self.type = type.attributeType
    self.isOptional = isOptional
    hasDays = self.type?.hasDays ?? type.hasDays
    hasDates = self.type?.hasDates ?? !hasDays
  }

  var isIdentity: Bool {
    if case .attribute(true) = owner { true } else { false }
  }

  var isAttribute: Bool {
    if case .attribute = owner { true } else { false }
  }
}

// MARK: Imported schemas

extension FieldSettings {
  /// The members of a mapping that states them, of an attribute or a parameter.
  package var stated: JSONObject {
    var object = FieldKeys.attribute.stated(self)
    for (key, value) in FieldKeys.parameter.stated(self).members { object[key] = value }
    return object
  }
}

// MARK: Pages

extension Attribute {
  /// Sentences on the settings for a page about the schema.
  package var remarks: [String] { FieldKeys.attribute.remarks(on: settings, facts) }
}

// MARK: Metadata

extension FieldSettings {
  /// Adds what the runtime needs to metadata. Attributes have every setting that fields have.
  package func addMetadata(to object: inout JSONObject) {
    FieldKeys.attribute.writeMetadata(self, to: &object)
  }

  /// How values are written and stored, for a reference to them.
  package var form: FieldSettings {
    var form = FieldSettings()
    form.remoteDates = remoteDates
    form.storage = storage
    return form
  }
}

// MARK: Versions

extension Attribute {
  /// The differences of the settings, with what they affect.
  ///
  /// - Parameter owner: The attribute in messages.
  package func changes(of owner: String, to new: Attribute) -> [(text: String, effect: Effect)] {
    FieldKeys.attribute.changes(from: settings, facts, to: new.settings, new.facts, of: owner)
  }

  fileprivate var facts: FieldFacts {
    FieldFacts(.attribute(isIdentity: isIdentity), type, isOptional: isOptional)
  }
}

extension ValueField {
  /// The differences of the settings, with what they affect.
  ///
  /// - Parameter owner: The field in messages.
  package func changes(of owner: String, to new: ValueField) -> [(text: String, effect: Effect)] {
    FieldKeys.field.changes(from: settings, facts, to: new.settings, new.facts, of: owner)
  }

  private var facts: FieldFacts { FieldFacts(.field, type, isOptional: isOptional) }
}
