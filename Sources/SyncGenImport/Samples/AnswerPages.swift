import SwiftSyncValues
import SyncGenSchema

/// Reads what a response says about its pages.
enum AnswerPages {
  /// Whether a key next to rows concerns their pages rather than rows.
  static func concernsPages(_ member: ObjectShape.Member) -> Bool {
    let name = PageSigns.snake(member.key)
    return PageNames.containers.contains(name)
      || member.place.isScalar && PageNames.concernsPages(name)
  }

  /// Whether a member next to a list concerns the list rather than the row around it.
  static func concernsList(_ member: ObjectShape.Member) -> Bool {
    concernsPages(member) || member.place.isScalar && ["href", "self"].contains(member.key)
  }

  /// Whether a key is used for nothing but pages. Others, such as `from` and `total`, may be values.
  static func concernsOnlyPages(_ member: ObjectShape.Member) -> Bool {
    member.place.isScalar && PageNames.concernsOnlyPages(PageSigns.snake(member.key))
  }

  /// Whether a member is the URL of the next page.
  static func isURL(_ member: ObjectShape.Member) -> Bool {
    let name = PageSigns.snake(member.key)
    return member.place.isScalar && (PageNames.urls.contains(name) || PageNames.next.contains(name))
  }

  /// `page` of an endpoint with the response.
  static func page(in answer: Shape, root: String) -> YAMLValue? {
    guard let object = answer.object, !root.isEmpty else { return nil }
    var signs = PageSigns(parameters: nil, marks: [])
    add(object, path: [], root: ValuePath.steps(root) ?? [], to: &signs)
    return PageFinder(signs).page.map { .mapping($0.entries) }
  }

  private static func add(
    _ object: ObjectShape, path: [String], root: [PathStep], to signs: inout PageSigns
  ) {
    for member in object.members {
      let steps = path + [member.key]
      if steps.map({ PathStep.key($0) }) == root { continue }
      if let form = form(of: member.place) {
        signs.marks.append(.init(steps, form))
      } else if let inner = member.place.object, inner.values == nil, steps.count < 4,
        member.place.element == nil
      {
        add(inner, path: steps, root: root, to: &signs)
      }
    }
  }

  /// `nil` if it is not a single value.
  private static func form(of place: Shape) -> PageSigns.Mark.Form? {
    guard place.isScalar else { return nil }
    if place.texts.urls > 0 { return .url }
    if place.bools > 0 { return .flag }
    if place.numbers.count > 0 { return .number }
    return place.texts.count > 0 ? .text : .unknown
  }
}
