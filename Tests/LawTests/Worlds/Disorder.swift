import TestHelpers

/// Damages payloads at random places, as faulty servers do.
struct Disorder {
  var random: Randomness
  /// Whether elements may occur twice, possibly with different content.
  let repeats: Bool

  /// The payload with `times` random changes.
  mutating func stir(_ payload: Payload, times: Int) -> Payload {
    var payload = payload
    for _ in 0..<times { payload = changed(payload) }
    return payload
  }

  private mutating func changed(_ payload: Payload) -> Payload {
    switch payload {
    case .scalar: return random.chance(30) ? .null : ValueMaker.badValue(&random)
    case .list(let elements): return .list(changed(elements))
    case .object(let members): return .object(changed(members))
    }
  }

  private mutating func changed(_ elements: [Payload]) -> [Payload] {
    guard !elements.isEmpty else { return [ValueMaker.badValue(&random)] }
    var elements = elements
    let index = random.number(0...elements.count - 1)
    switch random.number(0...9) {
    case 0: elements.remove(at: index)
    case 1 where repeats: elements.append(elements[index])
    case 2: elements.insert(ValueMaker.badValue(&random), at: index)
    case 3: elements.shuffle(using: &random)
    case 4 where repeats: elements.insert(changed(elements[index]), at: 0)
    default: elements[index] = changed(elements[index])
    }
    return elements
  }

  private mutating func changed(_ members: [Payload.Member]) -> [Payload.Member] {
    var members = members
    guard !members.isEmpty else { return members }
    let index = random.number(0...members.count - 1)
    switch random.number(0...11) {
    case 0, 1: members.remove(at: index)
    case 2: members[index].value = .null
    case 3: members[index].value = ValueMaker.badValue(&random)
    case 4: members.append(.init(key: "nonObjectElement", value: ValueMaker.badValue(&random)))
    case 5: members.swapAt(index, 0)
    default: members[index].value = changed(members[index].value)
    }
    return members
  }
}
