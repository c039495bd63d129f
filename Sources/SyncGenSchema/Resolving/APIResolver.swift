import SyncGenDiagnostics
import SyncGenYAML

/// Reads `api:` once the entities are known.
enum APIResolver {
  static func resolve(_ draft: SchemaDraft, into bag: inout DiagnosticBag) -> API? {
    nil
  }
}
