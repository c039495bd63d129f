/// Remarks on operations. Equal remarks become one line, which names the first operation.
struct OperationRemarks {
  private struct Remark {
    let message: String
    let place: String
    let first: String
    var others: Set<String> = []
  }

  private var remarks: [Remark] = []
  private var positions: [String: Int] = [:]

  /// - Parameter operation: The title of the operation, such as `GET /tasks`.
  mutating func add(_ message: String, on operation: String, at place: String) {
    guard let index = positions[message] else {
      positions[message] = remarks.count
      return remarks.append(Remark(message: message, place: place, first: operation))
    }
    if operation != remarks[index].first { remarks[index].others.insert(operation) }
  }

  var lines: [ImportRemark] {
    remarks.map { remark in
      let rest =
        switch remark.others.count {
        case 0: ""
        case 1: " and 1 other operation"
        case let count: " and \(count) other operations"
        }
      return ImportRemark(at: remark.place, "\(remark.first)\(rest): \(remark.message)")
    }
  }
}
