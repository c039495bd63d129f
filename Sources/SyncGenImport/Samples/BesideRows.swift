import SwiftSyncValues

/// Finds the values of a response that are not imported: those outside its rows, except those that
/// describe pages.
enum BesideRows {
  static func remarks(on answer: JSONAnswer) -> [ImportRemark] {
    let roots = answer.rows.map { ValuePath.steps($0.root) ?? [] }
    var remarks: [ImportRemark] = []
    if let object = answer.shape.object, !roots.contains([]) {
      let paths = paths(in: object, path: [], besides: roots)
      if !paths.isEmpty {
        let rows = answer.rows.allSatisfy(\.isItem) ? "row" : "rows"
        remarks.append(
          ImportRemark(
            at: answer.path,
            "\(listed(paths)) outside the \(rows) \(paths.count == 1 ? "is" : "are") not imported"))
      }
    }
    return remarks
      + answer.rows.flatMap(\.keysBeside).map {
        ImportRemark(at: answer.path, "'\($0)' outside each row is not imported")
      }
  }

  private static func paths(
    in object: ObjectShape, path: [PathStep], besides roots: [[PathStep]]
  ) -> [String] {
    object.members.flatMap { member -> [String] in
      let steps = path + [.key(member.key)]
      if roots.contains(steps) || AnswerPages.concernsPages(member) { return [] }
      guard roots.contains(where: { $0.starts(with: steps) }) else {
        return [ValuePath.text(steps)]
      }
      // Values in the elements of a list are next to each row.
      guard let inner = member.place.object, inner.values == nil else { return [] }
      return paths(in: inner, path: steps, besides: roots)
    }
  }

  private static func listed(_ paths: [String]) -> String {
    let texts = paths.map { "'\($0)'" }
    guard texts.count > 1 else { return texts.joined() }
    return texts.dropLast().joined(separator: ", ") + " and " + texts[texts.count - 1]
  }
}
