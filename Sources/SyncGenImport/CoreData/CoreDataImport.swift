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
    guard let newest = models.last else { throw FileReadError("there is no version in it") }
    var schema = CoreDataSchemaMaker.schema(newest, after: models.dropLast().last, isCurrent: true)
    schema.version = models.count
    schema.hasStoresToCopy = true
    for (index, model) in models.dropLast().enumerated() {
      var older = CoreDataSchemaMaker.schema(
        model, after: index == 0 ? nil : models[index - 1], isCurrent: false)
      older.version = index + 1
      schema.olderVersions.append(older)
    }
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

  /// Compares names of versions as Xcode numbers them: `Model`, `Model 2`, `Model 10`.
  package static func isBefore(_ first: String, _ second: String) -> Bool {
    let (a, b) = (numbered(first), numbered(second))
    return a.name == b.name ? a.number < b.number : a.name < b.name
  }

  private static func numbered(_ name: String) -> (name: String, number: Int) {
    let digits = name.reversed().prefix { ("0"..."9").contains($0) }.count
    guard digits > 0, let number = Int(name.suffix(digits)) else { return (name, 1) }
    let rest = name.dropLast(digits)
    let ends: [Character] = [" ", "_", "-", "v", "V", "."]
    return (String(rest.reversed().drop { ends.contains($0) }.reversed()), number)
  }
}
