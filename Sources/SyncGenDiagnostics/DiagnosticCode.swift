/// Every kind of problem that the tool reports.
///
/// The raw values are permanent: users search for them and silence them in scripts.
package enum DiagnosticCode: String, CaseIterable, Hashable, Sendable {
  case unknownKey = "unknown-key"

  // Templates
  case templateSyntax = "template-syntax"
  case templateUnterminatedTag = "template-unterminated-tag"
  case templateUnknownTag = "template-unknown-tag"
  case templateUnexpectedTag = "template-unexpected-tag"
  case templateMissingEndTag = "template-missing-end-tag"
  case templateDirective = "template-directive"
  case templateUndefinedVariable = "template-undefined-variable"
  case templateUnknownFilter = "template-unknown-filter"
  case templateFilter = "template-filter"
  case templateValue = "template-value"
  case templateLoop = "template-loop"
  case templateMacro = "template-macro"
  case templateInheritance = "template-inheritance"
  case templateNotFound = "template-not-found"
  case templateRecursion = "template-recursion"
  case templateTooLarge = "template-too-large"

  // Other input
  case invalidJSON = "invalid-json"

  // Outputs
  case outputPath = "output-path"
  case outputCollision = "output-collision"
}
