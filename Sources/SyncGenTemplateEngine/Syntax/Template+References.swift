extension Template {
  /// The names of the templates that the file includes, imports or extends, where it states them.
  ///
  /// Names that are computed while rendering are not among them.
  package var references: [String] {
    var names: [String] = []
    Self.collect(nodes, into: &names)
    return names
  }

  /// Whether `references` are all: none of the names is computed.
  var namesAllReferences: Bool {
    Self.namesAllReferences(nodes)
  }

  private static func namesAllReferences(_ nodes: [TemplateNode]) -> Bool {
    nodes.allSatisfy { node in
      if let name = node.reference, name.statedText == nil { return false }
      return node.bodies.allSatisfy(namesAllReferences)
    }
  }

  /// The name of the template that the file extends, if it states one.
  package var extendedName: String? {
    for case .extends(let node) in nodes { return node.name.statedText }
    return nil
  }

  private static func collect(_ nodes: [TemplateNode], into names: inout [String]) {
    for node in nodes {
      if let name = node.reference?.statedText, !names.contains(name) { names.append(name) }
      for body in node.bodies { collect(body, into: &names) }
    }
  }
}

extension TemplateNode {
  /// What names another template.
  fileprivate var reference: TemplateExpression? {
    switch self {
    case .include(let node), .importMacros(let node): node.name
    case .extends(let node): node.name
    default: nil
    }
  }
}

extension TemplateExpression {
  /// The text of a literal.
  fileprivate var statedText: String? {
    if case .literal(.string(let text)) = self { text } else { nil }
  }
}
