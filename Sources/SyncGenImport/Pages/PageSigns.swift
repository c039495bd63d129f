import SwiftSyncValues
import SyncGenSchema

/// What a source says about the pages of a list: the parameters of its requests, and the values
/// next to its rows.
struct PageSigns {
  struct Parameter {
    enum Form {
      case text
      case number
      case other
    }

    let name: String
    let form: Form
    /// The page size that it states: its default, otherwise its maximum.
    var size: Int?
    /// The first page or row, if it states one.
    var start: Start?
    /// Whether a text is described as a number.
    var isCounted = false
    /// Whether the description speaks of the next page or of the next request.
    var mentionsNext = false

    /// The name in snake_case.
    let snake: String

    init(_ name: String, _ form: Form) {
      self.name = name
      self.form = form
      snake = PageSigns.snake(name)
    }
  }

  /// Where counting starts, with the reason.
  struct Start {
    let number: Int
    let reason: String
  }

  /// A value next to the rows.
  struct Mark {
    enum Form {
      case text
      case url
      case flag
      case number
      /// A number that is described as that of all rows.
      case total
      /// Null in all examples, or without a type.
      case unknown
    }

    let path: String
    let form: Form
    /// The last key in snake_case.
    let name: String
    /// The key of the enclosing object in snake_case.
    let container: String?

    init(_ steps: [String], _ form: Form) {
      path = ValuePath.text(steps.map { .key($0) })
      self.form = form
      name = steps.last.map(PageSigns.snake) ?? ""
      container = steps.dropLast().last.map(PageSigns.snake)
    }

    /// The last two keys, such as `cursors_after`.
    var long: String { (container.map { $0 + "_" } ?? "") + name }
  }

  /// `nil` if the source has only responses.
  var parameters: [Parameter]?
  var marks: [Mark]
  /// Whether responses have a `Link` header, and whether it is described as that of pages.
  var links: (isStated: Bool, isAboutPages: Bool) = (false, false)
  /// The identity of the rows.
  var identity: [String] = []

  static func snake(_ name: String) -> String {
    ImportNames.snake(name.first == "$" ? String(name.dropFirst()) : name, NameStyle())
  }

  func parameter(
    _ names: [String], where isPossible: (Parameter) -> Bool = { _ in true }
  ) -> Parameter? {
    for name in names {
      let found = parameters?.first { $0.snake == name && isPossible($0) }
      if let found { return found }
    }
    return nil
  }

  func mark(_ names: [String], _ forms: Set<Mark.Form>) -> Mark? {
    names.lazy.compactMap { name in
      marks.first { ($0.name == name || $0.long == name) && forms.contains($0.form) }
    }.first
  }
}
