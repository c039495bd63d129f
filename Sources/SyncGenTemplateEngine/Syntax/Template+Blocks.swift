extension Template {
  /// The names of the blocks that the file has, in the order in which they begin, each once.
  package var blockNames: [String] {
    TemplateNode.blockNames(in: nodes)
  }
}

extension TemplateNode {
  /// The names of the blocks among the nodes and inside them.
  static func blockNames(in nodes: [TemplateNode]) -> [String] {
    var names: [String] = []
    collect(nodes, into: &names)
    return names
  }

  private static func collect(_ nodes: [TemplateNode], into names: inout [String]) {
    for node in nodes {
      if case .block(let block) = node, !names.contains(block.name) { names.append(block.name) }
      for body in node.bodies { collect(body, into: &names) }
    }
  }
}

extension TemplateNode {
  /// The nodes between the tag and its end tag, branch by branch.
  var bodies: [[TemplateNode]] {
    switch self {
    case .branches(let node): node.branches.map(\.nodes)
    case .loop(let node): [node.nodes, node.emptyNodes]
    case .extends(let node): [node.blocks.map(TemplateNode.block)]
    case .block(let node): [node.nodes]
    case .filter(let node): [node.nodes]
    case .macro(let node): [node.nodes]
    case .map(let node): [node.nodes]
    case .set(let node): if case .nodes(let nodes) = node.value { [nodes] } else { [] }
    case .text, .output, .jump, .include, .importMacros, .call, .now: []
    }
  }
}
