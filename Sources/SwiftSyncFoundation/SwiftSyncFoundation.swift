// Exports the parts of Foundation that the runtime and the tool need: types of values, URLs, and
// Codable's coders.
//
// Outside Apple platforms, a program that links all of Foundation also loads ICU, which takes half
// of a short run and is not needed here. Apps and generated code import Foundation itself; the
// types are the same. Apple platforms do not have this module. A package that provides one there
// has other types, so it is not imported.
#if canImport(FoundationEssentials) && !canImport(Darwin)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
