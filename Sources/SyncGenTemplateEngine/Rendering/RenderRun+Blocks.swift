import SyncGenDiagnostics

/// A block with the template that its nodes belong to.
struct BlockDefinition: Sendable {
  let node: BlockNode
  let template: Template
}

/// The value of `block` inside an overriding block, which gives access to the overridden block.
final class OverriddenBlock: TemplateObject {
  /// The overridden definitions, the next one first.
  let overridden: ArraySlice<BlockDefinition>

  init(_ overridden: ArraySlice<BlockDefinition>) {
    self.overridden = overridden
  }

  func member(_ name: TemplateName) -> TemplateValue? { nil }

  var memberNames: [String] { overridden.isEmpty ? [] : ["super"] }
}

extension RenderRun {
  mutating func render(_ node: BlockNode) throws(RenderFailure) {
    let own = BlockDefinition(node: node, template: template)
    guard let overriding = overrides[node.name], !overriding.isEmpty else {
      // As in Stencil, a block that is not overridden has no scope of its own.
      try checkDepth(at: node.range)
      let start = output.count
      try render(node.nodes)
      renderedBlocks[node.name] = output.bytes(from: start)
      return
    }
    let definitions = overriding + [own]
    let text = try self.text(of: definitions[...], at: node.range)
    renderedBlocks[node.name] = Array(text.utf8)
    try write(text, at: node.range)
  }

  /// The text of the first definition, in which `block.super` is that of the next one.
  private mutating func text(
    of definitions: ArraySlice<BlockDefinition>, at caller: Range<Int>
  ) throws(RenderFailure) -> String {
    guard let first = definitions.first else { return "" }
    try checkDepth(at: first.node.range)
    scope.push()
    defer { scope.pop() }
    scope.set(.block, .object(OverriddenBlock(definitions.dropFirst())))
    let previous = enter(first.template, "the block is rendered", at: caller)
    defer { leave(to: previous) }
    return try capture { run throws(RenderFailure) in try run.render(first.node.nodes) }
  }

  mutating func member(
    _ name: TemplateName, of block: OverriddenBlock, at range: Range<Int>
  ) throws(RenderFailure) -> TemplateValue {
    guard name.text == "super", !block.overridden.isEmpty else {
      return renderedBlocks[name.text].map(Self.text) ?? .undefined
    }
    return .string(try text(of: block.overridden, at: range))
  }

  /// The value of `block` if it is not a variable: the blocks rendered so far, by name.
  func renderedBlock(_ name: TemplateName) -> TemplateValue? {
    guard name === TemplateName.block else { return nil }
    return .dictionary(TemplateDictionary(renderedBlocks.mapValues(Self.text)))
  }

  private static func text(of bytes: [UInt8]) -> TemplateValue {
    .string(String(decoding: bytes, as: UTF8.self))
  }
}

extension TemplateName {
  fileprivate static let block = stated("block")
}
