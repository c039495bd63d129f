import SyncGenDiagnostics
import SyncGenImport

/// For any bytes, the reader terminates with a schema whose entities have an identity.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let schema = SwiftModelImport.read([SourceFile(path: "fuzz.swift", bytes: bytes)])
  for entity in schema.entities {
    precondition(!entity.identity.isEmpty, "an entity without an identity")
  }
  return 0
}
