import SwiftSyncThreads

/// A name that templates look up: a variable, or a member.
///
/// There is one name for each string, so that two names are compared by identity, and an object
/// finds its member by a number instead of a string.
package final class TemplateName: Sendable, Hashable {
  package let text: String
  /// The number of the name; -1 if the name is in no template and no object, and therefore has no
  /// meaning.
  let number: Int

  fileprivate init(_ text: String, number: Int) {
    self.text = text
    self.number = number
  }

  /// The name for a string that a template or an object states.
  package static func stated(_ text: String) -> TemplateName {
    NameTable.shared.name(text)
  }

  /// The name for a computed text. It is not kept, since there may be any number of them.
  package static func computed(_ text: String) -> TemplateName {
    _ = members
    return NameTable.shared.knownName(text) ?? TemplateName(text, number: -1)
  }

  /// The members that values and loops have without stating them. They are kept before the first
  /// name is computed.
  private static let members = [
    count, first, last, counter, counter0, length, label, parentloop, item,
  ]

  /// All kept names, each at the index of its number.
  static var all: [TemplateName] { NameTable.shared.all }

  static func ~= (pattern: TemplateName, name: TemplateName) -> Bool {
    pattern === name
  }

  package static func == (left: TemplateName, right: TemplateName) -> Bool {
    left === right
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// All names of templates and of objects.
///
/// `@unchecked`: the lock protects all mutable state.
private final class NameTable: @unchecked Sendable {
  static let shared = NameTable()

  private let lock = ThreadLock()
  private var names: [String: TemplateName] = [:]
  private var numbered: [TemplateName] = []

  func name(_ text: String) -> TemplateName {
    lock.withLock {
      if let known = names[text] { return known }
      let name = TemplateName(text, number: numbered.count)
      names[text] = name
      numbered.append(name)
      return name
    }
  }

  var all: [TemplateName] {
    lock.withLock { numbered }
  }

  func knownName(_ text: String) -> TemplateName? {
    lock.withLock { names[text] }
  }
}

/// Finds the index of a name among a few.
package struct NameIndex: Sendable {
  /// The indexes by the numbers of the names; -1 for other names.
  private let places: [Int]

  /// - Parameter names: The names, which must be distinct.
  package init(_ names: [String]) {
    let numbers = names.map { TemplateName.stated($0).number }
    var places = [Int](repeating: -1, count: (numbers.max() ?? -1) + 1)
    for (place, number) in numbers.enumerated() { places[number] = place }
    self.places = places
  }

  package subscript(name: TemplateName) -> Int? {
    let number = name.number
    guard places.indices.contains(number), places[number] >= 0 else { return nil }
    return places[number]
  }
}
