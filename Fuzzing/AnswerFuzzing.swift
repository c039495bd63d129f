import SyncGenImport

/// For any bytes, the reader terminates, and each entity that it finds has its identity as an attribute.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  do {
    let schema = try JSONImport.read([JSONAnswer(bytes, path: "fuzz.json")])
    for entity in schema.entities {
      let members = entity.attributes.map(\.name)
      precondition(entity.identity.allSatisfy(members.contains), "an entity without its identity")
    }
  } catch {
    precondition(error is ImportFailure, "another error: \(error)")
  }
  return 0
}
