/// The version of this tool. Generated files name it.
package enum ToolVersion {
  package static let current = "0.1.0"
}
