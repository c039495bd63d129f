/// What is known about a value before rendering.
package indirect enum TemplateType: Hashable, Sendable {
  /// Nothing is known; any use of it is accepted.
  case unknown
  /// A string, a number, a Boolean, or no value.
  case plain
  case list(TemplateType)
  /// An object of the kind with this name.
  case object(String)
}

/// The initial variables of templates, and the members of the objects in them.
package struct TemplateVocabulary: Sendable {
  package struct Member: Hashable, Sendable {
    package let type: TemplateType
    /// The replacement, if the name is deprecated.
    package let deprecation: String?

    package init(_ type: TemplateType, deprecation: String? = nil) {
      self.type = type
      self.deprecation = deprecation
    }
  }

  package var variables: [String: Member]
  /// The members by name, by the name of the kind.
  package var kinds: [String: [String: Member]]

  package init(variables: [String: Member], kinds: [String: [String: Member]]) {
    self.variables = variables
    self.kinds = kinds
  }

  /// Whether there is a deprecated name that a template can use.
  package var hasDeprecations: Bool {
    variables.values.contains { $0.deprecation != nil }
      || kinds.values.contains { $0.values.contains { $0.deprecation != nil } }
  }
}
