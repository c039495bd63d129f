import SyncGenDiagnostics
import SyncGenImport

/// Whatever the bytes are: the reader ends, and gives a schema or says why not.
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
