/// What is known of a value before anything is rendered.
package indirect enum TemplateType: Hashable, Sendable {
  /// Nothing is known; whatever is asked of it is right.
  case unknown
  /// A text, a number, a boolean, or nothing.
  case plain
  case list(TemplateType)
  /// An object of the kind of that name.
  case object(String)
}

/// The variables that templates start with, and the members of the objects that they lead to.
package struct TemplateVocabulary: Sendable {
  package struct Member: Hashable, Sendable {
    package let type: TemplateType
    /// What to write instead, if the name will go.
    package let deprecation: String?

    package init(_ type: TemplateType, deprecation: String? = nil) {
      self.type = type
      self.deprecation = deprecation
    }
  }

  package var variables: [String: Member]
  /// By the name of the kind, then by that of the member.
  package var kinds: [String: [String: Member]]

  package init(variables: [String: Member], kinds: [String: [String: Member]]) {
    self.variables = variables
    self.kinds = kinds
  }

  /// Whether a template can use a name that will go.
  package var hasDeprecations: Bool {
    variables.values.contains { $0.deprecation != nil }
      || kinds.values.contains { $0.values.contains { $0.deprecation != nil } }
  }
}
