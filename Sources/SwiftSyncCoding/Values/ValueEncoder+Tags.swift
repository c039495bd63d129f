package import SwiftSyncValues

extension ValueEncoder {
  /// How the objects of a type are read.
  package enum ObjectForm {
    case fields(ValuePlan)
    case tagged(ValueTagging)
  }

  package mutating func object(
    _ scanner: inout JSONScanner, _ form: ObjectForm, _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) -> Outcome {
    switch form {
    case .fields(let plan): try object(&scanner, plan, counter)
    case .tagged(let tagging):
      isStored
        ? try storedTagged(&scanner, tagging) : try tagged(&scanner, tagging, counter)
    }
  }

  private mutating func tagged(
    _ scanner: inout JSONScanner, _ tagging: ValueTagging, _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) -> Outcome {
    switch try tagging.find(scanner, strict: isStrict, in: arena) {
    case .known(let position):
      let item = tagging.cases[position]
      return try object(&scanner, isStrict ? item.strict : item.lenient, counter)
    case .unknown(let tag):
      let token = try scanner.readValue()
      guard let raw = ValueConverter(.json).convert(token, in: arena) else {
        return .failed(Self.misfit("a JSON value", token))
      }
      let start = text.count
      text += tagging.text(of: tag, raw.slice)
      return .text(from: start)
    case .failed(let failure):
      _ = try scanner.skipValue()
      return .failed(failure)
    }
  }

  private mutating func storedTagged(
    _ scanner: inout JSONScanner, _ tagging: ValueTagging
  ) throws(JSONError) -> Outcome {
    let found = try tagging.findStored(scanner, in: arena)
    guard found.raw == nil, let position = found.case else {
      // The received value is a required key of the plan, so without it the value is incomplete.
      return try object(&scanner, tagging.unknown, nil)
    }
    let item = tagging.cases[position]
    return try object(&scanner, isChecked ? item.checked : item.stored, nil)
  }
}
