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
  /// The variables of other templates. A template that is a part of both may test whether it has
  /// them.
  package var otherVariables: [String: Member]
  /// The members by name, by the name of the kind.
  package var kinds: [String: [String: Member]]

  package init(
    variables: [String: Member], otherVariables: [String: Member] = [:],
    kinds: [String: [String: Member]]
  ) {
    self.variables = variables
    self.otherVariables = otherVariables
    self.kinds = kinds
  }
}
