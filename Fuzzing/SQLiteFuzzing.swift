import SyncGenDiagnostics
import SyncGenImport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

private let path = "/tmp/swiftsync-sqlite-fuzz-\(getpid())"

/// For any bytes, the reader terminates with a schema or an error.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let file = fopen(path, "w") else { return -1 }
  let written = fwrite(data, 1, count, file)
  fclose(file)
  precondition(written == count, "the file system is full")
  do throws(FileReadError) {
    let schema = try SQLiteImport.read(path: path, rows: 20)
    for entity in schema.entities {
      precondition(!entity.identity.isEmpty, "an entity without an identity")
    }
  } catch {
    precondition(!error.message.isEmpty, "a reason")
  }
  return 0
}
