import SwiftSyncValues
import SyncGenCore
import SyncGenDiagnostics
import SyncGenSchema

/// Reads JSON answers.
enum JSONImport: SourceReader {
  static func read(_ paths: [String], _ options: ImportOptions) throws -> ImportedSchema {
    var inference = EntityInference()
    for path in paths {
      let file = try InputFile.read(path, atMost: .max - 1)
      let root = Shape()
      let count = try file.bytes.withUnsafeBufferPointer { bytes throws -> Int in
        do throws(JSONError) {
          return try ShapeScanner().add(bytes, to: root)
        } catch {
          let place = file.span(of: error.offset..<error.offset)
          throw ImportFailure(
            at: "\(file.path):\(place.line):\(place.column)", error.message)
        }
      }
      let name = options.entity ?? Self.name(of: path)
      let rows = try RowFinder.rows(in: root, count: count, name: name, path: file.path)
      inference.add(rows, path: file.path)
    }
    return inference.schema()
  }

  /// `tasks-page-2.json` as `task`.
  private static func name(of path: String) -> String {
    let file = Path.split(path).name
    let stem = file.firstIndex(of: ".").map { String(file[..<$0]) } ?? file
    let snake = ImportNames.snake(stem, NameStyle())
    let words = snake.split(separator: "_").filter { word in
      !["page", "list", "all"].contains(word) && !word.allSatisfy(\.isNumber)
    }
    let name = Inflection.singular(words.joined(separator: "_"))
    return path == "-" || name.isEmpty ? "item" : name
  }
}

/// Rows of one entity in an answer.
struct FoundRows {
  let shape: Shape
  let name: String
  /// Where they lie; empty for the answer itself.
  let root: String
  let isItem: Bool
}

/// Finds the rows of an answer, whatever they are wrapped in.
enum RowFinder {
  private static let wrappers: Set<String> = [
    "data", "results", "result", "items", "records", "rows", "entries", "objects", "list",
    "response", "payload", "content", "embedded", "hydra_member", "value", "values",
  ]

  static func rows(
    in root: Shape, count: Int, name: String, path: String
  ) throws(ImportFailure) -> [FoundRows] {
    let found = find(root, name: name, root: "", isOne: count == 1)
    guard found.isEmpty else { return found }
    throw ImportFailure(
      at: path, "no list of objects with an identity was found" + candidates(root))
  }

  private static func find(_ shape: Shape, name: String, root: String, isOne: Bool) -> [FoundRows] {
    if let element = shape.element, element.objects > 0 {
      guard IdentityFinder.identity(of: element, named: name, isRoot: true) != nil else {
        return []
      }
      return [FoundRows(shape: element, name: name, root: root, isItem: false)]
    }
    guard shape.objects > 0 else { return [] }
    if IdentityFinder.identity(of: shape, named: name, isRoot: !isOne) != nil {
      return [FoundRows(shape: shape, name: name, root: root, isItem: isOne)]
    }
    return shape.members.flatMap { member -> [FoundRows] in
      let snake = ImportNames.snake(member.key, NameStyle())
      let own = wrappers.contains(snake) ? name : Inflection.singular(snake)
      let path = root + (root.isEmpty ? "" : ".") + ValuePath.text([.key(member.key)])
      return find(member.shape, name: own, root: path, isOne: member.shape.objects == 1)
    }
  }

  /// What might be the identity, for a user who has to decide.
  private static func candidates(_ shape: Shape) -> String {
    let rows = shape.element ?? shape
    let names = rows.members.filter { $0.count == rows.objects && $0.shape.isScalar }.map(\.key)
    if names.isEmpty { return "" }
    return "; no key differs in all objects: \(names.prefix(8).joined(separator: ", "))"
  }
}

/// Tells which key identifies the objects of a place.
enum IdentityFinder {
  private static let usual = ["id", "uuid", "_id", "guid", "ID", "Id"]

  static func identity(of shape: Shape, named name: String, isRoot: Bool) -> String? {
    func isGood(_ key: String) -> Bool {
      guard let member = shape.member(key), member.count >= shape.objects else { return false }
      return member.shape.canIdentify
    }
    let snake = ImportNames.snake(name, NameStyle())
    let own = [snake + "_id", snake + "Id", snake + "_uuid"]
    if let key = (usual + own).first(where: isGood) { return key }
    guard isRoot else { return nil }
    let others = ["key", "slug", "code", "number", "url"] + shape.members.map(\.key)
    return others.first { key in
      guard isGood(key), let member = shape.member(key) else { return false }
      return shape.objects > 1 && member.shape.areUnique
    }
  }
}

extension Shape {
  var isScalar: Bool { objects == 0 && arrays == 0 }

  /// Whether every value is a text that is not empty, or every one an integer.
  var canIdentify: Bool {
    guard nulls == 0, bools == 0, objects == 0, arrays == 0 else { return false }
    if texts.count > 0 { return numbers.count == 0 && texts.empty == 0 }
    return numbers.count > 0 && numbers.integers == numbers.count
  }

  var areUnique: Bool {
    texts.count > 0 ? texts.distinct.areUnique : numbers.distinct.areUnique
  }
}
