import SyncGenSchema
import SyncGenYAML

/// The names of operations, and of entities whose components are named after their use.
enum OpenAPINames {
  static func snake(_ name: String) -> String {
    ImportNames.snake(separatingUse(of: name), NameStyle())
  }

  /// The name with its use as a word of its own: `QnA_DTO` for `QnADTO`, whose last letters would be
  /// one acronym.
  private static func separatingUse(of name: String) -> String {
    let use = "DTO"
    guard name.hasSuffix(use), name.dropLast(use.count).last?.isUppercase == true else {
      return name
    }
    return name.dropLast(use.count) + "_" + use
  }

  // MARK: Entities

  /// The last words of components that describe rows in responses.
  private static let uses: Set<String> = ["out", "output", "public", "read", "dto"]

  /// The name without its use, e.g. `Recipe` for `RecipeOut`, `RecipeDTO`, `recipe_read` and
  /// `Recipe-Output`; nil for other names.
  ///
  /// `RecipeOutput` may be the result of an operation. FastAPI appends `-Output` to a component that
  /// has another form in requests.
  static func row(_ component: String) -> String? {
    guard let last = snake(component).split(separator: "_").last.map(String.init),
      uses.contains(last), component.lowercased().hasSuffix(last)
    else { return nil }
    let rest = component.dropLast(last.count)
    let name = rest.last == "-" || rest.last == "_" ? rest.dropLast() : rest
    guard !name.isEmpty, last != "output" || rest.last == "-" else { return nil }
    return String(name)
  }

  /// The names in snake_case that keys and paths may have for the rows of a component.
  static func rows(of component: String) -> [String] {
    [snake(row(component) ?? component), OpenAPIFormNames.resource(component)]
  }

  // MARK: Operations

  /// A name for each operation.
  static func names(of operations: [OpenAPIOperation]) -> [String] {
    let stated = operations.map { $0.node["operationId"]?.text ?? name(of: $0) }
    let short = zip(operations, stated).map { shortened($1, of: $0) ?? $1 }
    var counts: [String: Int] = [:]
    for name in short { counts[name, default: 0] += 1 }
    return zip(short, stated).map { counts[$0] == 1 ? $0 : $1 }
  }

  /// The name of the function in an `operationId` of FastAPI, which has the form
  /// `list_recipes_recipes_get` for `GET /recipes`.
  private static func shortened(_ id: String, of operation: OpenAPIOperation) -> String? {
    let path = String(operation.path.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    let end = "\(path)_\(operation.method)"
    return id.hasSuffix(end) && id.count > end.count ? String(id.dropLast(end.count)) : nil
  }

  /// The name of an operation that states none, e.g. `tasks` for `GET /tasks`, `updateTask` for
  /// `PATCH /tasks/{id}`.
  private static func name(of operation: OpenAPIOperation) -> String {
    let steps = operation.path.split(separator: "/")
    let words = steps.filter { !$0.contains("{") }.map(String.init)
    let isOne = steps.last?.contains("{") ?? false
    var last = words.last.map(snake) ?? "root"
    if isOne || operation.method == "post" { last = Inflection.singular(last) }
    let verbs = [
      "head": "head_", "post": "create_", "put": "replace_", "patch": "update_",
      "delete": "delete_",
    ]
    return (verbs[operation.method] ?? "") + last
  }
}
