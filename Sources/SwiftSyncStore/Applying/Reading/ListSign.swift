import SwiftSyncValues

/// The value in a payload that decides whether rows which a list lacks are kept.
final class ListSign {
  private let keys: [String]
  /// Whether the list goes on elsewhere; it does if the payload does not have the value.
  private(set) var goesOn = true

  init(_ path: String) {
    keys = ValuePath.keys(path)
  }

  /// Takes the value if it is in another one.
  ///
  /// - Parameter place: The keys of the other value.
  func read(
    _ value: JSONSlice, at place: [String], _ arena: ByteArena
  ) throws(JSONError) {
    guard keys.starts(with: place),
      let token = try value.token(at: keys.dropFirst(place.count), arena)
    else { return }
    goesOn = token.statesMore
  }
}

/// The values in an object of a document that decide for its lists.
final class ListSigns {
  private let signs: [(path: String, sign: ListSign)]
  private var lists: [(path: String, entities: [EntityPlan])] = []

  init(_ paths: [String]) {
    signs = paths.map { ($0, ListSign($0)) }
  }

  /// The sign of a call, for the object that contains its rows.
  init(_ sign: ListSign) {
    signs = [("", sign)]
  }

  func read(
    _ value: JSONSlice, at place: [String], _ arena: ByteArena
  ) throws(JSONError) {
    for (_, sign) in signs { try sign.read(value, at: place, arena) }
  }

  /// Records that the object contains a list.
  func note(_ path: String, of entities: [EntityPlan]) {
    lists.append((path, entities))
  }

  /// Decides for the lists once the object is read.
  func finish(_ call: CallData) {
    for (path, entities) in lists {
      let goesOn = signs.first { $0.path == path }?.sign.goesOn ?? true
      call.decideList(of: entities, goesOn: goesOn)
    }
  }
}

extension MissingRows {
  /// The value that decides, for one payload.
  var sign: ListSign? {
    if case .keepIf(let path) = self { ListSign(path) } else { nil }
  }
}

extension JSONToken {
  /// Whether a value says that a list goes on elsewhere: true, a number other than zero, or
  /// anything that is not empty, e.g. a cursor.
  var statesMore: Bool {
    switch kind {
    case .null: false
    case .bool: isTrue
    case .string: !slice.bytes.isEmpty
    case .number: !slice.isSame(as: "0")
    // Between the brackets.
    case .object, .array: slice.bytes.dropFirst().dropLast().contains { $0 > UInt8(ascii: " ") }
    }
  }
}

extension JSONSlice {
  /// The value at a path of keys. If a key is repeated, its last value is used.
  func token(
    at keys: ArraySlice<String>, _ arena: ByteArena
  ) throws(JSONError) -> JSONToken? {
    var scanner = JSONScanner(self)
    guard let key = keys.first else { return try scanner.readValue() }
    guard try scanner.peekKind() == .object else { return nil }
    var found: JSONToken?
    try scanner.beginObject()
    while let name = try scanner.nextKey(arena) {
      let isKey = name.isSame(as: key)
      let value = try scanner.skipValue()
      if isKey { found = try value.token(at: keys.dropFirst(), arena) }
    }
    return found
  }
}
