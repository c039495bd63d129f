import SyncGenDiagnostics
import SyncGenYAML

/// Reads `errors:` of an endpoint.
struct EndpointErrorReader {
  let payloads: PayloadTypeReader
  let owner: String

  /// - Returns: Single statuses first, then ranges, then the default.
  func read(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> [EndpointError] {
    let pairs = node?.pairs(for: "'errors' of \(owner)", into: &bag) ?? []
    let errors = pairs.compactMap { error($0, into: &bag) }
    return errors.sorted { ($0.statuses.count, $0.key) < ($1.statuses.count, $1.key) }
  }

  private func error(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> EndpointError? {
    guard let statuses = Self.statuses(pair.key) else {
      bag.add(.invalidErrorStatus(pair.key, of: owner, at: pair.keySpan))
      return nil
    }
    let what = "error '\(pair.key)' of \(owner)"
    if pair.value.plainText == "none" {
      guard statuses.count == 1 else {
        bag.add(.noneOfSeveral(what, at: pair.value.span))
        return nil
      }
      return EndpointError(key: pair.key, statuses: statuses, body: .none)
    }
    if case .mapping = pair.value.content {
      bag.add(.errorInPlace(what, at: pair.value.span))
      return nil
    }
    if pair.value.plainText == "Problem", !payloads.knows("Problem") {
      return EndpointError(key: pair.key, statuses: statuses, body: .problem)
    }
    guard let type = payloads.type(pair.value, named: pair.key, for: what, into: &bag) else {
      return nil
    }
    guard payloads.unwrapped(type).isOptional == false else {
      bag.add(.optionalError(what, at: pair.value.span))
      return nil
    }
    return EndpointError(key: pair.key, statuses: statuses, body: .type(type))
  }

  private static func statuses(_ key: String) -> ClosedRange<Int>? {
    switch key {
    case "default": return 100...999
    case "4xx": return 400...499
    case "5xx": return 500...599
    default:
      guard let status = CanonicalNumber.integer(key), (300...599).contains(status) else {
        return nil
      }
      return Int(status)...Int(status)
    }
  }
}
