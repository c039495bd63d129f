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
