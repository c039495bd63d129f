// What the runtime and the tool have of Foundation: its types of values, URLs and Codable's coders.
//
// Off Apple's platforms a program that links the whole of Foundation loads ICU with it, which takes
// half of a short run, and gets nothing for that here. Apps and generated code import Foundation
// itself: the types are the same. Apple's platforms have no such module; a package that brings one
// there brings other types, so it is not asked for.
#if canImport(FoundationEssentials) && !canImport(Darwin)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
