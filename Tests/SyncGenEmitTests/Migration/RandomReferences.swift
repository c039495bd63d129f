import TestHelpers

/// Two versions of an entity that refers to rows with composite identities and to rows of one of
/// several entities, and whose ids may be temporary. Keys identify the same thing in both versions.
struct RandomReferences {
  struct Named {
    let key: Int
    var name: String
    var renamedFrom: String?

    mutating func rename(_ name: String) {
      if renamedFrom == nil { renamedFrom = self.name }
      self.name = name
    }

    var words: [String] { renamedFrom.map { ["renamed-from: \($0)"] } ?? [] }
  }

  struct Seat {
    var name: Named
    var isOptional: Bool
    var hasForeignKey: Bool
  }

  struct Subject {
    var name: Named
    /// Tags by entity.
    var tags: [String: String]
  }

  /// One version.
  struct Version {
    var target = Named(key: 0, name: "Seat")
    /// The parts of the identity of `target`.
    var parts: [Named]
    var seats: [Seat]
    var subject: Subject?
    var isTemporary: Bool
    var isOrderedList: Bool
  }

  static let entities = ["Photo", "Song", "Video"]
  private static let names = ["chair", "place", "spot", "bench", "perch", "stool", "couch", "sofa"]

  let old: Version
  private(set) var new: Version
  /// The type of the first part of the identity; the other part is an integer.
  let partType: String
  private var unused = Self.names

  init(_ random: inout RandomSource) {
    partType = random.once(in: 2) ? "string" : "uuid"
    var parts = [Named(key: 1, name: "row"), Named(key: 2, name: "number")]
    if random.once(in: 2) { parts.reverse() }
    var seats: [Seat] = []
    for key in 0..<(1 + random.below(3)) {
      seats.append(
        Seat(
          name: Named(key: key, name: unused.removeFirst()), isOptional: !random.once(in: 3),
          hasForeignKey: random.once(in: 3)))
    }
    old = Version(
      parts: parts, seats: seats,
      subject: random.once(in: 4)
        ? nil : Subject(name: Named(key: 0, name: "subject"), tags: Self.tags(&random)),
      isTemporary: random.once(in: 2), isOrderedList: random.once(in: 2))
    new = old
    for _ in 0..<(1 + random.below(5)) { change(&random) }
  }

  private static func tags(_ random: inout RandomSource) -> [String: String] {
    var tags = ["Photo": "photo"]
    for entity in Self.entities.dropFirst() where random.once(in: 2) {
      tags[entity] = entity.lowercased()
    }
    return tags
  }

  // MARK: - Changes

  private mutating func change(_ random: inout RandomSource) {
    let seat = random.below(max(1, new.seats.count))
    switch random.below(10) {
    case 0: new.target.rename("Chair")
    case 1: rename(part: random.below(2))
    case 2 where new.seats.indices.contains(seat):
      // A new name has no former name.
      if new.seats[seat].name.key < 10 { new.seats[seat].name.rename(unused.removeFirst()) }
    case 3 where new.seats.count > 1: new.seats.remove(at: seat)
    case 4:
      new.seats.append(
        Seat(
          name: Named(key: 10 + unused.count, name: unused.removeFirst()), isOptional: true,
          hasForeignKey: random.once(in: 3)))
    case 5 where new.seats.indices.contains(seat): new.seats[seat].isOptional = true
    case 6 where new.seats.indices.contains(seat): new.seats[seat].hasForeignKey.toggle()
    case 7: changeSubject(&random)
    case 8: new.isTemporary.toggle()
    default: new.isOrderedList.toggle()
    }
  }

  private mutating func rename(part: Int) {
    new.parts[part].rename(new.parts[part].key == 1 ? "line" : "position")
  }

  private mutating func changeSubject(_ random: inout RandomSource) {
    guard var subject = new.subject else { return }
    switch random.below(5) {
    case 0: subject.name.rename("about")
    case 1: subject.tags["Video"] = subject.tags["Video"] == nil ? "film" : nil
    case 2: subject.tags["Song"] = "song"
    case 3: subject.tags["Photo"] = "image"
    default: return new.subject = nil
    }
    new.subject = subject
  }

  // MARK: - YAML

  /// The text after the version in the schema.
  func yaml(of version: Version, permissions: [String] = []) -> String {
    let target = version.target
    let parts = version.parts.map { part in
      let words = ["type: \(part.key == 1 ? partType : "int")"] + part.words
      return "\(part.name): { \(words.joined(separator: ", ")) }"
    }
    var lines = ["entities:", "  \(target.name):"]
    lines += target.words.map { "    \($0)" }
    lines.append("    table: seats")
    lines.append("    attributes: { \(parts.joined(separator: ", ")) }")
    lines.append("    identity: [\(version.parts.map(\.name).joined(separator: ", "))]")
    lines += Self.entities.map { "  \($0): { attributes: { id: int } }" }
    lines += ["  Ticket:", "    attributes:"]
    lines.append(
      "      id: \(version.isTemporary ? "{ type: int, default: temporary }" : "int")")
    lines += ["      note: string?", "    sync: { push: true }", "    relations:"]
    lines += version.seats.map { "      \(text(of: $0, version))" }
    lines.append(
      "      seats: { to: [\(target.name)], inverse: none\(version.isOrderedList ? ", ordered: true" : "") }"
    )
    lines += version.subject.map { ["      \(text(of: $0))"] } ?? []
    guard !permissions.isEmpty else { return lines.joined(separator: "\n") }
    return (lines + ["migrations:", "  2:"] + permissions.map { "    - \($0)" })
      .joined(separator: "\n")
  }

  private func text(of seat: Seat, _ version: Version) -> String {
    var words = ["to: \"\(version.target.name)\(seat.isOptional ? "?" : "")\""]
    if seat.hasForeignKey { words += ["foreign-key: true", "on-delete: cascade"] }
    words += seat.name.words
    return "\(seat.name.name): { \(words.joined(separator: ", ")) }"
  }

  private func text(of subject: Subject) -> String {
    let tags = subject.tags.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let words = ["to-any: { \(tags.joined(separator: ", ")) }", "tag: kind"] + subject.name.words
    return "\(subject.name.name): { \(words.joined(separator: ", ")) }"
  }
}
