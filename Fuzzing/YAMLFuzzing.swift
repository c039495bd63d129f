import SyncGenDiagnostics
import SyncGenYAML

/// For any bytes, the reader terminates with a node or an error.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var bag = DiagnosticBag()
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let node = YAMLReader.read(bytes: bytes, path: "fuzz.yaml", into: &bag)
  precondition(node != nil || bag.hasErrors, "neither a node nor an error")
  _ = DiagnosticRenderer.render(bag.sorted, as: .text)
  return 0
}
