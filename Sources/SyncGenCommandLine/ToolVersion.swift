/// The version of this tool, which generated files state.
package enum ToolVersion {
  package static let current = "0.1.0"
}
