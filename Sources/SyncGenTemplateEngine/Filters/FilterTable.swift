/// The reason why a filter cannot process its input.
package struct FilterError: Error {
  /// Continues "filter 'name' …", e.g. `needs a string, found a list`.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// A filter that templates call by name.
package struct TemplateFilter: Sendable {
  package typealias Function =
    @Sendable (TemplateValue, [TemplateValue]) throws(FilterError) -> TemplateValue

  enum Body: Sendable {
    case function(Function)
    /// Like `function`; the argument is the language of the output if the template states none.
    case inLanguage(Function)
    /// Applies the filters that its argument names.
    case named
    /// Calls a macro with the value and the arguments.
    case macro(TemplateName)
  }

  let body: Body
  /// Whether an undefined value is accepted, as by `default`.
  let acceptsUndefined: Bool

  init(_ body: Body, acceptsUndefined: Bool = false) {
    self.body = body
    self.acceptsUndefined = acceptsUndefined
  }
}

/// The filters available to templates, by name.
package struct FilterTable: Sendable {
  private var filters: [String: TemplateFilter] = [:]

  package init() {}

  /// The filters of Stencil and of StencilSwiftKit, and those for other languages than Swift.
  package static let standard: FilterTable = {
    var table = FilterTable()
    table.registerGeneralFilters()
    table.registerListFilters()
    table.registerCaseFilters()
    table.registerStringFilters()
    table.registerNumberFilters()
    table.registerCollectionFilters()
    table.registerLanguageFilters()
    return table
  }()

  /// Adds a filter, or replaces the one with that name.
  package mutating func register(_ name: String, _ function: @escaping TemplateFilter.Function) {
    filters[name] = TemplateFilter(.function(function))
  }

  /// Adds a filter whose argument is the language of the output if the template states none.
  mutating func registerInLanguage(_ name: String, _ function: @escaping TemplateFilter.Function) {
    filters[name] = TemplateFilter(.inLanguage(function))
  }

  mutating func register(_ name: String, _ filter: TemplateFilter) {
    filters[name] = filter
  }

  package var names: [String] { filters.keys.sorted() }

  subscript(name: String) -> TemplateFilter? { filters[name] }
}

// MARK: Reading values and arguments

extension TemplateValue {
  /// The value as a string. Numbers and Booleans are accepted.
  package func requireString() throws(FilterError) -> String {
    switch self {
    case .string, .int, .double, .bool: return text
    default: throw FilterError("needs a string, found \(kindName)")
    }
  }
}

extension [TemplateValue] {
  /// The string at `index`.
  package func requireString(at index: Int, _ what: String) throws(FilterError) -> String {
    guard index < count else { throw FilterError("needs an argument: \(what)") }
    switch self[index] {
    case .string, .int, .double, .bool: return self[index].text
    default: throw FilterError("needs a string as \(what), found \(self[index].kindName)")
    }
  }

  /// The text at `index`. Numbers and Booleans are not accepted.
  package func requireText(at index: Int, _ what: String) throws(FilterError) -> String {
    guard index < count else { throw FilterError("needs an argument: \(what)") }
    guard case .string(let text) = self[index] else {
      throw FilterError("needs a string as \(what), found \(self[index].kindName)")
    }
    return text
  }

  package func requireCount(atMost limit: Int) throws(FilterError) {
    if count <= limit { return }
    let expected =
      switch limit {
      case 0: "no argument"
      case 1: "at most one argument"
      default: "at most \(limit) arguments"
      }
    throw FilterError("takes \(expected), found \(count)")
  }

  /// The Boolean at `index`, also from "yes", "1", "no" and "0"; nil if there is none.
  package func flag(at index: Int) throws(FilterError) -> Bool? {
    guard index < count else { return nil }
    switch self[index] {
    case .bool(let value): return value
    case .int(1): return true
    case .int(0): return false
    case .string(let text):
      switch text.lowercased() {
      case "true", "yes", "1": return true
      case "false", "no", "0": return false
      default: break
      }
    default: break
    }
    throw FilterError("needs true or false as argument, found '\(self[index].text)'")
  }

  /// The mode at `index`, one of `modes`; the first one if there is none.
  package func mode(at index: Int, _ modes: [String]) throws(FilterError) -> String {
    guard index < count else { return modes[0] }
    let name = self[index].isNothing ? modes[0] : self[index].text
    if modes.contains(name) { return name }
    let expected = modes.map { "'\($0)'" }.joined(separator: ", ")
    throw FilterError("has no mode '\(name)', expected one of \(expected)")
  }
}
