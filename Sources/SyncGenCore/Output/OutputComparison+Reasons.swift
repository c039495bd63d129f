import SyncGenEmit

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
