import SyncGenEmit

/// The differences between an output folder and the output of a schema.
package struct OutputComparison: Hashable, Sendable {
  /// An outdated file.
  package struct Change: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// The file exists with other bytes.
      case changed(Cause)
      /// A manifest that states another version of the tool or other inputs with the same output.
      case provenanceOnly
      case missing
      /// An earlier run generated the file, and this one does not.
      case stray(isEdited: Bool)
    }

    /// The reason why a file has other bytes, as far as the manifest tells.
    package enum Cause: Hashable, Sendable {
      case editedByHand
      /// Git could not merge it.
      case conflictMarkers
      case template(String)
      case schema
      case schemaAndTemplates
      /// The version that generated the file.
      case tool(String)
      /// A manifest whose digests are not those of the files, as after a merge.
      case digests
      /// The manifest is missing, damaged or merged.
      case unknown
    }

    /// The path relative to the output folder.
    package let path: String
    package let kind: Kind
    /// The correct content; empty for a stray file.
    package let bytes: [UInt8]

    package var isStray: Bool {
      if case .stray = kind { true } else { false }
    }

    /// Whether the file has been edited since the tool wrote it.
    package var isEdited: Bool {
      kind == .changed(.editedByHand) || kind == .stray(isEdited: true)
    }
  }

  /// An object that the tool must not overwrite, because it may not be its own.
  package struct Obstacle: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case handMade
      /// A file that an earlier run generated without a header, and that has been edited since.
      case editedByHand
      /// A file without a header that Git could not merge.
      case conflictMarkers
      /// A file that a newer version of the tool wrote.
      case newerTool(String)
      case notAFile
      /// A file below a link to a folder outside the package.
      case outside(link: String)
      case otherSchema(String)
    }

    package let path: String
    package let kind: Kind
  }

  package var changes: [Change] = []
  /// The changes of manifests, which count only if no file changes.
  package var manifestChanges: [Change] = []
  package var obstacles: [Obstacle] = []
  package var unchangedCount = 0
  /// Partially written files of runs that were killed.
  package var leftovers: [String] = []

  /// The newest version of the tool that wrote a file here, if it is newer than this one.
  package var newerTool: String? {
    let versions = obstacles.compactMap { obstacle in
      if case .newerTool(let version) = obstacle.kind { version } else { nil }
    }
    return versions.max { ToolVersion.isNewer($1, than: $0) }
  }

  /// The changes that make the output outdated.
  ///
  /// A manifest always changes with the files, so it is left out unless it is the only one, or has
  /// to be mentioned because someone might fix it by hand.
  package var drift: [Change] {
    let isAlone = changes.isEmpty && obstacles.isEmpty
    return changes
      + manifestChanges.filter {
        $0.kind == .changed(.conflictMarkers) || isAlone && $0.kind != .provenanceOnly
      }
  }
}

extension OutputComparison {
  /// All changes that a patch has to make.
  package var differences: [Change] { drift.isEmpty ? [] : changes + manifestChanges }
}

extension OutputComparison.Change {
  /// The reason why an outdated file is listed.
  package var reason: String {
    switch kind {
    case .changed(let cause): cause.reason
    case .provenanceOnly: "written by another version of the tool, or from other inputs"
    case .missing: "missing"
    case .stray(isEdited: false): "obsolete: written by an earlier run and no longer generated"
    case .stray(isEdited: true):
      "obsolete and edited by hand: written by an earlier run and no longer generated"
    }
  }
}

extension OutputComparison.Change.Cause {
  fileprivate var reason: String {
    switch self {
    case .editedByHand: "edited by hand: its content differs from what the tool wrote"
    case .conflictMarkers: "has conflict markers of Git"
    case .template(let name): "out of date: the template '\(name)' or one that it uses has changed"
    case .schema: "out of date: the schema has changed"
    case .schemaAndTemplates: "out of date: the schema and templates have changed"
    case .tool(let version):
      "out of date: version \(version) of the tool wrote it, and this version generates other content"
    case .digests: "out of date: its digests are not those of the generated files"
    case .unknown: "out of date: it differs from the output of the schema"
    }
  }
}

extension OutputComparison.Obstacle {
  /// The reason why the tool does not write here, and what to do.
  package var reason: String {
    switch kind {
    case .handMade:
      "in the way: the tool did not write this file; move it or delete it"
    case .editedByHand:
      "in the way: edited by hand since the tool wrote it, and without the header "
        + "'\(GeneratedHeader.marker) …' it is not overwritten; move it or delete it"
    case .conflictMarkers: "has conflict markers of Git; delete it"
    case .newerTool(let version):
      "version \(version) of the tool wrote it, and this is \(ToolVersion.current)"
    case .notAFile:
      "in the way: this is not a regular file; move it or delete it"
    case .outside(let link):
      "in the way: the link '\(link)' points outside the package of the schema; delete it"
    case .otherSchema(let schema):
      "in the way: this file is output of \(schema); give each schema its own output folder"
    }
  }
}
