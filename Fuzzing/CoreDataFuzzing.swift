import SyncGenDiagnostics
import SyncGenImport

/// For any bytes, the reader terminates with a schema or an error, even if both versions are the same.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let file = SourceFile(path: "contents", bytes: bytes)
  do throws(FileReadError) {
    let schema = try CoreDataImport.read([file, file])
    for entity in schema.entities {
      precondition(!entity.identity.isEmpty, "an entity without an identity")
    }
    _ = try CoreDataImport.currentVersion(file)
  } catch {
    precondition(!error.message.isEmpty, "a reason")
  }
  return 0
}
