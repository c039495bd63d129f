import SyncGenDiagnostics
import SyncGenImport

/// For any bytes, the reader terminates with a schema or an error.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  do throws(ImportFailure) {
    let schema = try OpenAPIImport.read(SourceFile(path: "fuzz.yaml", bytes: bytes))
    for entity in schema.entities {
      precondition(!entity.identity.isEmpty, "an entity without an identity")
    }
  } catch {
    precondition(!error.message.isEmpty, "a reason")
  }
  return 0
}
