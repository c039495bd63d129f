package import SyncGenDiagnostics
import SyncGenSchema

/// Reads Core Data models.
package enum CoreDataImport {
  /// - Parameter versions: The `contents` files of all versions, the oldest first; the last one is
  ///   the current version.
  /// - Throws: `FileReadError` for a file that is not a model.
  package static func read(_ versions: [SourceFile]) throws(FileReadError) -> ImportedSchema {
    var models: [CoreDataModel] = []
    for file in versions { models.append(try model(file)) }
    var versions = models.indices.map { index in
      CoreDataSchemaMaker.schema(
        models[index], after: index == 0 ? nil : models[index - 1],
        isCurrent: index == models.count - 1)
    }
    ModelReferences.carryBack(&versions)
    for index in versions.indices { versions[index].schema.version = index + 1 }
    guard var schema = versions.last?.schema else {
      throw FileReadError("there is no version in it")
    }
    schema.hasStoresToCopy = true
    schema.olderVersions = versions.dropLast().map(\.schema)
    return schema
  }

  private static func model(_ file: SourceFile) throws(FileReadError) -> CoreDataModel {
    let root: XMLElement
    do throws(XMLFailure) {
      root = try XMLReader.read(file.bytes)
    } catch {
      throw FileReadError("\(file.path):\(error.line): \(error.message)")
    }
    guard root.name == "model" else {
      throw FileReadError("\(file.path):\(root.line): '<model>' is expected")
    }
    return CoreDataModel(root, path: file.path)
  }

  /// The name of a bundle's current version, from the property list `.xccurrentversion`; nil if it
  /// has none.
  package static func currentVersion(_ file: SourceFile) throws(FileReadError) -> String? {
    do throws(XMLFailure) {
      let pairs = try XMLReader.read(file.bytes).children(named: "dict").flatMap(\.children)
      let key = pairs.firstIndex { $0.name == "key" && $0.text == "_XCCurrentVersionName" }
      return key.flatMap { pairs.dropFirst($0 + 1).first?.text }
    } catch {
      throw FileReadError("\(file.path):\(error.line): \(error.message)")
    }
  }
}
