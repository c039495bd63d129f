import SwiftSyncValues
import SyncGenCommandLine

/// The kinds of sources that a schema can be read from.
package enum SourceKind: String, CaseIterable, Hashable, Sendable {
  case json
  case openAPI
  case sqlite
  case coreData
  case swift

  /// The name in messages.
  package var words: String {
    switch self {
    case .json: "JSON"
    case .openAPI: "OpenAPI"
    case .sqlite: "a SQLite file"
    case .coreData: "a Core Data model"
    case .swift: "Swift models"
    }
  }
}

/// The options of the command line for reading sources.
package struct ImportOptions: Hashable, Sendable {
  /// The name of the rows' entity, if the sources do not name it.
  package var entity: String?
  /// The number of rows of each table that are examined.
  package var sample = 1000

  package init() {}
}

/// Reads sources of one kind.
package protocol SourceReader {
  /// - Parameter paths: The paths of files, or of folders if the kind supports them; `-` is
  ///   standard input.
  /// - Throws: `ImportFailure`, or `FileFailure` if a source cannot be read.
  static func read(_ paths: [String], _ options: ImportOptions) throws -> ImportedSchema
}

/// Determines the kind of source at a path.
package enum SourceRecognizer {
  /// - Throws: `ImportFailure` for a path of no known kind.
  package static func kind(of path: String) throws -> SourceKind {
    if path == "-" { return .json }
    let name = path.hasSuffix("/") ? String(path.dropLast()) : path
    if name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel") { return .coreData }
    if FileSystem.isFolder(path) {
      if try hasSwiftFiles(in: path) { return .swift }
      throw ImportFailure(
        at: path, "the folder has no Swift files; name files, or a Core Data model")
    }
    let start = try FileSystem.read(path, limit: startLength)
    if start.starts(with: Array("SQLite format 3\0".utf8)) { return .sqlite }
    if name.hasSuffix(".swift") { return .swift }
    if try isOpenAPI(start) || isLongOpenAPI(path, start) { return .openAPI }
    if isJSON(start) || name.hasSuffix(".json") || name.hasSuffix(".ndjson") { return .json }
    throw ImportFailure(
      at: path,
      "unknown kind of source; expected JSON, OpenAPI, a SQLite file, a Core Data model or Swift models"
    )
  }

  /// All sources are of the kind of the first.
  package static func kind(of paths: [String]) throws -> SourceKind {
    var found: (kind: SourceKind, path: String)?
    for path in paths {
      let kind = try kind(of: path)
      if let found, found.kind != kind {
        throw ImportFailure(
          at: path,
          "this is \(kind.words), but \(found.path) is \(found.kind.words); import one kind at a time"
        )
      }
      found = found ?? (kind, path)
    }
    guard let found else { throw ImportFailure("no source is named") }
    return found.kind
  }

  /// The maximum depth of folders in which Swift files are found.
  static let depth = 32

  /// Whether there is a Swift file in a folder or in one of its folders.
  private static func hasSwiftFiles(in path: String, depth: Int = 0) throws -> Bool {
    let folder = path.hasSuffix("/") ? path : path + "/"
    let entries = try FileSystem.entries(in: path).filter { !$0.name.hasPrefix(".") }
    if entries.contains(where: { $0.kind == .file && $0.name.hasSuffix(".swift") }) { return true }
    guard depth < Self.depth else { return false }
    return try entries.contains { entry in
      try entry.kind == .folder && hasSwiftFiles(in: folder + entry.name, depth: depth + 1)
    }
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let marks: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "[")]
    return bytes.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
      .map(marks.contains) ?? false
  }

  /// The number of bytes that usually determine the kind of a file.
  private static let startLength = 64 << 10

  /// Whether a long document has the key after its start, as after sorted keys. JSON, which may be
  /// very long, must begin with another key of OpenAPI.
  private static func isLongOpenAPI(_ path: String, _ start: [UInt8]) throws -> Bool {
    guard start.count == startLength, !isJSON(start) || keysOfOpenAPI.contains(firstKey(start))
    else { return false }
    return isOpenAPI(try FileSystem.read(path, atMost: InputFile.dataLimit))
  }

  private static let keysOfOpenAPI: Set<String?> = [
    "components", "externalDocs", "info", "jsonSchemaDialect", "paths", "security", "servers",
    "tags", "webhooks",
  ]

  private static func firstKey(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(buffer, isFinal: false)
      do throws(JSONError) {
        try scanner.beginObject()
        return try scanner.nextKeyToken()?.slice.string
      } catch {
        // A list, or a file that its reader refuses.
        return nil
      }
    }
  }

  /// Whether the document has the key `openapi`, or `swagger` (version 2).
  private static func isOpenAPI(_ bytes: [UInt8]) -> Bool {
    guard isJSON(bytes) else { return hasLine("openapi", bytes) || hasLine("swagger", bytes) }
    return value(of: "openapi", bytes) != nil
      || value(of: "swagger", bytes)?.contains("2.0") == true
  }

  /// Whether a YAML document has a key.
  private static func hasLine(_ key: String, _ bytes: [UInt8]) -> Bool {
    let starts = ["\(key):", "\"\(key)\":", "'\(key)':"].map { Array($0.utf8) }
    return bytes.split { $0 == 0x0A || $0 == 0x0D }.contains { line in
      starts.contains { line.starts(with: $0) }
    }
  }

  /// The text of a value in the first object of a JSON text, as far as the bytes reach.
  private static func value(of key: StaticString, _ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(buffer, isFinal: false)
      do throws(JSONError) {
        try scanner.beginObject()
        while let found = try scanner.nextKeyToken() {
          let isFound = found.slice == key
          let value = try scanner.skipValue()
          if isFound { return value.string }
        }
        return nil
      } catch {
        // The text continues, or its reader reports the error.
        return nil
      }
    }
  }
}
