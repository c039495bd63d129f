import SyncGenDiagnostics
import SyncGenSchema

/// For any bytes, the compiler terminates with a schema or an error.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var bag = DiagnosticBag()
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let schema = SchemaCompiler.compile(
    path: "fuzz.yaml",
    read: { path throws(FileReadError) in
      if path != "fuzz.yaml" { throw FileReadError("no such file") }
      return SourceFile(path: path, bytes: bytes)
    }, into: &bag)
  precondition((schema == nil) == bag.hasErrors, "a schema and errors, or neither")
  _ = DiagnosticRenderer.render(bag.sorted, as: .json)
  return 0
}
