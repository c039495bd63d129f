/// How templates are parsed and rendered where their first line does not say otherwise.
package struct TemplateOptions: Sendable {
  /// What happens where an undefined variable would be printed.
  package enum Undefined: String, CaseIterable, Sendable {
    case error
    case empty
  }

  /// What happens to the white space around `{% %}` tags.
  package enum Trim: String, CaseIterable, Sendable {
    case smart
    case nothing
  }

  package var undefined = Undefined.error
  package var trim = Trim.smart
  package var limits = TemplateLimits()
  /// Seconds since 1970 for `{% now %}`; nil asks the system's clock.
  package var now: Int?

  package init(undefined: Undefined = .error, trim: Trim = .smart) {
    self.undefined = undefined
    self.trim = trim
  }
}

/// How much one rendering may take before it counts as running away.
package struct TemplateLimits: Sendable {
  /// How deep tags, includes and macro calls may nest at run time.
  package var depth = 400
  /// The size of the output, and of each text that a tag captures, in bytes.
  package var outputBytes = 64 << 20
  /// Rounds of all loops together, and elements of a range.
  package var rounds = 5_000_000

  package init() {}
}
