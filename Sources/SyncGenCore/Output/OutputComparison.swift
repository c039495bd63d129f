import SyncGenEmit

/// How an output folder differs from what a schema gives.
package struct OutputComparison: Hashable, Sendable {
  /// A file that is not as it should be.
  package struct Change: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// It is there with other bytes.
      case changed(Cause)
      /// Only its header is another one: the tool's version, or a template that gives the same.
      case versionOnly
      case missing
      /// An earlier run made it and this one does not.
      case stray(isEdited: Bool)
    }

    /// Why a file has other bytes, as far as its header tells.
    package enum Cause: Hashable, Sendable {
      case editedByHand
      case template(String)
      case schema
      /// The version that made the file.
      case tool(String)
      /// Its header has no digests.
      case unknown
    }

    /// From the output folder.
    package let path: String
    package let kind: Kind
    /// What it should be; empty for a stray file.
    package let bytes: [UInt8]

    package var isStray: Bool {
      if case .stray = kind { true } else { false }
    }

    /// Whether somebody has changed the file since the tool wrote it.
    package var isEdited: Bool {
      kind == .changed(.editedByHand) || kind == .stray(isEdited: true)
    }
  }

  /// Something of which the tool cannot know that it may overwrite it.
  package struct Obstacle: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case handMade
      /// An earlier run made it, without a header, and it is not what that run wrote.
      case editedByHand
      case notAFile
      /// Below a link to a folder outside the package.
      case outside(link: String)
      case otherSchema(String)
    }

    package let path: String
    package let kind: Kind
  }

  package var changes: [Change] = []
  package var obstacles: [Obstacle] = []
  package var unchangedCount = 0
  /// Half-written files of runs that were killed.
  package var leftovers: [String] = []

  /// What an outdated output is: everything but another version of the tool.
  package var drift: [Change] {
    changes.filter { $0.kind != .versionOnly }
  }
}

extension OutputComparison.Change {
  /// Why an outdated file is named.
  package var reason: String {
    switch kind {
    case .changed(let cause): cause.reason
    case .versionOnly: "made by another version of the tool"
    case .missing: "missing"
    case .stray(isEdited: false): "stray: written by an earlier run, but not by this one"
    case .stray(isEdited: true):
      "stray and edited by hand: written by an earlier run, but not by this one"
    }
  }
}

extension OutputComparison.Change.Cause {
  fileprivate var reason: String {
    switch self {
    case .editedByHand: "edited by hand: its content differs from what the tool wrote"
    case .template(let name): "template changed: '\(name)' or a template that it uses"
    case .schema: "schema changed: the output is different now"
    case .tool(let version):
      "tool changed: version \(version) wrote it, and this version writes something else"
    case .unknown: "changed: it differs from the output of the schema"
    }
  }
}

extension OutputComparison.Obstacle {
  /// Why the tool does not write here, and what to do.
  package var reason: String {
    switch kind {
    case .handMade:
      "in the way: the tool did not write this file; move it or delete it"
    case .editedByHand:
      "in the way: edited by hand since the tool wrote it, and without the header "
        + "'\(GeneratedHeader.marker) …' it is not overwritten; move it or delete it"
    case .notAFile:
      "in the way: this is not a regular file; move it or delete it"
    case .outside(let link):
      "in the way: the link '\(link)' leads out of the package of the schema; delete it"
    case .otherSchema(let schema):
      "in the way: this file is output of \(schema); give each schema its own output folder"
    }
  }
}
